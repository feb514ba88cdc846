import { markdownText } from '../../report/markdown.ts';
import { type ComparedVerdict, linkTo, mustHeld } from '../comparison.ts';
import { differs, type Matrix, verdictSigns } from '../matrix.ts';
import { legend } from './legend.ts';

/** A comment on GitHub holds 65,536 characters: not every cell can be a link. */
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
