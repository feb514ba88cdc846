import { fixedAdvice, shortIds } from '../by-verdict.ts';
import { offeredWaiver, waiversToMind, waiverText, withoutWaiver } from '../waiver-lines.ts';
import { visibleLine } from '../words.ts';
import { type Screen, wrapWithin } from './screen.ts';

export function waiverLines({ report, columns, paint }: Screen): string[] {
  const waivers = waiversToMind(report);
  if (waivers.length === 0) {
    return [];
  }
  return [
    paint.bold(`EXPIRED OR STALE WAIVERS  ${waivers.length}`),
    ...waivers.flatMap((waiver) =>
      wrapWithin(visibleLine(waiverText(waiver)), columns - 2, 3).map((line) => `  ${paint.yellow(line)}`),
    ),
  ];
}

/** Requirements that failed in the baseline and pass now, with the next step. */
export function fixedLines({ report, columns, paint }: Screen): string[] {
  const { baseline } = report;
  if (baseline === null || baseline.fixed.length === 0) {
    return [];
  }
  const fixed = report.requirements.filter(({ id }) => baseline.fixed.includes(id));
  return [
    paint.bold(`FIXED SINCE THE BASELINE  ${fixed.length}`),
    ...wrapWithin(shortIds(report, fixed).join(', '), columns - 2, 4).map((line) => `  ${line}`),
    ...wrapWithin(visibleLine(fixedAdvice(report)), columns - 4, 3).map((line) => paint.dim(`    ${line}`)),
  ];
}

/** Entries for a waivers file, complete except for the reason; their lines are never wrapped. */
export function offeredWaiverLines({ report, columns, paint }: Screen): string[] {
  const failed = withoutWaiver(report);
  if (failed.length === 0) {
    return [];
  }
  const how = 'Waivers for the file of --waivers; add a reason to each:';
  return [
    ...wrapWithin(how, columns, 3).map(paint.dim),
    'waivers:',
    ...failed.flatMap((requirement) => offeredWaiver(requirement, report).split('\n').map(visibleLine)),
  ];
}
