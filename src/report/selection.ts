import { requirementsOf } from './by-verdict.ts';
import type { Report } from './report.ts';

/** Whether a run was asked to decide some of the MUST requirements only. */
export function isSelection(report: Report): boolean {
  return report.run.kind === undefined && selectedMust(report) < requirementsOf(report, 'MUST');
}

/** How many MUST requirements the run was asked to decide. */
export function selectedMust(report: Report): number {
  const selected = new Set(report.run.selected);
  return report.requirements.filter(({ id, level }) => level === 'MUST' && selected.has(id)).length;
}

/** How many of those that the run was asked to decide were skipped; all others are. */
export function skippedOfSelected(report: Report): number {
  const notSelected = isSelection(report) ? requirementsOf(report, 'MUST') - selectedMust(report) : 0;
  return report.counts.MUST.skipped - notSelected;
}
