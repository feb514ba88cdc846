import { fit as fitted, type Paint, paintFor, wrap, wrapWithin } from '../../report/terminal/screen.ts';
import { visibleLine } from '../../report/visible-text.ts';
import {
  type Change,
  type Comparison,
  changeLists,
  changeText,
  comparisonSentence,
  type NamedReport,
  runFacts,
  transition,
} from '../comparison.ts';

interface Screen {
  readonly columns: number;
  readonly paint: Paint;
}

/** A comparison for a terminal or a log. */
export function comparisonText(
  comparison: Comparison,
  options: { readonly columns: number; readonly color: boolean },
): string {
  const screen = { columns: Math.max(40, options.columns), paint: paintFor(options.color) };
  const { paint, columns } = screen;
  const verdict = comparison.newFailures.length === 0 ? paint.green : paint.red;
  const blocks = [
    wrap(comparisonSentence(comparison), columns).map((line) => paint.bold(verdict(line))),
    [...runLines('before', comparison.before, screen), ...runLines('after', comparison.after, screen)],
    remarkLines(comparison, screen),
    ...changeLists.map(([list, title]) => listLines(title, comparison.changes[list], screen)),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function runLines(which: string, { name, report }: NamedReport, { columns, paint }: Screen): string[] {
  const facts = runFacts(report).map(visibleLine).join(' · ');
  return [
    `${paint.dim(which.padEnd(8))}${fitted(visibleLine(name), columns - 8)}`,
    ...wrap(facts, columns - 8).map((line) => `        ${paint.dim(line)}`),
  ];
}

function remarkLines({ remarks }: Comparison, { columns, paint }: Screen): string[] {
  const hindered = remarks.some(({ kind }) => kind === 'hindrance');
  return [
    ...(hindered ? [paint.yellow('These runs can’t be compared in full:')] : []),
    ...remarks.flatMap(({ kind, text }) =>
      wrapWithin(visibleLine(text), columns - 4, 3).map((line, index) => {
        const shown = `${index === 0 ? '- ' : '  '}${line}`;
        return `  ${kind === 'hindrance' ? paint.yellow(shown) : paint.dim(shown)}`;
      }),
    ),
  ];
}

function listLines(title: string, changes: readonly Change[], screen: Screen): string[] {
  const { paint, columns } = screen;
  return changes.length === 0
    ? []
    : [
        paint.bold(`${title.toUpperCase()}  ${changes.length}`),
        ...changes.flatMap((change) => [
          `  ${change.id}  ${paint.dim(`${change.level}  ${transition(change)}`)}`,
          ...textLines(changeText(change), columns - 4).map((line) => `    ${paint.dim(line)}`),
        ]),
      ];
}

function textLines(text: string, columns: number): string[] {
  return text === '' ? [] : wrapWithin(visibleLine(text), columns, 2);
}
