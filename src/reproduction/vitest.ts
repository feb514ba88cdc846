import { visibleLine } from '../report/words.ts';
import type {
  Assertion,
  GivenVariable,
  ReproducedReport,
  Reproducible,
  Reproduction,
  Step,
  StepRequest,
  Template,
} from './reproduction.ts';
import { tagVariable } from './variables.ts';
import { prelude } from './vitest-prelude.ts';

/** A Vitest file that needs Vitest and Node.js only. Each finding is a test that fails while the service has it. */
export function vitestFile(report: ReproducedReport, fileName: string): string {
  const { reproductions, variables, baseUrl } = report;
  const tests = reproductions.flatMap((one) => ('steps' in one ? [testOf(one, variables)] : []));
  const left = reproductions.flatMap((one) => ('reason' in one ? [leftOut(one)] : []));
  const head = [
    '// @ts-nocheck',
    `// Findings of ${report.suite} at ${baseUrl}, ${report.startedAt}.`,
    '// Each test fails while the service has the finding. A test that passes is no proof of conformance.',
    `// Run: ${[...assignments(variables), 'npx vitest run', fileName].join(' ')}`,
    ...(usesFresh(tests) ? ['// Some tests create animals under new names.'] : []),
  ].map(comment);
  return [
    ...head,
    "import http from 'node:http';",
    "import https from 'node:https';",
    "import zlib from 'node:zlib';",
    "import { expect, test } from 'vitest';",
    '',
    `const baseUrl = process.env.ANIMAL_STORE_BASE_URL ?? ${text(baseUrl)};`,
    ...(usesFresh(tests)
      ? [`const ${tagVariable} = \`t\${Date.now().toString(36)}\${process.pid.toString(36)}\`;`]
      : []),
    '',
    ...tests,
    ...left,
    prelude,
  ].join('\n');
}

function usesFresh(tests: readonly string[]): boolean {
  return tests.some((test) =>
    new RegExp(`\\b${tagVariable}\\b(?! *=)`).test(test.replace(/"(?:[^"\\]|\\.)*"/g, '')),
  );
}

/** `ANIMAL_STORE_DERIVED_1="$(…)"` for what the environment does not have yet. */
function assignments(variables: readonly GivenVariable[]): string[] {
  return variables
    .filter((one) => environmentName(one) !== one.expression.slice(1))
    .map((one) => `${environmentName(one)}="${one.expression}"`);
}

function environmentName({ name, expression }: GivenVariable): string {
  return /^\$[A-Z_0-9]+$/.test(expression) ? expression.slice(1) : `ANIMAL_STORE_${name.toUpperCase()}`;
}

function testOf(one: Reproduction & Reproducible, variables: readonly GivenVariable[]): string {
  const { requirement, kind, message, expected, actual, steps } = one;
  return [
    comment(`// ${message}. Expected: ${expected}. Received: ${actual}.`),
    `test(${text(`${requirement}: ${kind}`)}, { timeout: 300_000 }, async (${usesSkip(steps) ? 'context' : ''}) => {`,
    ...steps
      .flatMap((step, index) => stepLines(step, index + 1, variables))
      .map((line) => (line === '' ? '' : `  ${line}`)),
    '});',
    '',
  ].join('\n');
}

function usesSkip(steps: readonly Step[]): boolean {
  return steps.some((step) => skipLines(step, '').length > 0);
}

const ofEachResponse: readonly Assertion['kind'][] = ['header', 'remaining-within-limit', 'reset-is-near'];

/** Without a status that is assumed, or after too many requests, a finding can't show. */
function skipLines({ assumed, assertions }: Step, response: string): string[] {
  const isOfLimited = assertions.every(
    (one) => ofEachResponse.includes(one.kind) || (one.kind === 'status' && one.allowed.includes(429)),
  );
  if (assumed.length === 0 && isOfLimited) {
    return [];
  }
  const condition =
    assumed.length === 0
      ? `${response}.status === 429`
      : `![${assumed.join(', ')}].includes(${response}.status)`;
  return [
    `if (${condition}) {`,
    `  context.skip(\`the service returned \${${response}.status}: this finding can't show\`);`,
    '}',
  ];
}

function stepLines(step: Step, number: number, variables: readonly GivenVariable[]): string[] {
  const response = `response${number}`;
  return [
    comment(`// ${step.role}`),
    `const ${response} = await send(${requestArguments(step.request, variables).join(', ')});`,
    ...skipLines(step, response),
    ...step.captures.map(({ name, member }) => `const ${name} = ${response}.json(${text(member)});`),
    ...step.assertions.flatMap((assertion) => assertionLines(assertion, response, variables)),
  ];
}

function requestArguments(request: StepRequest, variables: readonly GivenVariable[]): string[] {
  const { method, target, headers, body, firstWriteBytes } = request;
  const fields = headers.map(([name, value]) => `[${text(name)}, ${expression(value, variables)}]`);
  return [
    text(method),
    expression(target, variables),
    `[${fields.join(', ')}]`,
    ...(body === null ? [] : [`Buffer.from(${expression(body, variables)}, 'utf8')`]),
    ...(body === null || firstWriteBytes === null ? [] : [String(firstWriteBytes)]),
  ];
}

