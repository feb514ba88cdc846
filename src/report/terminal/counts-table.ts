import { byVerdict, groupTitle } from '../by-verdict.ts';
import type { Report } from '../report.ts';

/** The number of selected requirements by group and verdict, without empty columns. */
export function countsTable(report: Report): string[] {
  const selected = new Set(report.run.selected);
  const asked = report.requirements.filter(({ id, findings }) => selected.has(id) || findings.length > 0);
  const shown = byVerdict(asked);
  const groups = [...new Set(asked.map(({ group }) => group))];
  if (groups.length === 0) {
    return [];
  }
  const nameWidth = Math.max(...groups.map((group) => groupTitle(group).length));
  const header = ' '.repeat(nameWidth) + shown.map(({ word }) => `  ${word}`).join('');
  const rows = groups.map((group) => {
    const cells = shown.map(({ word, requirements }) => {
      const count = requirements.filter((row) => row.group === group).length;
      return String(count === 0 ? '·' : count).padStart(word.length + 2);
    });
    return groupTitle(group).padEnd(nameWidth) + cells.join('');
  });
  return [header, ...rows];
}
