import { undecidedMust } from './by-verdict.ts';
import type { Report } from './report.ts';
import { failsByStaleWaivers } from './waiver-lines.ts';

/**
 * The exit status of a run: 0 conformant, 1 not conformant, an objective missed or a waiver stale where that counts, 3 no
 * verdict (or incomplete, where completeness was asked for). A load that its own generator held back says nothing: 3, whatever was seen.
 */
export function exitStatus(report: Report): 0 | 1 | 3 {
  if (report.interrupted !== null || (report.load?.invalid ?? null) !== null) {
    return 3;
  }
  if (report.verdict !== 'conformant') {
    return report.verdict === 'non-conformant' ? 1 : 3;
  }
  if (report.load?.objectives.some(({ met }) => !met) || failsByStaleWaivers(report)) {
    return 1;
  }
  return report.run.requireComplete && undecidedMust(report) > 0 ? 3 : 0;
}