function assertionLines(
  assertion: Assertion,
  response: string,
  variables: readonly GivenVariable[],
): string[] {
  const json = (member: string) =>
    member === '' ? `${response}.json()` : `${response}.json(${text(member)})`;
  switch (assertion.kind) {
    case 'status': {
      const { allowed } = assertion;
      return allowed.length === 1
        ? [`expect(${response}.status, 'status').toBe(${allowed[0]});`]
        : [`expect([${allowed.join(', ')}], 'status').toContain(${response}.status);`];
    }
    case 'status-not':
      return [`expect(${response}.status, 'status').not.toBe(${assertion.status});`];
    case 'status-between':
      return [
        `expect(${response}.status, 'status').toBeGreaterThanOrEqual(${assertion.least});`,
        `expect(${response}.status, 'status').toBeLessThanOrEqual(${assertion.most});`,
      ];
    case 'header': {
      const { name, pattern } = assertion;
      const value = `expect(${response}.header(${text(name)}), ${text(name)})`;
      return [
        pattern === null ? `${value}.toBeDefined();` : `${value}.toMatch(new RegExp(${text(pattern)}, 'i'));`,
      ];
    }
    case 'remaining-within-limit':
      return [
        `expect(Number(${response}.header('X-RateLimit-Remaining')), 'X-RateLimit-Remaining').toBeLessThanOrEqual(Number(${response}.header('X-RateLimit-Limit')));`,
      ];
    case 'reset-is-near':
      return [
        `const now${response} = (Date.parse(${response}.header('Date') ?? '') || Date.now()) / 1000;`,
        `expect(Number(${response}.header('X-RateLimit-Reset')) - now${response}, 'seconds until X-RateLimit-Reset').toBeGreaterThan(-60);`,
        `expect(Number(${response}.header('X-RateLimit-Reset')) - now${response}, 'seconds until X-RateLimit-Reset').toBeLessThan(172_860);`,
      ];
    case 'type':
      return [
        `expect(typeOf(${json(assertion.member)}), ${text(`type of ${assertion.member || 'the body'}`)}).toBe('${assertion.type}');`,
      ];
    case 'equals':
      return [
        `expect(${comparable(json(assertion.member), assertion.value)}).toBe(${literal(assertion.value)});`,
      ];
    case 'differs':
      return [
        `expect(${json(assertion.member)}, ${text(assertion.member)}).not.toBe(${text(assertion.value)});`,
      ];
    case 'captured':
      return [
        `expect(${json(assertion.member)}, ${text(assertion.member)})${assertion.equal ? '' : '.not'}.toBe(${assertion.variable});`,
      ];
    case 'at-most':
      return [`expect(${response}.json().length, 'animals').toBeLessThanOrEqual(${assertion.count});`];
    case 'no-element':
      return [
        `expect(${response}.json('${assertion.index}'), 'animal ${assertion.index + 1}').toBeUndefined();`,
      ];
    case 'only-status':
      return [
        `expect(${response}.json().map(({ status }) => status ?? ${text(assertion.status)}).filter((status) => status !== ${text(assertion.status)})).toEqual([]);`,
      ];
    case 'unique-ids':
      return [
        `expect(new Set(${response}.json().map(({ id }) => String(id))).size, 'different ids').toBe(${response}.json().length);`,
      ];
    case 'pet':
      return assertion.isList
        ? [
            `expect(typeOf(${response}.json()), 'type of the body').toBe('list');`,
            `${response}.json().forEach(expectPet);`,
          ]
        : [`expectPet(${response}.json());`];
    case 'json':
      return [`expect(() => ${response}.json()).not.toThrow();`];
    case 'lacks':
      return [`expect(${response}.text).not.toContain(${expression(assertion.text, variables)});`];
  }
}

/** Integers are compared exactly, whatever their size. */
function comparable(value: string, expected: string | bigint): string {
  return typeof expected === 'bigint' ? `String(${value})` : value;
}

function literal(value: string | bigint): string {
  return text(String(value));
}

/** A template as an expression of JavaScript. */
function expression(template: Template, variables: readonly GivenVariable[]): string {
  const parts = template.map((part) => {
    if (typeof part === 'string') {
      return text(part);
    }
    const given = variables.find(({ name }) => name === part.name);
    return given === undefined ? part.name : `variable(${text(environmentName(given))})`;
  });
  const [first = text(''), ...rest] = parts;
  // A number would be added to another one.
  return typeof template[0] === 'string' || parts.length === 0 || first.startsWith('variable(')
    ? [first, ...rest].join(' + ')
    : [text(''), first, ...rest].join(' + ');
}

const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** A text as a string literal of JavaScript, with escapes for all that a reader can't see. */
function text(value: string): string {
  return JSON.stringify(value).replace(invisible, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

function leftOut({ requirement, kind, reason, replay }: Reproduction & { readonly reason: string }): string {
  return [
    comment(`// Not exported: ${reason}.`),
    comment(`// Replay it: ${replay}`),
    `test.todo(${text(`${requirement}: ${kind}`)});`,
    '',
  ].join('\n');
}

/** A comment stays in its line, whatever it holds. */
function comment(line: string): string {
  return visibleLine(line);
}
