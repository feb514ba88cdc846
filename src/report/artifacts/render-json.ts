import type { Report } from '../report.ts';

/** The report as `report.json`: members in the order in which `foldRun` makes them, 2 spaces a level. */
export function renderJson(report: Report): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}
