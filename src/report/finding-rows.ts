import { answerText, smallestExample, writesText } from './example.ts';
import { likelyOwner } from './likely-owner.ts';
import type { ReportExchange, ReportExchanges, ReportFinding, ReportRequirement } from './report.ts';
import { variablesToSet } from './rerun.ts';
import { frequencyText } from './same-requests.ts';
import { bounded, numberText } from './words.ts';

/** A fact of a finding. Its text may be that of the service. */
export interface FindingRow {
  readonly label: string;
  readonly text: string;
  /** How many lines of a terminal it has at most. */
  readonly lines: number;
}

/** The maximum lengths of texts, in characters. */
export const longestPart = 1_000;
const longestCurl = 4_000;
const relatedShown = 10;

/** The facts of a finding, with its counterexample. */
export function findingRows(
  requirement: ReportRequirement,
  finding: ReportFinding,
  exchanges: ReportExchanges,
): readonly FindingRow[] {
  const example = smallestExample(finding, exchanges);
  return [
    ...rowsOf([
      ['Finding', finding.message, 5],
      ['Expected', finding.expected, 2],
      ['Received', finding.actual, 2],
    ]),
    ...(example === undefined ? [] : exampleRows(example)),
    ...contextRows(requirement, finding, exchanges),
  ];
}

/** Further exchanges with the finding (`#22`), its frequency and its likely owner. */
export function contextRows(
  { id, evidence }: ReportRequirement,
  finding: ReportFinding,
  exchanges: ReportExchanges,
): readonly FindingRow[] {
  const owner = likelyOwner(id, smallestExample(finding, exchanges));
  const related = finding.related.slice(0, relatedShown);
  return rowsOf([
    ['Exchanges', seenIn(finding, evidence.count), 2],
    ['Compare', related.map(({ role, exchange }) => `${role} #${exchange}`).join(', '), 1],
    ['Frequency', frequencyText(finding), 2],
    ['Likely owner', owner === null ? null : `${owner.who}: ${owner.why}`, 2],
  ]);
}

function rowsOf(
  rows: readonly (readonly [label: string, text: string | null, lines: number])[],
): FindingRow[] {
  return rows.flatMap(([label, text, lines]) =>
    text === null || text === '' ? [] : [{ label, text: bounded(text, longestPart), lines }],
  );
}

function exampleRows(example: ReportExchange): FindingRow[] {
  const { number, request, response } = example;
  return rowsOf([
    ['Request', withBody(`#${number} ${request.method} ${request.target}`, request.body), 1],
    ['', writesText(request), 1],
    ['Response', withBody(answerText(example), response?.body ?? null), 1],
  ]);
}

function withBody(head: string, body: string | null): string {
  return [head, body ?? '']
    .map((text) => bounded(text, longestPart / 2))
    .join('  ')
    .trimEnd();
}

/** `3 of 17 (listPets 2, createPet 1): #22 (counterexample), #14, #15; first seen in #14`. */
function seenIn({ count, exchanges, first, operations }: ReportFinding, all: number): string {
  const [example = '', ...others] = exchanges.map((number) => `#${number}`);
  const share = all > count ? ` of ${numberText(all)}` : '';
  const parts = operations.map(({ operation, exchanges: of }) => `${operation ?? 'other requests'} ${of}`);
  const byOperation = parts.length < 2 ? '' : ` (${parts.join(', ')})`;
  const named = others.length === 0 ? [example] : [`${example} (counterexample)`, ...others];
  const more = count > exchanges.length ? ' …' : '';
  const earliest = first === undefined || first === exchanges[0] ? '' : `; first seen in #${first}`;
  const size = count === 1 && share === '' ? '' : `${numberText(count)}${share}${byOperation}: `;
  return `${size}${named.join(', ')}${more}${earliest}`;
}

/** A finding as plain text for JUnit readers and Markdown code blocks, one fact per line. */
export function plainFinding(
  requirement: ReportRequirement,
  finding: ReportFinding,
  exchanges: ReportExchanges,
): string {
  const { curl, rerun } = finding;
  const variables = variablesToSet(rerun, curl);
  const commands = [
    ...(curl === null ? [] : [{ label: 'Reproduce', text: curlText(curl) }]),
    { label: 'Rerun', text: bounded(rerun, longestCurl) },
    ...(variables === '' ? [] : [{ label: 'Set first', text: variables }]),
  ];
  return [...findingRows(requirement, finding, exchanges), ...commands]
    .map(({ label, text }) => `${label === '' ? '' : `${label}:`}`.padEnd(14) + text)
    .join('\n');
}

function curlText(curl: string): string {
  return curl.length <= longestCurl ? curl : `a curl command of ${curl.length} characters: see report.json`;
}
