import { type Paint, packed, paintFor, wrapWithin } from '../report/terminal/layout.ts';
import { visibleLine } from '../report/words.ts';
import { type Complaint, complaintsOf } from './complaints.ts';
import type { SelfCheckReport } from './self-check-report.ts';
import { conductFacts, verdictSentence } from './sentence.ts';

export interface TextLayout {
  readonly columns: number;
  readonly color: boolean;
  /** The file with the whole matrix. */
  readonly reportPath: string;
}

const complaintsShown = 40;

/** The result of a self-check for the terminal: the shortcomings and the verdict. */
export function renderSelfCheckText(report: SelfCheckReport, layout: TextLayout): string {
  const columns = Math.max(40, layout.columns);
  const paint = paintFor(layout.color);
  const color = { proven: paint.green, refuted: paint.red, none: paint.yellow }[report.verdict];
  const blocks = [
    complaintBlock(report, columns, paint),
    [...wrapWithin(verdictSentence(report), columns, 4).map((line) => paint.bold(color(line)))],
    [
      ...packed(conductFacts(report), columns).map(paint.dim),
      `Matrix and reports: ${visibleLine(layout.reportPath)}`,
    ],
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function complaintBlock(report: SelfCheckReport, columns: number, paint: Paint): string[] {
  const complaints = complaintsOf(report);
  const shown = complaints.slice(0, complaintsShown);
  const rest = complaints.length - shown.length;
  return [
    ...shown.flatMap((complaint) => complaintLines(complaint, report, columns, paint)),
    ...(rest === 0 ? [] : [`and ${rest} more: see the report`]),
  ];
}

function complaintLines(
  { kind, name, text }: Complaint,
  { faults, conforming }: SelfCheckReport,
  columns: number,
  paint: Paint,
): string[] {
  const row = [...faults, ...conforming].find((candidate) => candidate.name === name);
  return [
    `${paint.bold(paint.red(kind.toUpperCase()))}  ${paint.bold(name)}`,
    ...wrapWithin(visibleLine(text), columns - 2, 3).map((line) => `  ${line}`),
    ...(row === undefined ? [] : [paint.dim(`  ${row.again}`)]),
  ];
}
