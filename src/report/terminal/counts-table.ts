import type { RequirementVerdict } from '../../verdict/requirement.ts';
import type { Report } from '../report.ts';
import { verdictWordOf, verdictWords } from '../waived-ways.ts';

const verdicts: readonly RequirementVerdict[] = [
  'passed',
  'failed',
  'waived',
  'warned',
  'observed',
  'skipped',
  'inconclusive',
];

/** Short, so that the table fits 80 columns. */
const heads: Readonly<Record<string, string>> = {
  'failed before': 'before',
  'newer than the catalogue': 'newer',
};

/** How many requirements of each group have which verdict; verdicts that no requirement has are left out. */
export function countsTable(report: Report): string[] {
  const shown = verdictWords(verdicts)
    .filter((word) => report.requirements.some((row) => verdictWordOf(row) === word))
    .map((word) => ({ word, head: heads[word] ?? word }));
  const groups = [...new Set(report.requirements.map(({ group }) => group))];
  const nameWidth = Math.max(...groups.map((group) => group.length));
  const header = ' '.repeat(nameWidth) + shown.map(({ head }) => `  ${head}`).join('');
  const rows = groups.map((group) => {
    const cells = shown.map(({ word, head }) => {
      const count = report.requirements.filter(
        (row) => row.group === group && verdictWordOf(row) === word,
      ).length;
      return String(count === 0 ? '·' : count).padStart(head.length + 2);
    });
    return group.padEnd(nameWidth) + cells.join('');
  });
  return [header, ...rows];
}
