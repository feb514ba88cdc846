import { type CauseGroup, sinceBaseline } from '../by-verdict.ts';
import { curlWords } from '../curl.ts';
import { answerText, smallestExample, writesText } from '../example.ts';
import { likelyOwner } from '../likely-owner.ts';
import type { ReportExchange, ReportFinding, ReportRequirement } from '../report.ts';
import { variablesToSet } from '../rerun.ts';
import { frequencyText } from '../same-requests.ts';
import { wordsOf } from '../shell-word.ts';
import { bounded, counted, numberText, visibleLine } from '../words.ts';
import { continued, displayWidth, fit as fitted, type ReportLayout, wrapWithin } from './layout.ts';

const labelWidth = 16;
/** Of more requirements with one cause, only the number is shown. */
const othersShown = 6;
const longestCurlLines = 5;
const excerpt = 300;
/** Of 80 columns: the likely cause, which ends a message, fits in. */
const messageLines = 5;

/** Requirements of one likely cause: the first failed one in full, a line for each other. At most one screen. */
export function causeLines({ cause, members }: CauseGroup, layout: ReportLayout): string[] {
  const main = members.find(({ verdict }) => verdict === 'failed') ?? members[0];
  if (main === undefined) {
    return [];
  }
  const others = members.filter((requirement) => requirement !== main);
  const lines = main.verdict === 'failed' ? failureLines(main, layout) : warningLines(main, layout);
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

/** A failed requirement with its first finding. About 15 lines. */
function failureLines(requirement: ReportRequirement, layout: ReportLayout): string[] {
  const { paint, columns } = layout;
  const [first, ...others] = requirement.findings;
  return [
    `${paint.bold(paint.red('FAILED'))}  ${idAndSection(requirement, columns - 8, layout)}`,
    ...wrapWithin(requirement.statement, columns - 2, 2).map((line) => `  ${line}`),
    ...expiredWaivers(requirement, layout),
    ...labelled('Baseline', sinceBaseline(requirement.id, layout.report), layout, 2),
    ...(first === undefined ? [] : findingLines(requirement, first, layout)),
    ...others.slice(0, 2).flatMap((finding) => labelled('Also', oneLine(finding), layout, 2)),
    ...moreFindings(others.length - 2, layout),
  ];
}

function moreFindings(count: number, layout: ReportLayout): string[] {
  return labelled('', count > 0 ? `and ${counted(count, 'more finding')}: see the report` : null, layout, 1);
}

function expiredWaivers({ id }: ReportRequirement, layout: ReportLayout): string[] {
  return layout.report.waivers
    .filter(({ requirement, state }) => requirement === id && state === 'expired')
    .flatMap(({ note, source }) => labelled('Waiver', `${note} (${source})`, layout, 2));
}

function warningLines(requirement: ReportRequirement, layout: ReportLayout): string[] {
  const { paint, columns } = layout;
  return [
    `${paint.bold(paint.yellow('WARNED'))}  ${idAndSection(requirement, columns - 8, layout)}`,
    ...wrapWithin(requirement.statement, columns - 2, 2).map((line) => `  ${line}`),
    ...labelled('Baseline', sinceBaseline(requirement.id, layout.report), layout, 2),
    ...requirement.findings.slice(0, 3).flatMap((finding) => warningFinding(finding, layout)),
    ...moreFindings(requirement.findings.length - 3, layout),
  ];
}

function warningFinding(finding: ReportFinding, layout: ReportLayout): string[] {
  const example = smallestExample(finding, layout.exchanges);
  return [
    ...labelled('Finding', oneLine(finding), layout, 2),
    ...labelled('Received', finding.actual, layout, 2),
    ...(finding.curl === null || example === undefined
      ? commandLines('Rerun', rerunWords(finding.rerun), layout)
      : curlLines(example, layout)),
    ...labelled('Frequency', frequencyText(finding), layout, 2),
    ...variableLines(layout, finding.curl ?? finding.rerun),
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

function findingLines({ id }: ReportRequirement, finding: ReportFinding, layout: ReportLayout): string[] {
  const example = smallestExample(finding, layout.exchanges);
  const owner = likelyOwner(id, example);
  return [
    ...labelled('Finding', finding.message, layout, messageLines),
    ...labelled('Expected', finding.expected, layout, 2),
    ...labelled('Received', finding.actual, layout, 2),
    ...(example === undefined ? [] : exampleLines(finding, example, layout)),
    ...labelled('Likely owner', owner === null ? null : `${owner.who}: ${owner.why}`, layout, 2),
    ...commandLines('Rerun', rerunWords(finding.rerun), layout),
    ...variableLines(layout, finding.rerun, finding.curl),
  ];
}

function exampleLines(finding: ReportFinding, example: ReportExchange, layout: ReportLayout): string[] {
  const { request, response } = example;
  const first = finding.first === example.number ? '' : `, first seen in #${finding.first}`;
  const times =
    finding.count === 1
      ? `#${example.number}`
      : `#${example.number}, one of ${finding.count}${byOperation(finding)}${first}`;
  const body = request.body === null ? '' : `  ${bounded(request.body, excerpt)}`;
  const answer = response === null ? '' : `  ${bounded(response.body, excerpt)}`;
  return [
    ...labelled(
      'Request',
      `${times}: ${request.method} ${bounded(request.target, excerpt)}${body}`,
      layout,
      1,
    ),
    ...labelled('', writesText(request), layout, 1),
    ...labelled('Response', `${answerText(example)}${answer}`, layout, 1),
    ...(finding.curl === null ? [] : curlLines(example, layout)),
    ...labelled('Frequency', frequencyText(finding), layout, 2),
  ];
}

/** ` (createPet 12, listPets 4)`, if it was found in several operations. */
function byOperation({ operations }: ReportFinding): string {
  const parts = operations.map(({ operation, exchanges }) => `${operation ?? 'other requests'} ${exchanges}`);
  return parts.length < 2 ? '' : ` (${parts.join(', ')})`;
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

function variableLines(layout: ReportLayout, ...commands: readonly (string | null)[]): string[] {
  const text = variablesToSet(...commands);
  return text === '' ? [] : labelled('Set first', text, layout, 4);
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
