import { STATUS_CODES } from 'node:http';
import { catalogue, requirements } from '../../suites/requirements.ts';
import { markdownBlock, markdownCode, markdownText } from '../report/markdown.ts';
import { wrap } from '../report/terminal/layout.ts';
import { visibleText } from '../report/words.ts';
import type { Example, ExampleExchange, Explanation, Requirement } from '../verdict/requirement.ts';

const labelColumns = 14;

export function explanationText(requirement: ExplainedRequirement, columns: number): string {
  const { id, level, statement, source, sends, accepts, why, owner, needs, command, since } = requirement;
  const facts: readonly (readonly [label: string, text: string])[] = [
    ['source', source],
    ...(since === 1 ? [] : [['since', `catalogue ${since}`] as const]),
    ['requests', sends],
    ['expected', accepts],
    ['rationale', why],
    ['likely owner', owner],
    ...(needs.length === 0 ? [] : [['options', needs.join(' ')] as const]),
  ];
  return [
    `${id}  ${level}`,
    ...wrap(statement, columns),
    '',
    ...facts.flatMap(([label, text]) => factLines(label, text, columns)),
    // A command is not wrapped, so that it can be copied.
    `${'command'.padEnd(labelColumns)}${command}`,
    ...examplesOf(requirement).flatMap(([title, example]) => exampleLines(title, example, columns)),
    '',
  ].join('\n');
}

function examplesOf({ right, wrong, alsoRight }: ExplainedRequirement): [title: string, Example][] {
  return [
    ['Conforming', right],
    ...(wrong === null ? [] : [['Violation', wrong] as [string, Example]]),
    ...(alsoRight === null ? [] : [['Also conforming', alsoRight] as [string, Example]]),
  ];
}

function factLines(label: string, text: string, columns: number): string[] {
  const [first = '', ...others] = wrap(text, Math.max(30, columns - labelColumns));
  return [
    `${label.padEnd(labelColumns)}${first}`,
    ...others.map((line) => `${' '.repeat(labelColumns)}${line}`),
  ];
}

function exampleLines(title: string, { says, exchanges }: Example, columns: number): string[] {
  // HTTP lines are not wrapped, so that they can be copied.
  const lines = exchanges.flatMap((exchange, index) => [
    ...(index === 0 ? [] : ['', '-'.repeat(20)]),
    '',
    ...httpLines(exchange).map(visibleText),
  ]);
  return [
    '',
    ...wrap(`${title}: ${says}`, columns),
    ...lines.map((line) => (line === '' ? '' : `  ${line}`)),
  ];
}

export function explanationMarkdown(requirement: ExplainedRequirement): string {
  const { id, level, statement, source, sends, accepts, why, owner, needs, command, since } = requirement;
  const facts: readonly (readonly [label: string, text: string])[] = [
    ['Source', markdownText(source)],
    ...(since === 1 ? [] : [['Since', `catalogue ${since}`] as const]),
    ['Requests', markdownText(sends)],
    ['Expected', markdownText(accepts)],
    ['Rationale', markdownText(why)],
    ['Likely owner', markdownText(owner)],
    ...(needs.length === 0 ? [] : [['Options', needs.map(markdownCode).join(' ')] as const]),
    ['Command', markdownCode(command)],
  ];
  const examples = examplesOf(requirement).flatMap(([title, { says, exchanges }]) => [
    `## ${title}`,
    markdownText(says),
    ...exchanges.map((exchange) => markdownBlock(httpLines(exchange).join('\n'))),
  ]);
  return `${[
    `# ${id}`,
    `**${level}** ${markdownText(statement)}`,
    facts.map(([label, text]) => `- **${label}:** ${text}`).join('\n'),
    ...examples,
  ].join('\n\n')}\n`;
}

export interface ExplainedRequirement extends Requirement, Explanation {
  /** The source of the requirement: the interface document or a standard. */
  readonly source: string;
  /** The command that checks only this requirement, with a placeholder for the base URL. */
  readonly command: string;
}

/** The requirement with this id, or `undefined` if the catalogue does not have it. */
export function explainedRequirement(id: string): ExplainedRequirement | undefined {
  const row = requirements.find((one) => one.id === id);
  if (row === undefined) {
    return undefined;
  }
  const explanation = catalogue[row.id].explanation();
  const options = [...explanation.needs, `--only '${id}'`].join(' ');
  return {
    ...row,
    source: row.section.startsWith('RFC ') ? row.section : `the interface document, section "${row.section}"`,
    ...explanation,
    command: `animal-store-conformance run BASE-URL ${options}`,
  };
}

/** The maximum length of a shown body, in characters. */
const longestBody = 400;

/** A request and its response as lines of HTTP; the base URL ends in `/v1`. */
function httpLines({ request, response }: ExampleExchange): string[] {
  return [
    `${request.method} /v1${request.target} HTTP/1.1`,
    ...fieldLines(request.headers),
    ...bodyLines(request.body ?? ''),
    '',
    `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ''}`.trimEnd(),
    ...fieldLines(response.headers),
    ...bodyLines(response.body),
  ];
}

function fieldLines(headers: ExampleExchange['request']['headers']): string[] {
  return headers.map(([name, value]) => `${name}: ${value}`.trimEnd());
}

function bodyLines(body: string): string[] {
  if (body === '') {
    return [];
  }
  const shown =
    body.length <= longestBody ? body : `${body.slice(0, longestBody)}… (${body.length} characters)`;
  return ['', ...shown.split('\n')];
}
