import type { Report } from './report.ts';

/**
 * The advice after failures of the baseline were fixed, or `''`. A run that fails, is partly undecided or selects less
 * can't replace the baseline: the known failures that it does not show would be lost.
 */
export function fixedAdvice({ baseline, verdict, interrupted }: Report): string {
  if (baseline === null || baseline.fixed.length === 0) {
    return '';
  }
  const decidesAll = baseline.undecided.length === 0 && baseline.leftOut.length === 0;
  const isNext = verdict === 'conformant' && interrupted === null && decidesAll;
  return isNext
    ? `These failed in ${baseline.source}. Replace it with this run's report.json, so that a regression fails the run.`
    : `These failed in ${baseline.source}. Use the report.json of a complete run without failures as the next baseline.`;
}

/** The verdict of the baseline on a requirement that fails now, without a full stop, or `null` if it failed there. */
export function sinceBaseline(id: string, { baseline }: Report): string | null {
  if (baseline?.broke.includes(id)) {
    return `passed in the baseline, ${baseline.source}`;
  }
  return baseline?.newlyTested.includes(id) ? `undecided in the baseline, ${baseline.source}` : null;
}
