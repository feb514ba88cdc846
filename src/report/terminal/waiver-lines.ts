import { mendedAdvice } from '../baseline-texts.ts';
import { shortIds } from '../by-verdict.ts';
import { visibleLine } from '../visible-text.ts';
import { offeredWaiver, waiversToMind, waiverText, withoutWaiver } from '../waiver-lines.ts';
import type { Screen } from './screen.ts';
import { wrapWithin } from './text-layout.ts';

/** Of more failures than these, no entry is printed. */
const entriesShown = 8;

/** The waivers that ask for something to be done. */
export function waiverLines({ report, columns, paint }: Screen): string[] {
  const waivers = waiversToMind(report);
  if (waivers.length === 0) {
    return [];
  }
  return [
    paint.bold(`WAIVERS to see to  ${waivers.length}`),
    ...waivers.flatMap((waiver) =>
      wrapWithin(visibleLine(waiverText(waiver)), columns - 2, 3).map((line) => `  ${paint.yellow(line)}`),
    ),
  ];
}

/** What failed in the baseline and holds now, and what to do with that. */
export function mendedLines({ report, columns, paint }: Screen): string[] {
  const { baseline } = report;
  if (baseline === null || baseline.mended.length === 0) {
    return [];
  }
  const mended = report.requirements.filter(({ id }) => baseline.mended.includes(id));
  return [
    paint.bold(`MENDED since the baseline  ${mended.length}`),
    ...wrapWithin(shortIds(report, mended).join(', '), columns - 2, 4).map((line) => `  ${line}`),
    ...wrapWithin(visibleLine(mendedAdvice(report)), columns - 4, 3).map((line) => paint.dim(`    ${line}`)),
  ];
}

/** Entries for a waivers file, ready to be pasted but for the reason; lines as they stand, never broken. */
export function offeredWaiverLines({ report, columns, paint }: Screen): string[] {
  const failed = withoutWaiver(report);
  if (failed.length === 0) {
    return [];
  }
  const what = failed.length === 1 ? 'this' : 'one of these';
  const how = `To accept ${what} for a time, put it below "waivers:" in a file for --waivers, with its reason:`;
  const shown = failed.slice(0, entriesShown);
  return [
    ...wrapWithin(how, columns, 3).map(paint.dim),
    ...shown.flatMap((requirement) => visibleLines(offeredWaiver(requirement, report))),
    ...(failed.length > shown.length
      ? [paint.dim(`  index.html has the entries of ${failed.length - shown.length} more`)]
      : []),
  ];
}

function visibleLines(text: string): string[] {
  return text.split('\n').map(visibleLine);
}
