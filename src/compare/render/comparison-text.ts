import { displayWidth, fit as fitted, paintFor, sectionLines, wrap } from '../../report/terminal/layout.ts';
import { visibleLine } from '../../report/words.ts';
import { type Comparison, comparisonSentence, comparisonStatus, mustHeld } from '../comparison.ts';
import { differs, legend, type Matrix, verdictSigns } from '../matrix.ts';
import { changeSections, runEntries } from './comparison-sections.ts';

export function comparisonText(
  comparison: Comparison,
  options: { readonly columns: number; readonly color: boolean },
): string {
  const layout = { columns: Math.max(40, options.columns), paint: paintFor(options.color) };
  const { paint, columns } = layout;
  const verdict = { 0: paint.green, 1: paint.red, 3: paint.yellow }[comparisonStatus(comparison)];
  const blocks = [
    wrap(comparisonSentence(comparison), columns).map((line) => paint.bold(verdict(line))),
    sectionLines({ title: 'Runs', entries: runEntries(comparison) }, layout),
    ...changeSections(comparison).map((one) => sectionLines(one, layout)),
  ];
  return `${blocks.map((lines) => lines.join('\n')).join('\n\n')}\n`;
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
