import { markdownText } from '../../report/markdown.ts';
import { bounded } from '../../report/words.ts';
import {
  type Change,
  type Comparison,
  changeLists,
  changeText,
  comparisonSentence,
  comparisonStatus,
  linkTo,
  mustHeld,
  type NamedReport,
  runFacts,
  transition,
} from '../comparison.ts';
import { type ComparedVerdict, differs, legend, type Matrix, verdictSigns } from '../matrix.ts';

const longestText = 300;

/** A comparison for a comment on a pull request; everything but new failures is folded. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { remarks, changes, before, after } = comparison;
  const mark = { 0: '✅', 1: '❌', 3: '⚠️' }[comparisonStatus(comparison)];
  const blocks = [
    `## ${mark} ${markdownText(comparisonSentence(comparison))}`,
    [factLine('before', before), factLine('after', after)].join('\n'),
    ...(remarks.some(({ kind }) => kind === 'hindrance')
      ? ['⚠️ **These runs can’t be compared in full.**']
      : []),
    remarks
      .map(
        ({ kind, text }) =>
          `- ${kind === 'hindrance' ? '⚠️ ' : ''}${markdownText(bounded(text, longestText))}`,
      )
      .join('\n'),
    ...changeLists.flatMap(([list, title]) => listBlocks(title, changes[list], after, list === 'broke')),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function factLine(which: string, { name, report, page }: NamedReport): string {
  const shown = page === null ? markdownText(name) : `[${markdownText(name)}](<${page}>)`;
  return `- **${which}** ${shown}: ${runFacts(report)
    .map((fact) => markdownText(bounded(fact, longestText)))
    .join(' · ')}`;
}

function listBlocks(title: string, changes: readonly Change[], after: NamedReport, open: boolean): string[] {
  if (changes.length === 0) {
    return [];
  }
  const table = [
    '| requirement | level | verdict | |',
    '|---|---|---|---|',
    ...changes.map((change) => row(change, after)),
  ].join('\n');
  const heading = `${title}: ${changes.length}`;
  return open ? [`### ${heading}`, table] : [`<details><summary>${heading}</summary>`, table, '</details>'];
}

function row(change: Change, after: NamedReport): string {
  const link = change.after === 'absent' ? null : linkTo(after, change.id);
  const id = link === null ? markdownText(change.id) : `[${markdownText(change.id)}](<${link}>)`;
  const text = markdownText(bounded(changeText(change), longestText));
  return `| ${id} | ${change.level} | ${transition(change)} | ${text} |`;
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
