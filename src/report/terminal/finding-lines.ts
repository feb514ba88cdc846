import { sinceBaseline } from '../baseline-texts.ts';
import { counted } from '../counted.ts';
import { curlWords } from '../curl.ts';
import { bounded } from '../cut-text.ts';
import { answerText, smallestExample, writesText } from '../example.ts';
import type { ReportExchange, ReportFinding, ReportRequirement } from '../report.ts';
import { wordsOf } from '../shell-word.ts';
import { visibleLine } from '../visible-text.ts';
import type { Screen } from './screen.ts';
import { continued, displayWidth, fit as fitted, wrapWithin } from './text-layout.ts';

const labelWidth = 12;
const longestCurlLines = 5;
const excerpt = 300;
/** Of 80 columns: the likely cause, which ends a message, fits in. */
const messageLines = 5;

/** A failed requirement: what was asked for, what came, and how to see it again. About 15 lines. */
export function failureLines(requirement: ReportRequirement, screen: Screen): string[] {
  const { paint, columns } = screen;
  const [first, ...others] = requirement.findings;
  return [
    `${paint.bold(paint.red('FAILED'))}  ${idAndSection(requirement, columns - 8, screen)}`,
    ...wrapWithin(requirement.statement, columns - 2, 2).map((line) => `  ${line}`),
    ...expiredWaivers(requirement, screen),
    ...baselineLines(requirement, screen),
    ...(first === undefined ? [] : findingLines(first, screen)),
    ...others.slice(0, 2).flatMap((finding) => labelled('also', oneLine(finding), screen, 2)),
    ...(others.length > 2
      ? labelled('', `and ${counted(others.length - 2, 'more way')}: see the report`, screen, 1)
      : []),
  ];
}

function expiredWaivers({ id }: ReportRequirement, screen: Screen): string[] {
  return screen.report.waivers
    .filter(({ requirement, state }) => requirement === id && state === 'expired')
    .flatMap(({ note, source }) => labelled('waiver', `${note} (${source})`, screen, 2));
}

function baselineLines({ id }: ReportRequirement, screen: Screen): string[] {
  const since = sinceBaseline(id, screen.report);
  return since === null ? [] : labelled('before', since, screen, 2);
}

/** A violated SHOULD, shorter. */
export function warningLines(requirement: ReportRequirement, screen: Screen): string[] {
  const { paint, columns } = screen;
  return [
    `${paint.bold(paint.yellow('WARNED'))}  ${idAndSection(requirement, columns - 8, screen)}`,
    ...wrapWithin(requirement.statement, columns - 2, 2).map((line) => `  ${line}`),
    ...baselineLines(requirement, screen),
    ...requirement.findings.slice(0, 3).flatMap((finding) => labelled('found', oneLine(finding), screen, 2)),
    ...(requirement.findings.length > 3
      ? labelled('', `and ${counted(requirement.findings.length - 3, 'more way')}: see the report`, screen, 1)
      : []),
  ];
}

/** A failed requirement in one line, where there are many. */
export function shortFailureLine(requirement: ReportRequirement, { columns, paint }: Screen): string {
  const came = visibleLine(requirement.findings[0]?.actual ?? '');
  const room = columns - requirement.id.length - 4;
  return `  ${paint.red(requirement.id)}${room < 12 ? '' : `  ${paint.dim(fitted(came, room))}`}`;
}

function idAndSection({ id, section }: ReportRequirement, columns: number, { paint }: Screen): string {
  const gap = columns - id.length - displayWidth(section);
  return gap < 2 ? paint.bold(id) : `${paint.bold(id)}${' '.repeat(gap)}${paint.dim(section)}`;
}

function findingLines(finding: ReportFinding, screen: Screen): string[] {
  const example = smallestExample(finding, screen.exchanges);
  return [
    ...labelled('found', finding.message, screen, messageLines),
    ...labelled('expected', finding.expected, screen, 2),
    ...labelled('came', finding.actual, screen, 2),
    ...(example === undefined ? [] : exampleLines(finding, example, screen)),
    ...commandLines('run again', rerunWords(finding.rerun), screen),
  ];
}

function exampleLines(finding: ReportFinding, example: ReportExchange, screen: Screen): string[] {
  const { request, response } = example;
  const first = (finding.first ?? example.number) === example.number ? '' : `, first #${finding.first}`;
  const times =
    finding.count === 1 ? `#${example.number}` : `#${example.number}, one of ${finding.count}${first}`;
  const body = request.body === null ? '' : `  ${bounded(request.body, excerpt)}`;
  const writes = writesText(request);
  const answer = response === null ? '' : `  ${bounded(response.body, excerpt)}`;
  return [
    ...labelled('sent', `${times}: ${request.method} ${bounded(request.target, excerpt)}${body}`, screen, 1),
    ...(writes === null ? [] : labelled('', writes, screen, 1)),
    ...labelled('answer', `${answerText(example)}${answer}`, screen, 1),
    ...curlLines(example, screen),
  ];
}

function curlLines(example: ReportExchange, screen: Screen): string[] {
  const { target, run } = screen.report;
  const words = curlWords(target.baseUrl, example.request, run.reach).map(visibleLine);
  const lines = commandLines('repeat', words, screen);
  const size = words.reduce((sum, word) => sum + word.length, 0);
  return lines.length > longestCurlLines || size > longestCurlLines * 200
    ? labelled('repeat', `a curl line of ${size} characters: see the report`, screen, 1)
    : lines;
}

/** Lines that a shell can be given as they stand: never cut, never broken inside a word. */
function commandLines(label: string, words: readonly string[], screen: Screen): string[] {
  return continued(words, screen.columns - labelWidth).map((line, index) =>
    beside(index === 0 ? label : '', line, screen),
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

function labelled(label: string, text: string, screen: Screen, lines: number): string[] {
  const room = screen.columns - labelWidth;
  const line = visibleLine(text);
  const wrapped = lines === 1 ? [fitted(line, room)] : wrapWithin(line, room, lines);
  return wrapped.map((part, index) => beside(index === 0 ? label : '', part, screen));
}

function beside(label: string, line: string, { paint }: Screen): string {
  return `  ${paint.dim(label.padEnd(labelWidth - 2))}${line}`;
}
