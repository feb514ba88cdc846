import { explanationText, grantText, overlapText, placeTexts, planLimitName } from '../plan-limit-text.ts';
import { bounded, visibleLine } from '../words.ts';
import { type Screen, wrapWithin } from './screen.ts';

const longestFact = 200;
const linesShown = 6;
/** Further keys are only in the report. */
const keysShown = 12;
const placesShown = 20;

export function planLimitLines({ report, columns, paint }: Screen): string[] {
  const { planLimits } = report;
  if (planLimits.length === 0) {
    return [];
  }
  const shown = planLimits.slice(0, keysShown);
  return [
    paint.bold('PLAN LIMITS'),
    ...shown.flatMap((record) => [
      ...indented(`${planLimitName(record)}: ${grantText(record)}`, columns, 2),
      ...indented(explanationText(record), columns, 4).map(paint.dim),
      ...[overlapText(record), ...placeTexts(record).slice(0, placesShown)].flatMap((text) =>
        indented(text, columns, 4).map(paint.dim),
      ),
    ]),
    ...(planLimits.length > shown.length ? [`  and ${planLimits.length - shown.length} more keys`] : []),
  ];
}

function indented(text: string, columns: number, indent: number): string[] {
  const line = visibleLine(bounded(text, longestFact * linesShown));
  return wrapWithin(line, columns - indent, linesShown).map((part) => `${' '.repeat(indent)}${part}`);
}
