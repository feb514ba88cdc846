import { type Paint, packed, paintFor, wrapWithin } from '../report/terminal/screen.ts';
import { visibleLine } from '../report/words.ts';
import { type Complaint, complaintsOf } from './complaints.ts';
import type { CheckResult, SelfCheckReport } from './self-check-report.ts';
import { conductFacts, verdictSentence } from './sentence.ts';

export interface TextLayout {
  readonly columns: number;
  readonly color: boolean;
  /** The file with the whole matrix. */
  readonly reportPath: string;
}

const complaintsShown = 40;

/** The result of a self-check for the terminal: the faults that each check detects, the shortcomings, the verdict. */
export function renderSelfCheckText(report: SelfCheckReport, layout: TextLayout): string {
  const columns = Math.max(40, layout.columns);
  const paint = paintFor(layout.color);
  const color = { proven: paint.green, refuted: paint.red, none: paint.yellow }[report.verdict];
  const blocks = [
    checkTable(report, paint),
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

const heads = ['targeting', 'caught', 'detected', 'by it alone'];

/** One line per requirement: the faults that target it, and those that its check detects. */
function checkTable({ requirements: checks, run }: SelfCheckReport, paint: Paint): string[] {
  const shown = checks.filter(({ made, seen }) => made > 0 || seen > 0);
  if (shown.length === 0) {
    return [];
  }
  const width = Math.max('requirement'.length, ...shown.map(({ requirement }) => requirement.length));
  const header = paint.dim(`${'faults'.padEnd(width)}  ${heads.join('  ')}`);
  const rows = shown.map((check) => {
    const figures = [check.made, check.caught, check.seen, check.alone];
    const cells = figures.map((figure, index) =>
      String(figure === 0 ? '·' : figure).padStart(heads[index]?.length ?? 0),
    );
    const line = `${check.requirement.padEnd(width)}  ${cells.join('  ')}`;
    return check.caught < check.made ? paint.red(line) : line;
  });
  return [header, ...rows, ...(run.allFaults ? idle(checks, paint) : [])];
}

function idle(checks: readonly CheckResult[], paint: Paint): string[] {
  const idlers = checks.filter(({ seen }) => seen === 0).map(({ requirement }) => requirement);
  return idlers.length === 0 ? [] : [paint.dim(`detected none of these faults: ${shortened(idlers)}`)];
}

function shortened(names: readonly string[]): string {
  const most = 6;
  return names.length <= most
    ? names.join(', ')
    : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
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
