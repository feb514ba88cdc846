import type { Report } from './report.ts';
import { failsByStaleWaivers } from './waiver-lines.ts';

/**
 * The exit status of a run: 1 where a violation is proven, whatever happened afterwards, and where an objective is
 * missed or a waiver is stale and that counts; 3 without a verdict; 0 conformant.
 */
export function exitStatus(report: Report): 0 | 1 | 3 {
  if (report.verdict !== 'conformant') {
    return report.verdict === 'non-conformant' ? 1 : 3;
  }
  return report.load?.objectives.some(({ met }) => !met) || failsByStaleWaivers(report) ? 1 : 0;
}
