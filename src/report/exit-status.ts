import type { Report } from './report.ts';

/**
 * The exit status of a run: 0 conformant, 1 not conformant, 3 no verdict (or incomplete, where completeness was
 * asked for).
 */
export function exitStatus(report: Report): 0 | 1 | 3 {
  if (report.interrupted !== null) {
    return 3;
  }
  if (report.verdict !== 'conformant') {
    return report.verdict === 'non-conformant' ? 1 : 3;
  }
  const { skipped, inconclusive } = report.counts.MUST;
  return report.run.requireComplete && skipped + inconclusive > 0 ? 3 : 0;
}
