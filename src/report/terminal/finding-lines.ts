import { type CauseGroup, sinceBaseline } from '../by-verdict.ts';
import { curlWords } from '../curl.ts';
import { smallestExample } from '../example.ts';
import { findingRows } from '../finding-rows.ts';
import type { ReportExchange, ReportFinding, ReportRequirement } from '../report.ts';
import { variablesToSet } from '../rerun.ts';
import { wordsOf } from '../shell-word.ts';
import { bounded, counted, numberText, visibleLine } from '../words.ts';
import { continued, displayWidth, fit as fitted, type ReportLayout, wrapWithin } from './layout.ts';

const labelWidth = 16;
/** Of more requirements with one cause, only the number is shown. */
const othersShown = 6;
const longestCurlLines = 5;
const excerpt = 300;

/** Requirements of one likely cause: the first failed one in full, a line for each other. At most one screen. */
export function causeLines({ cause, members }: CauseGroup, layout: ReportLayout): string[] {
  const main = members.find(({ verdict }) => verdict === 'failed') ?? members[0];
  if (main === undefined) {
    return [];
  }
  const others = members.filter((requirement) => requirement !== main);
  const lines = violationLines(main, layout);
  // The first finding shown already says most causes.
  const named = cause === null || cause === main.findings[0]?.message ? '' : ` (${cause})`;
  return cause === null ? lines : [...lines, ...sameCauseLines(named, others, layout)];
}

function sameCauseLines(cause: string, others: readonly ReportRequirement[], layout: ReportLayout): string[] {
  const count = `Possibly one cause of ${counted(others.length + 1, 'violation')}${cause}. Also violated:`;
  const rest = others.length - othersShown;
  return [
    ...wrapWithin(visibleLine(count), layout.columns - 2, 2).map((line) => `  ${line}`),
    ...others.slice(0, othersShown).map((requirement) => `  ${shortFailureLine(requirement, layout)}`),
    ...(rest > 0 ? [`    and ${numberText(rest)} more: see the report`] : []),
  ];
}

/** A violated requirement with its first finding. About 15 lines. */
function violationLines(requirement: ReportRequirement, layout: ReportLayout): string[] {
  const { paint, columns } = layout;
  const [first, ...others] = requirement.findings;
  const more = others.length - 2;
  const word = requirement.verdict === 'warned' ? paint.yellow('WARNED') : paint.red('FAILED');
  return [
    `${paint.bold(word)}  ${idAndSection(requirement, columns - 8, layout)}`,
    ...wrapWithin(requirement.statement, columns - 2, 2).map((line) => `  ${line}`),
    ...labelled('Baseline', sinceBaseline(requirement.id, layout.report), layout, 2),
    ...(first === undefined ? [] : findingLines(requirement, first, layout)),
    ...others.slice(0, 2).flatMap((finding) => labelled('Also', oneLine(finding), layout, 2)),
    ...labelled('', more > 0 ? `and ${counted(more, 'more finding')}: see the report` : null, layout, 1),
  ];
}

export function shortFailureLine(requirement: ReportRequirement, { columns, paint }: ReportLayout): string {
  const finding = visibleLine(requirement.findings[0]?.message ?? '');
  const room = columns - requirement.id.length - 6;
  const color = requirement.verdict === 'warned' ? paint.yellow : paint.red;
  return `  ${color(requirement.id)}${room < 12 ? '' : `  ${paint.dim(fitted(finding, room))}`}`;
}

function idAndSection({ id, section }: ReportRequirement, columns: number, { paint }: ReportLayout): string {
  const gap = columns - id.length - displayWidth(section);
  return gap < 2 ? paint.bold(id) : `${paint.bold(id)}${' '.repeat(gap)}${paint.dim(section)}`;
}

function findingLines(
  requirement: ReportRequirement,
  finding: ReportFinding,
  layout: ReportLayout,
): string[] {
  const example = smallestExample(finding, layout.exchanges);
  const variables = variablesToSet(finding.rerun, finding.curl);
  return [
    ...findingRows(requirement, finding, layout.exchanges).flatMap(({ label, text, lines }) =>
      labelled(label, text, layout, lines),
    ),
    ...(finding.curl === null || example === undefined ? [] : curlLines(example, layout)),
    ...commandLines('Rerun', rerunWords(finding.rerun), layout),
    ...labelled('Set first', variables === '' ? null : variables, layout, 4),
  ];
}

function curlLines(example: ReportExchange, layout: ReportLayout): string[] {
  const { target, run } = layout.report;
  const words = curlWords(target.baseUrl, example.request, run.reach).map(visibleLine);
  const lines = commandLines('Reproduce', words, layout);
  const size = words.reduce((sum, word) => sum + word.length, 0);
  return lines.length > longestCurlLines || size > longestCurlLines * 200
    ? labelled('Reproduce', `a curl command of ${size} characters: see the report`, layout, 1)
    : lines;
}

/** Lines for a shell, never truncated and never broken inside a word. */
function commandLines(label: string, words: readonly string[], layout: ReportLayout): string[] {
  return continued(words, layout.columns - labelWidth).map((line, index) =>
    beside(index === 0 ? label : '', line, layout),
  );
}

/** The command's words, an option together with its value. */
function rerunWords(command: string): string[] {
  const words: string[] = [];
  for (const word of wordsOf(visibleLine(command))) {
    const option = words.at(-1);
    if (option?.startsWith('-') && !option.includes(' ') && !word.startsWith('-')) {
      words[words.length - 1] = `${option} ${word}`;
    } else {
      words.push(word);
    }
  }
  return words;
}

function oneLine(finding: ReportFinding): string {
  const where = finding.count === 1 ? '' : `, ${finding.count} times`;
  const waived = finding.waiver === undefined ? '' : ', waived';
  return `${bounded(finding.message, excerpt)} (#${finding.exchanges[0]}${where}${waived})`;
}

/** No lines for `null`. */
function labelled(label: string, text: string | null, layout: ReportLayout, lines: number): string[] {
  if (text === null) {
    return [];
  }
  const room = layout.columns - labelWidth;
  const line = visibleLine(text);
  const wrapped = lines === 1 ? [fitted(line, room)] : wrapWithin(line, room, lines);
  return wrapped.map((part, index) => beside(index === 0 ? label : '', part, layout));
}

function beside(label: string, line: string, { paint }: ReportLayout): string {
  return `  ${paint.dim(label.padEnd(labelWidth - 2))}${line}`;
}
