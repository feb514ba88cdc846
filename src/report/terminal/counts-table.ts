import type { RequirementVerdict } from '../../verdict/requirement.ts';
import type { Report } from '../report.ts';
import { byVerdictWord } from '../waived-ways.ts';

const verdicts: readonly RequirementVerdict[] = [
  'passed',
  'failed',
  'waived',
  'warned',
  'observed',
  'skipped',
  'inconclusive',
];

/** How many requirements of each group have which verdict; verdicts that no requirement has are left out. */
export function countsTable(report: Report): string[] {
  const shown = byVerdictWord(report.requirements, verdicts);
  const groups = [...new Set(report.requirements.map(({ group }) => group))];
  const nameWidth = Math.max(...groups.map((group) => group.length));
  const header = ' '.repeat(nameWidth) + shown.map(({ head }) => `  ${head}`).join('');
  const rows = groups.map((group) => {
    const cells = shown.map(({ head, requirements }) => {
      const count = requirements.filter((row) => row.group === group).length;
      return String(count === 0 ? '·' : count).padStart(head.length + 2);
    });
    return group.padEnd(nameWidth) + cells.join('');
  });
  return [header, ...rows];
}
