import { animalsCreated, byCause, withVerdict } from './by-verdict.ts';
import { exchangesByNumber } from './example.ts';
import { isOfLoad, undecidedText } from './load-text.ts';
import type { Report } from './report.ts';
import { deliveryTexts, effortText, hindrances } from './run-text.ts';
import { countsTable } from './terminal/counts-table.ts';
import { causeLines, shortFailureLine } from './terminal/finding-lines.ts';
import { packed, paintFor, type ReportScreen, wrapWithin } from './terminal/screen.ts';
import { sectionLines } from './terminal/section-lines.ts';
import { adviceSections, measuredSections, undecidedSections } from './text-sections.ts';
import { failsAllTheSame, isFragment, verdictSentence } from './verdict-sentence.ts';
import { offeredWaiver, withoutWaiver } from './waiver-lines.ts';
import { counted, durationText, visibleLine } from './words.ts';

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
  const screen = screenOf(report, options);
  const lines = [...verdictLines(screen), ...hindranceLines(screen), ...placeLines(screen, options)];
  return `${lines.join('\n')}\n`;
}

/** The end of a run for a terminal or a log: ends in a line feed. */
export function renderTerminal(report: Report, options: TerminalOptions): string {
  const screen = screenOf(report, options);
  const failures = failureBlocks(screen);
  const blocks = [
    verdictLines(screen),
    hindranceLines(screen),
    ...measuredSections(report).map((section) => sectionLines(section, screen)),
    ...failures,
    ...(couldNotStart(report) ? [] : undecidedBlocks(screen)),
    ...adviceSections(report).map((section) => sectionLines(section, screen)),
    options.printWaivers ? offeredWaiverLines(screen) : [],
    [
      ...(failures.length > 0 ? verdictLines(screen) : []),
      ...runLines(screen),
      ...placeLines(screen, options),
    ],
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function screenOf(report: Report, { columns, color }: TerminalOptions): ReportScreen {
  return {
    report,
    exchanges: exchangesByNumber(report),
    columns: Math.max(narrowest, columns),
    paint: paintFor(color),
  };
}

function placeLines({ paint }: ReportScreen, { reportPath }: TerminalOptions): string[] {
  return reportPath ? [`Report: ${paint.cyan(visibleLine(reportPath))}`] : [];
}

function verdictLines({ report, columns, paint }: ReportScreen): string[] {
  const colors = { conformant: paint.green, 'non-conformant': paint.red, none: paint.yellow };
  const lines = wrapWithin(visibleLine(verdictSentence(report)), columns, 4);
  // A part of the requirements never looks like a conformant service.
  const color = isFragment(report) || failsAllTheSame(report) ? paint.yellow : colors[report.verdict];
  return lines.map((line) => paint.bold(color(line)));
}

function hindranceLines({ report, columns, paint }: ReportScreen): string[] {
  return hindrances(report).flatMap((line) =>
    wrapWithin(visibleLine(line), columns - 2, 4).map((part) => paint.yellow(`  ${part}`)),
  );
}

function failureBlocks(screen: ReportScreen): string[][] {
  const groups = byCause(withVerdict(screen.report, 'failed', 'warned'), screen.report);
  const whole = groups.length > wholeCauses + 2 ? groups.slice(0, wholeCauses) : groups;
  const rest = groups.slice(whole.length).flatMap(({ members }) => members);
  const { bold, red, yellow } = screen.paint;
  const more = (verdict: 'failed' | 'warned', word: string): string[][] => {
    const members = rest.filter((requirement) => requirement.verdict === verdict);
    const head = `${bold(word)}  ${members.length} more: see the report`;
    return members.length === 0 ? [] : [[head, ...members.map((one) => shortFailureLine(one, screen))]];
  };
  return [
    ...whole.map((group) => causeLines(group, screen)),
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

function undecidedBlocks(screen: ReportScreen): string[][] {
  const { report, paint, columns } = screen;
  const sections = undecidedSections(report).map((section) => sectionLines(section, screen));
  const counts = countsTable(report).map((line, index) => (index === 0 ? paint.dim(line) : line));
  return [
    ...sections,
    isOfLoad(report) ? wrapWithin(undecidedText(report), columns, 2).map(paint.dim) : counts,
  ];
}

/** Entries for a waivers file, complete except for the reason; their lines are never wrapped. */
function offeredWaiverLines({ report, columns, paint }: ReportScreen): string[] {
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

function runLines({ report, columns, paint }: ReportScreen): string[] {
  const { run, waits } = report;
  const lost = deliveryTexts(report);
  const animals = animalsCreated(report);
  const facts = [
    run.kind === 'judge'
      ? `${counted(run.requests, 'request')} recorded over ${durationText(run.durationMs)}, nothing sent`
      : `${counted(run.requests, 'request')} in ${durationText(run.durationMs)}`,
    ...(waits.count === 0
      ? []
      : [`${counted(waits.count, 'wait')}, ${durationText(waits.totalMs)} in total`]),
    ...(animals === 0
      ? []
      : [`${counted(animals, 'animal')} created (names contain ${visibleLine(run.tag)})`]),
    ...(run.kind === undefined ? [`effort ${effortText(run)}`] : []),
    ...(run.kind === 'judge' ? [] : [`seed ${run.seed}`]),
  ];
  return [
    ...packed(facts, columns).map((line) => paint.dim(line)),
    ...(lost.length === 0
      ? []
      : wrapWithin(`Transport: ${lost.join('; ')}`, columns, 4).map((line) => paint.yellow(line))),
  ];
}
