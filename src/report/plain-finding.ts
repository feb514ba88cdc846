import { answerText, smallestExample, writesText } from './example.ts';
import type { ReportExchange, ReportExchanges, ReportFinding } from './report.ts';
import { variablesToSet } from './rerun.ts';
import { frequencyText } from './same-requests.ts';
import { bounded, numberText } from './words.ts';

/** The maximum lengths of the parts of a finding as plain text, in characters. */
export const longestPart = 1_000;
const longestCurl = 4_000;

/** A finding as plain text, a line a fact: what JUnit readers and Markdown code blocks show. Holds server text. */
export function plainFinding(finding: ReportFinding, exchanges: ReportExchanges): string {
  const example = smallestExample(finding, exchanges);
  const variables = variablesToSet(finding.rerun, finding.curl);
  const frequency = frequencyText(finding);
  return [
    `Finding:   ${bounded(finding.message, longestPart)}`,
    `Expected:  ${bounded(finding.expected, longestPart)}`,
    `Received:  ${bounded(finding.actual, longestPart)}`,
    ...(example === undefined ? [] : exampleLines(example)),
    `Exchanges: ${seenIn(finding)}`,
    ...finding.related.map(({ role, exchange }) => `           ${role}: #${exchange}`),
    ...(finding.curl === null ? [] : [`Reproduce: ${curlText(finding.curl)}`]),
    ...(frequency === null ? [] : [`Frequency: ${frequency}`]),
    `Rerun:     ${bounded(finding.rerun, longestCurl)}`,
    ...(variables === '' ? [] : [`Set first: ${variables}`]),
  ].join('\n');
}

/** `3: #22 (counterexample), #14, #15; first seen in #14`. */
function seenIn({ count, exchanges, first }: ReportFinding): string {
  const numbers = exchanges.map((number) => `#${number}`);
  const [example = '', ...others] = numbers;
  const named = others.length === 0 ? [example] : [`${example} (counterexample)`, ...others];
  const more = count > exchanges.length ? ` and ${numberText(count - exchanges.length)} more` : '';
  const earliest = first === undefined || first === exchanges[0] ? '' : `; first seen in #${first}`;
  return `${numberText(count)}: ${named.join(', ')}${more}${earliest}`;
}

function exampleLines(example: ReportExchange): string[] {
  const { request, response } = example;
  const writes = writesText(request);
  return [
    `Request:   #${example.number} ${request.method} ${bounded(request.target, longestPart)}`,
    ...(request.body === null ? [] : [`           ${bounded(request.body, longestPart)}`]),
    ...(writes === null ? [] : [`           (${writes})`]),
    `Response:  ${answerText(example)}`,
    ...(response === null || response.body === ''
      ? []
      : [`           ${bounded(response.body, longestPart)}`]),
  ];
}

function curlText(curl: string): string {
  return curl.length <= longestCurl ? curl : `a curl command of ${curl.length} characters: see report.json`;
}
