import { byCause, byVerdict, groupTitle, withVerdict } from './by-verdict.ts';
import { exchangesByNumber } from './example.ts';
import { isOfLoad, undecidedText } from './load-text.ts';
import type { Report } from './report.ts';
import { causeLines, shortFailureLine } from './terminal/finding-lines.ts';
import { packed, paintFor, type ReportLayout, sectionLines, wrapWithin } from './terminal/layout.ts';
import {
  adviceSections,
  deliveryTexts,
  hindrances,
  measuredSections,
  runFacts,
  undecidedSections,
} from './text-sections.ts';
import { toneOf, verdictSentence } from './verdict-sentence.ts';
import { offeredWaiver, withoutWaiver } from './waiver-lines.ts';
import { visibleLine } from './words.ts';

/** Causes that are shown in full; the requirements of the others get a line each. */
const wholeCauses = 8;
const narrowest = 40;

export interface TerminalOptions {
  readonly columns: number;
  readonly color: boolean;
  /** The path of the report, or `null` if none was written. */
  readonly reportPath?: string | null;
  readonly printWaivers?: boolean;
}

/** The verdict, problems and the report's path only. Ends in a line feed. */
export function renderBriefly(report: Report, options: TerminalOptions): string {
  const layout = layoutOf(report, options);
  const lines = [...verdictLines(layout), ...hindranceLines(layout), ...placeLines(layout, options)];
  return `${lines.join('\n')}\n`;
}

/** The end of a run for a terminal or a log: ends in a line feed. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const layout = layoutOf(report, options);
  const failures = failureBlocks(layout);
  const blocks = [
    verdictLines(layout),
    hindranceLines(layout),
    ...measuredSections(report).map((section) => sectionLines(section, layout)),
    ...failures,
    ...(couldNotStart(report) ? [] : undecidedBlocks(layout)),
    ...adviceSections(report).map((section) => sectionLines(section, layout)),
    options.printWaivers ? offeredWaiverLines(layout) : [],
    [
      ...(failures.length > 0 ? verdictLines(layout) : []),
      ...runLines(layout),
      ...placeLines(layout, options),
    ],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function layoutOf(report: Report, { columns, color }: TerminalOptions): ReportLayout {
  return {
    report,
    exchanges: exchangesByNumber(report),
    columns: Math.max(narrowest, columns),
    paint: paintFor(color),
  };
}

function placeLines({ paint }: ReportLayout, { reportPath }: TerminalOptions): string[] {
  return reportPath ? [`Report: ${paint.cyan(visibleLine(reportPath))}`] : [];
}

function verdictLines({ report, columns, paint }: ReportLayout): string[] {
  const tone = toneOf(report);
  const lines = wrapWithin(visibleLine(verdictSentence(report)), columns, 4);
  const color = tone === 'conformant' ? paint.green : tone === 'non-conformant' ? paint.red : paint.yellow;
  return lines.map((line) => paint.bold(color(line)));
}

function hindranceLines({ report, columns, paint }: ReportLayout): string[] {
  return hindrances(report).flatMap((line) =>
    wrapWithin(visibleLine(line), columns - 2, 4).map((part) => paint.yellow(`  ${part}`)),
  );
}

function failureBlocks(layout: ReportLayout): string[][] {
  const groups = byCause(withVerdict(layout.report, 'failed', 'warned'), layout.report);
  const whole = groups.length > wholeCauses + 2 ? groups.slice(0, wholeCauses) : groups;
  const rest = groups.slice(whole.length).flatMap(({ members }) => members);
  const { bold, red, yellow } = layout.paint;
  const more = (verdict: 'failed' | 'warned', word: string): string[][] => {
    const members = rest.filter((requirement) => requirement.verdict === verdict);
    const head = `${bold(word)}  ${members.length} more: see the report`;
    return members.length === 0 ? [] : [[head, ...members.map((one) => shortFailureLine(one, layout))]];
  };
  return [
    ...whole.map((group) => causeLines(group, layout)),
    ...more('failed', red('FAILED')),
    ...more('warned', yellow('WARNED')),
  ];
}

/** Whether the preflight already says all that there is to say. */
function couldNotStart(report: Report): boolean {
  return (
    report.preflight.some(({ outcome }) => outcome === 'problem') &&
    withVerdict(report, 'skipped', 'inconclusive').length === report.requirements.length
  );
}

function undecidedBlocks(layout: ReportLayout): string[][] {
  const { report, paint, columns } = layout;
  const sections = undecidedSections(report).map((section) => sectionLines(section, layout));
  const counts = countsTable(report).map((line, index) => (index === 0 ? paint.dim(line) : line));
  return [
    ...sections,
    isOfLoad(report) ? wrapWithin(undecidedText(report), columns, 2).map(paint.dim) : counts,
  ];
}

/** Entries for a waivers file, complete except for the reason; their lines are never wrapped. */
function offeredWaiverLines({ report, columns, paint }: ReportLayout): string[] {
  const failed = withoutWaiver(report);
  if (failed.length === 0) {
    return [];
  }
  const how = 'Waivers for the file of --waivers; add a reason to each:';
  return [
    ...wrapWithin(how, columns, 3).map(paint.dim),
    'waivers:',
    ...failed.flatMap((requirement) => offeredWaiver(requirement, report).split('\n').map(visibleLine)),
  ];
}

function runLines({ report, columns, paint }: ReportLayout): string[] {
  const lost = deliveryTexts(report);
  return [
    ...packed(runFacts(report).map(visibleLine), columns).map((line) => paint.dim(line)),
    ...(lost.length === 0
      ? []
      : wrapWithin(`Transport: ${lost.join('; ')}`, columns, 4).map((line) => paint.yellow(line))),
  ];
}

/** The number of selected requirements by group and verdict, without empty columns. */
function countsTable(report: Report): string[] {
  const selected = new Set(report.run.selected);
  const asked = report.requirements.filter(({ id, findings }) => selected.has(id) || findings.length > 0);
  const shown = byVerdict(asked);
  const groups = [...new Set(asked.map(({ group }) => group))];
  if (groups.length === 0) {
    return [];
  }
  const nameWidth = Math.max(...groups.map((group) => groupTitle(group).length));
  const header = ' '.repeat(nameWidth) + shown.map(({ word }) => `  ${word}`).join('');
  const rows = groups.map((group) => {
    const cells = shown.map(({ word, requirements }) => {
      const count = requirements.filter((row) => row.group === group).length;
      return String(count === 0 ? '·' : count).padStart(word.length + 2);
    });
    return groupTitle(group).padEnd(nameWidth) + cells.join('');
  });
  return [header, ...rows];
}
