import { isUndecided, isViolated } from '../report/by-verdict.ts';
import type { Report } from '../report/report.ts';
import { counted, visibleLine } from '../report/words.ts';
import type { Baseline } from '../verdict/known-failures.ts';
import { type Conduct, conductHindrances, conductOf, selectedMore, unfinished } from './remarks.ts';

const names = { before: 'the run of the baseline', after: 'this run' };

/**
 * The baseline from a report: what a comparison would call violated before. Pure.
 *
 * @param baseUrl the base URL of the next run, or `null` for the bundled reference implementation
 */
export function baselineOf(report: Report, source: string, baseUrl: string | null): Baseline {
  const { run, requirements } = report;
  const target = targetOf(report);
  return {
    source,
    startedAt: new Date(run.startedAt).toISOString(),
    ...(isSameTarget(target, baseUrl)
      ? {}
      : { target: visibleLine(target ?? 'the reference implementation') }),
    violated: requirements
      .filter(({ verdict }) => isViolated(verdict))
      .map(({ id, findings }) => ({
        requirement: id,
        kinds: [...new Set(findings.map(({ kind }) => kind))],
      })),
    undecided: requirements.filter(({ verdict }) => isUndecided(verdict)).map(({ id }) => id),
  };
}

/**
 * The reasons why a report can't be the baseline of a run, one sentence each without a full stop; empty if it can. A
 * smaller selection is comparable; a larger one would look like a regression.
 */
export function baselineHindrances(report: Report, run: Conduct): string[] {
  const before = conductOf(report);
  const more = selectedMore(before, run);
  return [
    ...conductHindrances(before, run, names),
    ...(more === 0 ? [] : [`this run selects ${counted(more, 'requirement')} more`]),
    ...unfinished(report, names.before),
    ...(Number.isNaN(Date.parse(report.run.startedAt)) ? [`${names.before} does not say when it was`] : []),
  ];
}

function targetOf({ target, run }: Report): string | null {
  return run.argv?.target === '--reference' ? null : target.baseUrl;
}

/** Whether the targets are the same; ports on this machine may differ, because tests choose a new one each time. */
function isSameTarget(was: string | null, is: string | null): boolean {
  if (was === is || was === null || is === null) {
    return was === is;
  }
  const [before, after] = [pathOnThisMachine(was), pathOnThisMachine(is)];
  return before !== null && before === after;
}

const thisMachine = /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?(?=\/|$)/i;

function pathOnThisMachine(baseUrl: string): string | null {
  return thisMachine.test(baseUrl) ? baseUrl.replace(thisMachine, '') : null;
}
