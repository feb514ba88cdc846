import { type Layout, paintFor, sectionLines, wrap } from '../../report/terminal/layout.ts';
import type { TextEntry, TextSection } from '../../report/text-sections.ts';
import { numberText, visibleLine } from '../../report/words.ts';
import {
  changesByRun,
  type History,
  type HistoryRow,
  type RunChanges,
  type TargetHistory,
  violatedSince,
} from '../history.ts';
import { periodText, runTime, stateSentence, verdictOf, violatedNow } from '../sentences.ts';

const timeWidth = 16;
const verdictWidth = 14;
const mostSkipped = 20;

/** The changes by run and the current violations, for a terminal or a log. */
export function historyText(
  { targets, skipped }: History,
  options: { readonly columns: number; readonly color: boolean },
): string {
  const layout = { columns: Math.max(50, options.columns), paint: paintFor(options.color) };
  const blocks = [
    ...targets.flatMap((target) => targetBlocks(target, layout)),
    skipped.length === 0 ? [] : sectionLines(skippedSection(skipped), layout),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function targetBlocks(history: TargetHistory, layout: Layout): string[][] {
  const { paint, columns } = layout;
  const changes = changesByRun(history);
  const violated = violatedNow(history);
  return [
    [
      paint.bold(visibleLine(history.target)),
      ...wrap(`${periodText(history)}. ${stateSentence(history)}`, columns),
    ],
    changes.length === 0
      ? []
      : [paint.bold('WHAT CHANGED'), ...changes.flatMap((one) => runLines(one, layout))],
    violated.length === 0
      ? []
      : sectionLines(
          {
            title: 'Violated now',
            count: String(violated.length),
            entries: violated.map(violatedEntry),
          },
          layout,
        ),
  ];
}

function runLines({ run, broke, fixed, violatedFromStart }: RunChanges, layout: Layout): string[] {
  const { paint } = layout;
  const color = { conformant: paint.green, 'non-conformant': paint.red, none: paint.yellow }[run.verdict];
  const head = `${runTime(run).padEnd(timeWidth)}  ${color(verdictOf(run).padEnd(verdictWidth))}  ${paint.dim(visibleLine(run.name))}`;
  return [
    `  ${head.trimEnd()}`,
    ...listLines('broke', broke, paint.red, layout),
    ...listLines('violated when first tested', violatedFromStart, paint.red, layout),
    ...listLines('fixed', fixed, paint.green, layout),
  ];
}

function listLines(
  word: string,
  rows: readonly HistoryRow[],
  paint: (text: string) => string,
  { columns }: Layout,
): string[] {
  if (rows.length === 0) {
    return [];
  }
  const lines = wrap(`${word}: ${rows.map(({ id }) => visibleLine(id)).join(', ')}`, columns - 6);
  return lines.map((line, index) =>
    index === 0 ? `    ${paint(line.slice(0, word.length))}${line.slice(word.length)}` : `      ${line}`,
  );
}

function violatedEntry(row: HistoryRow): TextEntry {
  const details = row.newest === null ? [] : [row.newest.text];
  return { ids: [row.id], texts: [`${row.level}  ${sinceText(row)}`], details };
}

/** When a violation began: `broke 2026-01-01 10:00`. */
export function sinceText(row: HistoryRow): string {
  const change = violatedSince(row);
  if (change === undefined) {
    return '';
  }
  const time = runTime(change.run);
  return change.kind === 'broke' ? `broke ${time}` : `violated when first tested, ${time}`;
}

function skippedSection(skipped: History['skipped']): TextSection {
  const shown = skipped.slice(0, mostSkipped).map(({ file, reason }) => ({ texts: [`${file} ${reason}`] }));
  const rest = skipped.length - shown.length;
  const entries = rest === 0 ? shown : [...shown, { texts: [`and ${numberText(rest)} more`] }];
  return { title: 'Not read', count: String(skipped.length), entries };
}
