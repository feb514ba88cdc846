import {
  displayWidth,
  fit as fitted,
  type Layout,
  paintFor,
  sectionLines,
  wrap,
  wrapWithin,
} from '../../report/terminal/layout.ts';
import type { TextSection } from '../../report/text-sections.ts';
import { visibleLine } from '../../report/words.ts';
import {
  type Change,
  type Comparison,
  changeLists,
  changeText,
  comparisonSentence,
  comparisonStatus,
  mustHeld,
  type NamedReport,
  runFacts,
  transition,
} from '../comparison.ts';
import { differs, legend, type Matrix, verdictSigns } from '../matrix.ts';

export function comparisonText(
  comparison: Comparison,
  options: { readonly columns: number; readonly color: boolean },
): string {
  const layout = { columns: Math.max(40, options.columns), paint: paintFor(options.color) };
  const { paint, columns } = layout;
  const verdict = { 0: paint.green, 1: paint.red, 3: paint.yellow }[comparisonStatus(comparison)];
  const blocks = [
    wrap(comparisonSentence(comparison), columns).map((line) => paint.bold(verdict(line))),
    [...runLines('before', comparison.before, layout), ...runLines('after', comparison.after, layout)],
    remarkLines(comparison, layout),
    ...changeLists
      .filter(([list]) => comparison.changes[list].length > 0)
      .map(([list, title]) => sectionLines(listSection(title, comparison.changes[list]), layout)),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function runLines(which: string, { name, report }: NamedReport, { columns, paint }: Layout): string[] {
  const facts = runFacts(report).map(visibleLine).join(' · ');
  return [
    `${paint.dim(which.padEnd(8))}${fitted(visibleLine(name), columns - 8)}`,
    ...wrap(facts, columns - 8).map((line) => `        ${paint.dim(line)}`),
  ];
}

function remarkLines({ remarks }: Comparison, { columns, paint }: Layout): string[] {
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

function listSection(title: string, changes: readonly Change[]): TextSection {
  const entries = changes.map((change) => ({
    ids: [change.id],
    texts: [`${change.level}  ${transition(change)}`],
    details: [changeText(change)].filter((text) => text !== ''),
  }));
  return { title, count: String(changes.length), entries };
}

const longestName = 40;

/** A matrix for a terminal or a log, with numbered implementations and a sign per verdict. */
export function matrixText({ reports, rows }: Matrix, options: { readonly color: boolean }): string {
  const paint = paintFor(options.color);
  const idWidth = Math.max(...rows.map(({ id }) => id.length));
  const cellWidth = String(reports.length).length + 1;
  const names = reports.map(({ name, report }, index) => {
    const number = String(index + 1).padStart(cellWidth);
    const shown = fitted(visibleLine(name), longestName);
    const padded = shown + ' '.repeat(Math.max(0, nameWidth(reports) - displayWidth(shown)));
    return `${number}  ${padded}  ${mustHeld(report)} MUST  ${visibleLine(report.target.baseUrl)}`;
  });
  const numbers = reports.map((_, index) => String(index + 1).padStart(cellWidth)).join(' ');
  const lines = rows.map((row) => {
    const signs = row.verdicts.map((verdict) => verdictSigns[verdict].padStart(cellWidth)).join(' ');
    const id = row.id.padEnd(idWidth);
    return `${differs(row) ? paint.bold(id) : id}  ${paint.dim(row.level.padEnd(7))} ${signs}`.trimEnd();
  });
  return `${[
    ...names,
    '',
    `${' '.repeat(idWidth + 10)}${numbers}`,
    ...lines,
    '',
    legend(rows.flatMap(({ verdicts }) => verdicts)).join(' · '),
  ].join('\n')}\n`;
}

function nameWidth(reports: Matrix['reports']): number {
  return Math.max(...reports.map(({ name }) => displayWidth(fitted(visibleLine(name), longestName))));
}
