import { markdownText } from '../../report/markdown.ts';
import { bounded } from '../../report/visible-text.ts';
import {
  type Change,
  type Comparison,
  changeLists,
  changeText,
  comparisonSentence,
  linkTo,
  type NamedReport,
  runFacts,
  transition,
} from '../comparison.ts';

const longestText = 300;

/** A comparison for a comment on a pull request: what is as it was is folded. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { remarks, changes, newFailures, before, after } = comparison;
  const mark = newFailures.length === 0 ? '✅' : '❌';
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
