import { type CauseGroup, sinceBaseline } from '../by-verdict.ts';
import { curlWords } from '../curl.ts';
import { answerText, smallestExample, writesText } from '../example.ts';
import { type LikelyOwner, likelyOwner } from '../likely-owner.ts';
import type { ReportExchange, ReportFinding, ReportRequirement } from '../report.ts';
import { variablesToSet } from '../rerun.ts';
import { frequencyText } from '../same-requests.ts';
import { wordsOf } from '../shell-word.ts';
import { bounded, counted, numberText, visibleLine } from '../words.ts';
import { continued, displayWidth, fit as fitted, type ReportScreen, wrapWithin } from './screen.ts';

const labelWidth = 16;
/** Of more requirements with one cause, only the number is shown. */
const othersShown = 6;
const longestCurlLines = 5;
const excerpt = 300;
/** Of 80 columns: the likely cause, which ends a message, fits in. */
const messageLines = 5;

/** Requirements of one likely cause: the first failed one in full, a line for each other. At most one screen. */
export function causeLines({ cause, members }: CauseGroup, screen: ReportScreen): string[] {
  const main = members.find(({ verdict }) => verdict === 'failed') ?? members[0];
  if (main === undefined) {
    return [];
  }
  const others = members.filter((requirement) => requirement !== main);
  const lines = main.verdict === 'failed' ? failureLines(main, screen) : warningLines(main, screen);
  // The first finding shown already says most causes.
  const named = cause === null || cause === main.findings[0]?.message ? '' : ` (${cause})`;
  return cause === null ? lines : [...lines, ...sameCauseLines(named, others, screen)];
}

function sameCauseLines(cause: string, others: readonly ReportRequirement[], screen: ReportScreen): string[] {
  const count = `Possibly one cause of ${counted(others.length + 1, 'violation')}${cause}. Also violated:`;
  const rest = others.length - othersShown;
  return [
    ...wrapWithin(visibleLine(count), screen.columns - 2, 2).map((line) => `  ${line}`),
    ...others.slice(0, othersShown).map((requirement) => `  ${shortFailureLine(requirement, screen)}`),
    ...(rest > 0 ? [`    and ${numberText(rest)} more: see the report`] : []),
  ];
}

/** A failed requirement with its first finding. About 15 lines. */
function failureLines(requirement: ReportRequirement, screen: ReportScreen): string[] {
  const { paint, columns } = screen;
  const [first, ...others] = requirement.findings;
  return [
    `${paint.bold(paint.red('FAILED'))}  ${idAndSection(requirement, columns - 8, screen)}`,
    ...wrapWithin(requirement.statement, columns - 2, 2).map((line) => `  ${line}`),
    ...expiredWaivers(requirement, screen),
    ...baselineLines(requirement, screen),
    ...(first === undefined ? [] : findingLines(requirement, first, screen)),
    ...others.slice(0, 2).flatMap((finding) => labelled('Also', oneLine(finding), screen, 2)),
    ...moreFindings(others.length - 2, screen),
  ];
}

function moreFindings(count: number, screen: ReportScreen): string[] {
  return count > 0 ? labelled('', `and ${counted(count, 'more finding')}: see the report`, screen, 1) : [];
}

function expiredWaivers({ id }: ReportRequirement, screen: ReportScreen): string[] {
  return screen.report.waivers
    .filter(({ requirement, state }) => requirement === id && state === 'expired')
    .flatMap(({ note, source }) => labelled('Waiver', `${note} (${source})`, screen, 2));
}

function baselineLines({ id }: ReportRequirement, screen: ReportScreen): string[] {
  const since = sinceBaseline(id, screen.report);
  return since === null ? [] : labelled('Baseline', since, screen, 2);
}

function warningLines(requirement: ReportRequirement, screen: ReportScreen): string[] {
  const { paint, columns } = screen;
  return [
    `${paint.bold(paint.yellow('WARNED'))}  ${idAndSection(requirement, columns - 8, screen)}`,
    ...wrapWithin(requirement.statement, columns - 2, 2).map((line) => `  ${line}`),
    ...baselineLines(requirement, screen),
    ...requirement.findings.slice(0, 3).flatMap((finding) => warningFinding(finding, screen)),
    ...moreFindings(requirement.findings.length - 3, screen),
  ];
}

function warningFinding(finding: ReportFinding, screen: ReportScreen): string[] {
  const example = smallestExample(finding, screen.exchanges);
  return [
    ...labelled('Finding', oneLine(finding), screen, 2),
    ...labelled('Received', finding.actual, screen, 2),
    ...(finding.curl === null || example === undefined
      ? commandLines('Rerun', rerunWords(finding.rerun), screen)
      : curlLines(example, screen)),
    ...frequencyLines(finding, screen),
    ...variableLines(screen, finding.curl ?? finding.rerun),
  ];
}

