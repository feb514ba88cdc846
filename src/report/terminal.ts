import { byEarliest } from './by-earliest.ts';
import { animalsLeft, byReason, shortIds, withVerdict } from './by-verdict.ts';
import { counted } from './counted.ts';
import { deliveryTexts } from './delivery-text.ts';
import { durationText } from './duration-text.ts';
import { effortText } from './effort-text.ts';
import { exchangesByNumber } from './example.ts';
import { hindrances } from './hindrances.ts';
import { isOfLoad, undecidedText } from './load-report.ts';
import type { Report, ReportRequirement } from './report.ts';
import { countsTable } from './terminal/counts-table.ts';
import { failureLines, shortFailureLine, warningLines } from './terminal/finding-lines.ts';
import { loadLines } from './terminal/load-lines.ts';
import { paintFor } from './terminal/paint.ts';
import { planLimitLines } from './terminal/plan-limit-lines.ts';
import type { Screen } from './terminal/screen.ts';
import { packed, wrapWithin } from './terminal/text-layout.ts';
import { mendedLines, offeredWaiverLines, waiverLines } from './terminal/waiver-lines.ts';
import { failsAllTheSame, verdictSentence } from './verdict-sentence.ts';
import { visibleLine } from './visible-text.ts';
import { waivedWays } from './waived-ways.ts';

/** Failures that are shown whole; of more than these, one line each. */
const wholeFailures = 8;
const narrowest = 40;

/** How the end of a run is shown. */
export interface TerminalOptions {
  readonly columns: number;
  readonly color: boolean;
  /** Where the report can be opened, or `null` where none was written. */
  readonly reportPath?: string | null;
}

/** Only the verdict of a run, what stood in its way, and where the report lies: ends in a line feed. */
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
    ...failures,
    ...byEarliest(withVerdict(report, 'warned')).map((requirement) => warningLines(requirement, screen)),
    ...(couldNotStart(report) ? [] : undecidedBlocks(screen)),
    waiverLines(screen),
    mendedLines(screen),
    offeredWaiverLines(screen),
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
  const color = failsAllTheSame(report) ? paint.yellow : colors[report.verdict];
  return wrapWithin(visibleLine(verdictSentence(report)), columns, 4).map((line) => paint.bold(color(line)));
}

function hindranceLines({ report, columns, paint }: Screen): string[] {
  return hindrances(report).flatMap((line) =>
    wrapWithin(visibleLine(line), columns - 2, 4).map((part) => paint.yellow(`  ${part}`)),
  );
}

function failureBlocks(screen: Screen): string[][] {
  const failed = byEarliest(withVerdict(screen.report, 'failed'));
  const whole = failed.length > wholeFailures + 2 ? failed.slice(0, wholeFailures) : failed;
  const rest = failed.slice(whole.length);
  return [
    ...whole.map((requirement) => failureLines(requirement, screen)),
    ...(rest.length === 0
      ? []
      : [
          [
            `${screen.paint.bold(screen.paint.red('FAILED'))}  ${rest.length} more, whole in the report:`,
            ...rest.map((requirement) => shortFailureLine(requirement, screen)),
          ],
        ]),
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
    reasonLines('SKIPPED', withVerdict(screen.report, 'skipped'), screen),
    reasonLines('INCONCLUSIVE', withVerdict(screen.report, 'inconclusive'), screen),
    ...waivedBlocks(screen),
    countsTable(screen.report).map((line, index) => (index === 0 ? screen.paint.dim(line) : line)),
  ];
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
  return [
    paint.bold(`${title}  ${requirements.length}`),
    ...byReason(requirements).flatMap(({ reason, requirements: members }) => [
      ...wrapWithin(shortIds(report, members).join(', '), columns - 2, 4).map((line) => `  ${line}`),
      ...wrapWithin(visibleLine(reason), columns - 4, 3).map((line) => paint.dim(`    ${line}`)),
    ]),
  ];
}

function runLines({ report, columns, paint }: Screen): string[] {
  const { run, waits } = report;
  const lost = deliveryTexts(report);
  const animals = animalsLeft(report);
  const facts = [
    run.kind === 'judge'
      ? `${counted(run.requests, 'request')}, recorded over ${durationText(run.durationMs)}; nothing was sent`
      : `${counted(run.requests, 'request')} in ${durationText(run.durationMs)}`,
    ...(waits.count === 0
      ? []
      : [`waited ${counted(waits.count, 'time')}, ${durationText(waits.totalMs)} in all`]),
    ...(animals === 0
      ? []
      : [`${counted(animals, 'animal')} left behind, named with ${visibleLine(run.tag)}`]),
    ...(run.kind === undefined ? [effortText(run)] : []),
    ...(run.kind === 'judge' ? [] : [`seed ${run.seed}`]),
  ];
  return [
    ...packed(facts, columns).map((line) => paint.dim(line)),
    ...(lost.length === 0
      ? []
      : wrapWithin(`Transport: ${lost.join('; ')}`, columns, 4).map((line) => paint.yellow(line))),
  ];
}
