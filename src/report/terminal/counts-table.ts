import type { RequirementVerdict } from '../../verdict/requirement.ts';
import { byVerdictWord, groupTitle } from '../by-verdict.ts';
import type { Report } from '../report.ts';

const verdicts: readonly RequirementVerdict[] = [
  'passed',
  'failed',
  'waived',
  'warned',
  'observed',
  'skipped',
  'inconclusive',
];

/** The number of selected requirements by group and verdict, without empty columns. */
export function countsTable(report: Report): string[] {
  const selected = new Set(report.run.selected);
  const asked = report.requirements.filter(({ id, findings }) => selected.has(id) || findings.length > 0);
  const shown = byVerdictWord(asked, verdicts);
  const groups = [...new Set(asked.map(({ group }) => group))];
  if (groups.length === 0) {
    return [];
  }
  const nameWidth = Math.max(...groups.map((group) => groupTitle(group).length));
  const header = ' '.repeat(nameWidth) + shown.map(({ head }) => `  ${head}`).join('');
  const rows = groups.map((group) => {
    const cells = shown.map(({ head, requirements }) => {
      const count = requirements.filter((row) => row.group === group).length;
      return String(count === 0 ? '·' : count).padStart(head.length + 2);
    });
    return groupTitle(group).padEnd(nameWidth) + cells.join('');
  });
  return [header, ...rows];
}
