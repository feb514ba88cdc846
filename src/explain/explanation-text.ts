import { wrap } from '../report/terminal/layout.ts';
import { visibleText } from '../report/words.ts';
import type { Example } from '../verdict/requirement.ts';
import type { ExplainedRequirement } from './explained-requirement.ts';
import { httpLines } from './http-text.ts';

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

export function examplesOf({ right, wrong, alsoRight }: ExplainedRequirement): [title: string, Example][] {
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
