import { displayWidth, fit as fitted, paintFor } from '../../report/terminal/screen.ts';
import { visibleLine } from '../../report/visible-text.ts';
import { mustHeld } from '../comparison.ts';
import { differs, type Matrix, verdictSigns } from '../matrix.ts';
import { legend } from './legend.ts';

const longestName = 40;

/** A matrix for a terminal or a log: the implementations by number, a sign a verdict. */
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
