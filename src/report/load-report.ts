import { withVerdict } from './by-verdict.ts';
import type { Report } from './report.ts';

/** Whether a report is that of a sustained load, also where the load itself was never begun. */
export function isOfLoad({ run }: Report): boolean {
  return run.kind === 'load';
}

/** What a load leaves to the command `run`, in one line; empty where that goes without saying. */
export function undecidedText(report: Report): string {
  const { requirements } = report;
  const undecided = withVerdict(report, 'skipped', 'inconclusive').length;
  return undecided === 0 || undecided === requirements.length
    ? ''
    : `${undecided} of ${requirements.length} requirements not tested by a load: use the command run.`;
}
