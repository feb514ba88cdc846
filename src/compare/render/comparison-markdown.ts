import { markdownText } from '../../report/markdown.ts';
import { entryList, sectionBlocks } from '../../report/markdown-sections.ts';
import { type Comparison, comparisonSentence, comparisonStatus, linkTo, mustHeld } from '../comparison.ts';
import { type ComparedVerdict, differs, legend, type Matrix, verdictSigns } from '../matrix.ts';
import { changeSections, runEntries } from './comparison-sections.ts';

/** A comparison for a comment on a pull request; everything but what broke is folded. */
export function comparisonMarkdown(comparison: Comparison): string {
  const mark = { 0: '✅', 1: '❌', 3: '⚠️' }[comparisonStatus(comparison)];
  const blocks = [
    `## ${mark} ${markdownText(comparisonSentence(comparison))}`,
    entryList(runEntries(comparison)),
    ...changeSections(comparison).flatMap((one) =>
      one.title === 'Broke'
        ? sectionBlocks(one)
        : [`<details><summary>${one.title}: ${one.count}</summary>`, entryList(one.entries), '</details>'],
    ),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The verdicts with links: a comment on GitHub has at most 65,536 characters. */
const linked: ReadonlySet<ComparedVerdict> = new Set(['failed', 'warned', 'waived', 'inconclusive'] as const);

/** A matrix as a table in Markdown; rows in which implementations differ are bold. */
export function matrixMarkdown({ reports, rows }: Matrix): string {
  const cells = (values: readonly string[]) => `| ${values.join(' | ')} |`;
  const names = reports.map(({ name, page }) =>
    page === null ? markdownText(name) : `[${markdownText(name)}](<${page}>)`,
  );
  const lines = rows.map((row) => {
    const signs = row.verdicts.map((verdict, index) => {
      const report = reports[index];
      const link = report !== undefined && linked.has(verdict) ? linkTo(report, row.id) : null;
      const sign = verdictSigns[verdict];
      return link === null ? sign : `[${sign}](<${link}>)`;
    });
    const id = markdownText(row.id);
    return cells([differs(row) ? `**${id}**` : id, row.level, ...signs]);
  });
  return `${[
    cells(['requirement', 'level', ...names]),
    cells(['---', '---', ...reports.map(() => ':-:')]),
    cells(['MUST that hold', '', ...reports.map(({ report }) => mustHeld(report))]),
    ...lines,
    '',
    markdownText(legend(rows.flatMap(({ verdicts }) => verdicts)).join(' · ')),
  ].join('\n')}\n`;
}
