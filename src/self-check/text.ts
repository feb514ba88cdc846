import { type Paint, packed, paintFor, wrapWithin } from '../report/terminal/layout.ts';
import { counted, durationText, numberText, visibleLine } from '../report/words.ts';
import { type Complaint, complaintsOf } from './judge-trials.ts';
import type { SelfCheckReport } from './self-check-report.ts';

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
  const complaints = complaintsOf([...report.conforming, ...report.faults]);
  const shown = complaints.slice(0, complaintsShown);
  const rest = complaints.length - shown.length;
  return [
    ...shown.flatMap((complaint) => complaintLines(complaint, columns, paint)),
    ...(rest === 0 ? [] : [`and ${rest} more: see the report`]),
  ];
}

function complaintLines({ kind, name, text, again }: Complaint, columns: number, paint: Paint): string[] {
  return [
    `${paint.bold(paint.red(kind.toUpperCase()))}  ${paint.bold(name)}`,
    ...wrapWithin(visibleLine(text), columns - 2, 3).map((line) => `  ${line}`),
    paint.dim(`  ${again}`),
  ];
}

function verdictSentence(report: SelfCheckReport): string {
  const { totals, interrupted } = report;
  const facts = [
    ...(totals.faults === 0 ? [] : [`${totals.caught} of ${counted(totals.faults, 'fault')} caught`]),
    ...(totals.conforming === 0
      ? []
      : [`${totals.cleared} of ${counted(totals.conforming, 'conforming variant')} cleared`]),
    ...wrong(report),
  ];
  const why = interrupted === null ? '' : `${interrupted}; so far `;
  return `${{ proven: 'Proven', refuted: 'Not proven', none: 'No verdict' }[report.verdict]}: ${why}${facts.length === 0 ? 'no trials were run' : facts.join(', ')}.`;
}

function wrong({ totals, conforming }: SelfCheckReport): string[] {
  const flagged = conforming.filter(({ outcome }) => outcome === 'flagged').length;
  return [
    ...(flagged === 0 ? [] : [counted(flagged, 'false positive')]),
    ...(totals.missed === 0 ? [] : [`${totals.missed} missed in full or in part`]),
    ...(totals.misattributed === 0 ? [] : [`${totals.misattributed} misattributed`]),
    ...(totals.failed === 0 ? [] : [`${counted(totals.failed, 'run')} failed`]),
    ...(totals.left === 0 ? [] : [`${totals.left} not tried`]),
  ];
}

/** The settings and the cost: `88,800 requests`, `3 min 2 s`, `effort normal`, `seed 7`. */
function conductFacts({ run, totals, faults }: SelfCheckReport): string[] {
  const repeated = faults.filter(({ tries }) => tries > 1).length;
  return [
    `${numberText(totals.requests)} requests`,
    ...(repeated === 0 ? [] : [`${counted(repeated, 'fault')} tried repeatedly`]),
    durationText(run.durationMs),
    `effort ${run.effort}`,
    `seed ${run.seed}`,
  ];
}
