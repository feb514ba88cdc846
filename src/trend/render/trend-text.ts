import { type Paint, paintFor, wrap, wrapWithin } from '../../report/terminal/screen.ts';
import { numberText, visibleLine } from '../../report/words.ts';
import { runTime, spanText, stateSentence, verdictOf, violatedNow } from '../sentences.ts';
import {
  changesByRun,
  type RunChanges,
  type TargetTrend,
  type Trend,
  type TrendRow,
  violatedSince,
} from '../trend.ts';

interface Screen {
  readonly columns: number;
  readonly paint: Paint;
}

const timeWidth = 16;
const verdictWidth = 14;
const mostSkipped = 20;

/** The changes by run and the current violations, for a terminal or a log. */
export function trendText(
  { targets, skipped }: Trend,
  options: { readonly columns: number; readonly color: boolean },
): string {
  const screen = { columns: Math.max(50, options.columns), paint: paintFor(options.color) };
  const blocks = [
    ...targets.flatMap((target) => targetBlocks(target, screen)),
    skippedLines(skipped, screen),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function targetBlocks(trend: TargetTrend, screen: Screen): string[][] {
  const { paint, columns } = screen;
  const changes = changesByRun(trend);
  const violated = violatedNow(trend);
  return [
    [paint.bold(visibleLine(trend.target)), ...wrap(`${spanText(trend)}. ${stateSentence(trend)}`, columns)],
    changes.length === 0
      ? []
      : [paint.bold('WHAT CHANGED'), ...changes.flatMap((one) => runLines(one, screen))],
    violated.length === 0
      ? []
      : [
          paint.bold(`VIOLATED NOW  ${violated.length}`),
          ...violated.flatMap((row) => violatedLines(row, screen)),
        ],
  ];
}

function runLines({ run, broke, fixed, violatedFromStart }: RunChanges, screen: Screen): string[] {
  const { paint } = screen;
  const color = { conformant: paint.green, 'non-conformant': paint.red, none: paint.yellow }[run.verdict];
  const head = `${runTime(run).padEnd(timeWidth)}  ${color(verdictOf(run).padEnd(verdictWidth))}  ${paint.dim(visibleLine(run.name))}`;
  return [
    `  ${head.trimEnd()}`,
    ...listLines('broke', broke, paint.red, screen),
    ...listLines('violated when first tested', violatedFromStart, paint.red, screen),
    ...listLines('fixed', fixed, paint.green, screen),
  ];
}

function listLines(
  word: string,
  rows: readonly TrendRow[],
  paint: (text: string) => string,
  { columns }: Screen,
): string[] {
  if (rows.length === 0) {
    return [];
  }
  const lines = wrap(`${word}: ${rows.map(({ id }) => visibleLine(id)).join(', ')}`, columns - 6);
  return lines.map((line, index) =>
    index === 0 ? `    ${paint(line.slice(0, word.length))}${line.slice(word.length)}` : `      ${line}`,
  );
}

function violatedLines(row: TrendRow, { columns, paint }: Screen): string[] {
  const { newest } = row;
  return [
    `  ${visibleLine(row.id)}  ${paint.dim(`${row.level}  ${sinceText(row)}`)}`,
    ...(newest === null
      ? []
      : wrapWithin(visibleLine(newest.text), columns - 4, 2).map((line) => `    ${paint.dim(line)}`)),
  ];
}

/** When a violation began: `broke 2026-01-01 10:00`. */
export function sinceText(row: TrendRow): string {
  const change = violatedSince(row);
  if (change === undefined) {
    return '';
  }
  const time = runTime(change.run);
  return change.kind === 'broke' ? `broke ${time}` : `violated when first tested, ${time}`;
}

function skippedLines(skipped: Trend['skipped'], { columns, paint }: Screen): string[] {
  const shown = skipped.slice(0, mostSkipped);
  const rest = skipped.length - shown.length;
  return skipped.length === 0
    ? []
    : [
        paint.bold(`NOT READ  ${skipped.length}`),
        ...shown.flatMap(({ file, reason }) =>
          wrap(visibleLine(`${file} ${reason}`), columns - 4).map(
            (line, index) => `${index === 0 ? '  ' : '    '}${line}`,
          ),
        ),
        ...(rest === 0 ? [] : [`  and ${numberText(rest)} more`]),
      ];
}
