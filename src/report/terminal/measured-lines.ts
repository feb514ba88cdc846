import { bounded } from '../cut-text.ts';
import {
  deviationText,
  generatorFacts,
  latencyFacts,
  loadFacts,
  objectiveText,
  outcomeFacts,
  ratesText,
} from '../load-text.ts';
import { explanationText, grantText, overlapText, planLimitName } from '../plan-limit-text.ts';
import { visibleLine } from '../visible-text.ts';
import type { Screen } from './screen.ts';
import { packed, wrapWithin } from './text-layout.ts';

const longestFact = 200;
const linesShown = 6;
/** Ways to violate a requirement beyond these stand in the report only. */
const deviationsShown = 8;
/** Keys beyond these stand in the report only. */
const keysShown = 12;

/** What was granted to each key whose limits were measured. */
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
      ...indented(overlapText(record), columns, 4).map(paint.dim),
    ]),
    ...(planLimits.length > shown.length ? [`  and ${planLimits.length - shown.length} more keys`] : []),
  ];
}

/** What a load brought: rates, latencies, objectives. */
export function loadLines({ report, columns, paint }: Screen): string[] {
  const { load } = report;
  if (load === null) {
    return [];
  }
  return [
    paint.bold('LOAD'),
    ...(load.invalid === null
      ? []
      : indented(`INVALID: ${load.invalid}`, columns, 2).map((line) => paint.bold(paint.yellow(line)))),
    ...facts(loadFacts(load), columns).map(paint.dim),
    ...facts([ratesText(load), ...outcomeFacts(load)], columns),
    ...facts(latencyFacts(load), columns),
    ...facts(generatorFacts(load), columns).map(paint.dim),
    ...(load.notes ?? []).slice(0, linesShown).flatMap((note) => indented(note, columns, 2)),
    ...(load.deviations ?? [])
      .slice(0, deviationsShown)
      .flatMap((deviation) => indented(deviationText(deviation), columns, 2)),
    ...load.objectives.flatMap((objective) =>
      indented(objectiveText(objective), columns, 2).map(objective.met ? paint.green : paint.red),
    ),
  ];
}

function indented(text: string, columns: number, indent: number): string[] {
  const line = visibleLine(bounded(text, longestFact * linesShown));
  return wrapWithin(line, columns - indent, linesShown).map((part) => `${' '.repeat(indent)}${part}`);
}

function facts(words: readonly string[], columns: number): string[] {
  const visible = words.map((word) => visibleLine(bounded(word, longestFact)));
  return packed(visible, columns - 2)
    .slice(0, linesShown)
    .map((line) => `  ${line}`);
}
