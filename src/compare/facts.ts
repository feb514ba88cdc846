import { requirementsOf } from '../report/by-verdict.ts';
import { timeText } from '../report/number-text.ts';
import type { Report } from '../report/report.ts';
import { counted, listed } from '../report/words.ts';
import type { Change, Changes, Comparison } from './comparison.ts';
import { kindOf } from './remarks.ts';

/** How many MUST requirements hold, of how many: `61/66`. */
export function mustHeld(report: Report): string {
  return `${report.counts.MUST.passed}/${requirementsOf(report, 'MUST')}`;
}

/** The facts of a run for one line. */
export function runFacts(report: Report): string[] {
  const { target, run, tool } = report;
  return [
    target.baseUrl,
    `${mustHeld(report)} MUST hold`,
    ...(run.kind === undefined ? [`effort ${run.effort}`, `seed ${run.seed}`] : [kindOf(report)]),
    timeText(run.startedAt),
    `${tool.name} ${tool.version}`,
  ];
}

/** The lists of a comparison, in the order in which they matter, each with its title. */
export const changeLists: readonly (readonly [list: keyof Changes, title: string])[] = [
  ['broke', 'Broke'],
  ['newlyTested', 'Newly tested'],
  ['stillViolated', 'Violated as before'],
  ['noLongerTested', 'No longer tested'],
  ['fixed', 'Fixed'],
];

/** The result of a comparison in one sentence. */
export function comparisonSentence(comparison: Comparison): string {
  return `${comparisonWord(comparison)}: ${changesText(comparison)}.`;
}

/** The same in a few words. */
export function comparisonWord({ newFailures }: Comparison): string {
  return newFailures.length === 0 ? 'No new failure' : counted(newFailures.length, 'new failure');
}

/** How many requirements changed in which way. */
export function changesText({ changes }: Comparison): string {
  const counts = [
    [changes.broke.length, 'broke'],
    [changes.fixed.length, 'fixed'],
    [changes.newlyTested.length, 'newly tested'],
    [changes.noLongerTested.length, 'no longer tested'],
    [changes.stillViolated.length, 'violated as before'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return parts.length === 0 ? 'every verdict is as it was' : listed(parts, 'and');
}

/** From which verdict to which: `passed → failed`. */
export function transition({ before, after }: Change): string {
  return before === after ? after : `${before} → ${after}`;
}

/** The text of a change: that of the later run, and new kinds of deviations. */
export function changeText({ text, newKinds }: Change): string {
  const also = newKinds.length === 0 ? '' : `${text === '' ? '' : '; '}in a new way: ${newKinds.join(', ')}`;
  return text + also;
}

/** A report among others. */
export interface NamedReport {
  /** Short, and different from the others'. */
  readonly name: string;
  readonly report: Report;
  /** The link to its page, relative to the comparison, or `null`. */
  readonly page: string | null;
}

/** The link to a requirement on the page of a report, or `null` without a page. */
export function linkTo({ page }: NamedReport, id: string): string | null {
  return page === null ? null : `${page}#${id}`;
}
