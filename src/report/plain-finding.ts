import { counted } from './counted.ts';
import { bounded } from './cut-text.ts';
import { answerText, smallestExample, writesText } from './example.ts';
import type { ReportExchange, ReportFinding } from './report.ts';

/** How much of each part a plain text of a finding holds, in characters. */
export interface PlainLimits {
  readonly text: number;
  readonly body: number;
  readonly curl: number;
}

/** A finding as plain text, a line a fact: what JUnit readers and Markdown code blocks show. Holds server text. */
export function plainFinding(
  finding: ReportFinding,
  exchanges: ReadonlyMap<number, ReportExchange>,
  limits: PlainLimits,
): string {
  const example = smallestExample(finding, exchanges);
  return [
    `found:    ${bounded(finding.message, limits.text)}`,
    `expected: ${bounded(finding.expected, limits.text)}`,
    `came:     ${bounded(finding.actual, limits.text)}`,
    ...(example === undefined ? [] : exampleLines(example, limits)),
    `seen in:  ${seenIn(finding)}`,
    ...finding.related.map(({ role, exchange }) => `          ${role}: #${exchange}`),
    ...(finding.curl === null ? [] : [`repeat:   ${curlText(finding.curl, limits)}`]),
    `again:    ${bounded(finding.rerun, limits.curl)}`,
  ].join('\n');
}

/** `3 exchanges: #14, #15, #22, first in #15`. */
function seenIn({ count, exchanges, first }: ReportFinding): string {
  const numbers = exchanges.map((number) => `#${number}`).join(', ');
  const more = count > exchanges.length ? ` and ${count - exchanges.length} more` : '';
  const earliest = first === undefined || first === exchanges[0] ? '' : `, first in #${first}`;
  return `${counted(count, 'exchange')}: ${numbers}${more}${earliest}`;
}

function exampleLines(example: ReportExchange, limits: PlainLimits): string[] {
  const { request, response } = example;
  const writes = writesText(request);
  return [
    `sent:     #${example.number} ${request.method} ${bounded(request.target, limits.text)}`,
    ...(request.body === null ? [] : [`          ${bounded(request.body, limits.body)}`]),
    ...(writes === null ? [] : [`          (${writes})`]),
    `answer:   ${answerText(example)}`,
    ...(response === null || response.body === ''
      ? []
      : [`          ${bounded(response.body, limits.body)}`]),
  ];
}

function curlText(curl: string, { curl: longest }: PlainLimits): string {
  return curl.length <= longest ? curl : `a curl line of ${curl.length} characters: it stands in report.json`;
}
