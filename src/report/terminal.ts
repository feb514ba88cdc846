import { animalsCreated, byCause, byReason, shortIds, waivedWays, withVerdict } from './by-verdict.ts';
import { exchangesByNumber } from './example.ts';
import { isOfLoad, undecidedText } from './load-text.ts';
import type { Report, ReportRequirement } from './report.ts';
import { deliveryTexts, effortText, hindrances } from './run-text.ts';
import { acrossLines } from './terminal/across-lines.ts';
import { countsTable } from './terminal/counts-table.ts';
import { causeLines, shortFailureLine } from './terminal/finding-lines.ts';
import { loadLines } from './terminal/load-lines.ts';
import { planLimitLines } from './terminal/plan-limit-lines.ts';
import { packed, paintFor, type Screen, wrapWithin } from './terminal/screen.ts';
import { fixedLines, offeredWaiverLines, waiverLines } from './terminal/waiver-lines.ts';
import { failsAllTheSame, isFragment, verdictSentence } from './verdict-sentence.ts';
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
    loadLines(screen),
    planLimitLines(screen),
    acrossLines(screen),
    ...failures,
    ...(couldNotStart(report) ? [] : undecidedBlocks(screen)),
    waiverLines(screen),
    fixedLines(screen),
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

function screenOf(report: Report, { columns, color }: TerminalOptions): Screen {
  return {
    report,
    exchanges: exchangesByNumber(report),
    columns: Math.max(narrowest, columns),
    paint: paintFor(color),
  };
}

function placeLines({ paint }: Screen, { reportPath }: TerminalOptions): string[] {
  return reportPath ? [`Report: ${paint.cyan(visibleLine(reportPath))}`] : [];
}

function verdictLines({ report, columns, paint }: Screen): string[] {
  const colors = { conformant: paint.green, 'non-conformant': paint.red, none: paint.yellow };
  const lines = wrapWithin(visibleLine(verdictSentence(report)), columns, 4);
  // A part of the requirements never looks like a conformant service.
  const color = isFragment(report) || failsAllTheSame(report) ? paint.yellow : colors[report.verdict];
  return lines.map((line) => paint.bold(color(line)));
}

function hindranceLines({ report, columns, paint }: Screen): string[] {
  return hindrances(report).flatMap((line) =>
    wrapWithin(visibleLine(line), columns - 2, 4).map((part) => paint.yellow(`  ${part}`)),
  );
}

function failureBlocks(screen: Screen): string[][] {
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

function undecidedBlocks(screen: Screen): string[][] {
  if (isOfLoad(screen.report)) {
    const { paint, columns } = screen;
    return [...waivedBlocks(screen), wrapWithin(undecidedText(screen.report), columns, 2).map(paint.dim)];
  }
  return [
    reasonLines('NOT TESTED', selectedOnly(withVerdict(screen.report, 'skipped'), screen), screen),
    reasonLines('INCONCLUSIVE', withVerdict(screen.report, 'inconclusive'), screen),
    ...waivedBlocks(screen),
    countsTable(screen.report).map((line, index) => (index === 0 ? screen.paint.dim(line) : line)),
  ];
}

/** A run of a selection does not list what was not selected. */
function selectedOnly(requirements: readonly ReportRequirement[], { report }: Screen): ReportRequirement[] {
  const selected = new Set(report.run.selected);
  return requirements.filter(({ id }) => selected.has(id));
}

function waivedBlocks(screen: Screen): string[][] {
  return waivedWays(screen.report).map(({ title, requirements }) =>
    reasonLines(title.toUpperCase(), requirements, screen),
  );
}

function reasonLines(
  title: string,
  requirements: readonly ReportRequirement[],
  { report, columns, paint }: Screen,
): string[] {
  if (requirements.length === 0) {
    return [];
  }
  const must = requirements.filter(({ level }) => level === 'MUST').length;
  // The sentence of the verdict counts these.
  const ofMust = must === requirements.length ? '' : ` (${must} MUST)`;
  return [
    paint.bold(`${title}  ${requirements.length}${ofMust}`),
    ...byReason(requirements).flatMap(({ reason, requirements: members }) => [
      ...wrapWithin(shortIds(report, members).join(', '), columns - 2, 4).map((line) => `  ${line}`),
      ...wrapWithin(visibleLine(reason), columns - 4, 3).map((line) => paint.dim(`    ${line}`)),
    ]),
  ];
}

function runLines({ report, columns, paint }: Screen): string[] {
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
