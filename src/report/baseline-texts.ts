import type { Report } from './report.ts';

/**
 * What to do where something of the baseline is fixed; nothing where there is none. A run that fails, could not decide
 * what is known, or was asked for less, is no new baseline: what it hides would be forgotten.
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

/** Since when a failing requirement fails, as far as the baseline tells, without a full stop; or `null`. */
export function sinceBaseline(id: string, { baseline }: Report): string | null {
  if (baseline?.broke.includes(id)) {
    return `passed in the baseline, ${baseline.source}`;
  }
  return baseline?.newlyTested.includes(id) ? `undecided in the baseline, ${baseline.source}` : null;
}