export function shortFailureLine(requirement: ReportRequirement, { columns, paint }: ReportScreen): string {
  const finding = visibleLine(requirement.findings[0]?.message ?? '');
  const room = columns - requirement.id.length - 6;
  const color = requirement.verdict === 'warned' ? paint.yellow : paint.red;
  return `  ${color(requirement.id)}${room < 12 ? '' : `  ${paint.dim(fitted(finding, room))}`}`;
}

function idAndSection({ id, section }: ReportRequirement, columns: number, { paint }: ReportScreen): string {
  const gap = columns - id.length - displayWidth(section);
  return gap < 2 ? paint.bold(id) : `${paint.bold(id)}${' '.repeat(gap)}${paint.dim(section)}`;
}

function findingLines({ id }: ReportRequirement, finding: ReportFinding, screen: ReportScreen): string[] {
  const example = smallestExample(finding, screen.exchanges);
  return [
    ...labelled('Finding', finding.message, screen, messageLines),
    ...labelled('Expected', finding.expected, screen, 2),
    ...labelled('Received', finding.actual, screen, 2),
    ...(example === undefined ? [] : exampleLines(finding, example, screen)),
    ...ownerLines(likelyOwner(id, example), screen),
    ...commandLines('Rerun', rerunWords(finding.rerun), screen),
    ...variableLines(screen, finding.rerun, finding.curl),
  ];
}

function ownerLines(owner: LikelyOwner | null, screen: ReportScreen): string[] {
  return owner === null ? [] : labelled('Likely owner', `${owner.who}: ${owner.why}`, screen, 2);
}

function exampleLines(finding: ReportFinding, example: ReportExchange, screen: ReportScreen): string[] {
  const { request, response } = example;
  const first = finding.first === example.number ? '' : `, first seen in #${finding.first}`;
  const times =
    finding.count === 1
      ? `#${example.number}`
      : `#${example.number}, one of ${finding.count}${byOperation(finding)}${first}`;
  const body = request.body === null ? '' : `  ${bounded(request.body, excerpt)}`;
  const writes = writesText(request);
  const answer = response === null ? '' : `  ${bounded(response.body, excerpt)}`;
  return [
    ...labelled(
      'Request',
      `${times}: ${request.method} ${bounded(request.target, excerpt)}${body}`,
      screen,
      1,
    ),
    ...(writes === null ? [] : labelled('', writes, screen, 1)),
    ...labelled('Response', `${answerText(example)}${answer}`, screen, 1),
    ...(finding.curl === null ? [] : curlLines(example, screen)),
    ...frequencyLines(finding, screen),
  ];
}

function frequencyLines(finding: ReportFinding, screen: ReportScreen): string[] {
  const text = frequencyText(finding);
  return text === null ? [] : labelled('Frequency', text, screen, 2);
}

/** ` (createPet 12, listPets 4)`, if it was found in several operations. */
function byOperation({ operations }: ReportFinding): string {
  const parts = operations.map(({ operation, exchanges }) => `${operation ?? 'other requests'} ${exchanges}`);
  return parts.length < 2 ? '' : ` (${parts.join(', ')})`;
}

function curlLines(example: ReportExchange, screen: ReportScreen): string[] {
  const { target, run } = screen.report;
  const words = curlWords(target.baseUrl, example.request, run.reach).map(visibleLine);
  const lines = commandLines('Reproduce', words, screen);
  const size = words.reduce((sum, word) => sum + word.length, 0);
  return lines.length > longestCurlLines || size > longestCurlLines * 200
    ? labelled('Reproduce', `a curl command of ${size} characters: see the report`, screen, 1)
    : lines;
}

/** Lines for a shell, never truncated and never broken inside a word. */
function commandLines(label: string, words: readonly string[], screen: ReportScreen): string[] {
  return continued(words, screen.columns - labelWidth).map((line, index) =>
    beside(index === 0 ? label : '', line, screen),
  );
}

function variableLines(screen: ReportScreen, ...commands: readonly (string | null)[]): string[] {
  const text = variablesToSet(...commands);
  return text === '' ? [] : labelled('Set first', text, screen, 4);
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

function labelled(label: string, text: string, screen: ReportScreen, lines: number): string[] {
  const room = screen.columns - labelWidth;
  const line = visibleLine(text);
  const wrapped = lines === 1 ? [fitted(line, room)] : wrapWithin(line, room, lines);
  return wrapped.map((part, index) => beside(index === 0 ? label : '', part, screen));
}

function beside(label: string, line: string, { paint }: ReportScreen): string {
  return `  ${paint.dim(label.padEnd(labelWidth - 2))}${line}`;
}
