import { wrap } from '../report/terminal/text-layout.ts';
import { visibleText } from '../report/visible-text.ts';
import type { Example } from '../verdict/explanation.ts';
import type { ExplainedRequirement } from './explained-requirement.ts';
import { httpLines } from './http-text.ts';

const labelColumns = 10;

/** A requirement as plain text for a screen of so many columns. */
export function explanationText(requirement: ExplainedRequirement, columns: number): string {
  const { id, level, statement, source, sends, accepts, why, acts, needs, alone, since } = requirement;
  const facts: readonly (readonly [label: string, text: string])[] = [
    ['source', source],
    ...(since === 1 ? [] : [['since', `catalogue ${since}`] as const]),
    ['sent', sends],
    ['accepted', accepts],
    ['why', why],
    ['who acts', acts],
    ...(needs.length === 0 ? [] : [['needs', needs.join(' ')] as const]),
  ];
  return [
    `${id}  ${level}`,
    ...wrap(statement, columns),
    '',
    ...facts.flatMap(([label, text]) => factLines(label, text, columns)),
    // A command stays whole, so that it can be copied.
    `${'alone'.padEnd(labelColumns)}${alone}`,
    ...examplesOf(requirement).flatMap(([title, example]) => exampleLines(title, example, columns)),
    '',
  ].join('\n');
}

/** The examples of a requirement with their titles. */
export function examplesOf({ right, wrong, alsoRight }: ExplainedRequirement): [title: string, Example][] {
  return [
    ['Right', right],
    ...(wrong === null ? [] : [['Wrong', wrong] as [string, Example]]),
    ...(alsoRight === null ? [] : [['Right as well', alsoRight] as [string, Example]]),
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
  // Lines of HTTP stay whole, so that they can be copied.
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
