import type { Report } from './report.ts';

/**
 * What to do where something of the baseline is mended; nothing where there is none. A run that fails, could not decide
 * what is known, or was asked for less, is no new baseline: what it hides would be forgotten.
 */
export function mendedAdvice({ baseline, verdict, interrupted }: Report): string {
  if (baseline === null || baseline.mended.length === 0) {
    return '';
  }
  const decidesAll = baseline.undecided.length === 0 && baseline.leftOut.length === 0;
  const isNext = verdict === 'conformant' && interrupted === null && decidesAll;
  return isNext
    ? `Failed in ${baseline.source} before. Put this run's report.json in its place, so that it can't come back unseen.`
    : `Failed in ${baseline.source} before. The report.json of a run that does not fail, and decides what is known, is the next baseline.`;
}

/** Since when a failing requirement fails, as far as the baseline tells, without a full stop; or `null`. */
export function sinceBaseline(id: string, { baseline }: Report): string | null {
  if (baseline?.broke.includes(id)) {
    return `it held in the baseline, ${baseline.source}`;
  }
  return baseline?.newlyTested.includes(id) ? `it was not decided in the baseline, ${baseline.source}` : null;
}
