import { shellWord } from '../report/shell-word.ts';
import { visibleLine } from '../report/words.ts';
import { backticked, fieldName, fieldValue, pattern, quotedText } from './hurl-text.ts';
import type {
  Assertion,
  GivenVariable,
  ReproducedReport,
  Reproduction,
  Step,
  StepRequest,
  Template,
} from './reproduction.ts';
import { tagVariable } from './variables.ts';

/** Variables for assertions about the current time, with an hour for clocks that differ. */
const earliest = 'reset_min';
const latest = 'reset_max';

/** A Hurl file, for Hurl 8. Each finding is one or several requests, of which one fails while the service has it. */
export function hurlFile(report: ReproducedReport, fileName: string): string {
  const entries = report.reproductions.map(entryOf);
  const all = entries.join('\n');
  const head = [
    `# Findings of ${report.suite} at ${report.baseUrl}, ${report.startedAt}.`,
    '# An assertion of each finding fails while the service has it. A file that passes is no proof of conformance.',
    '# A finding can only show if the requests before its last one get the status that they are given here.',
    `# Run: ${[
      'hurl --test --continue-on-error',
      `--variable base_url=${shellWord(report.baseUrl)}`,
      ...report.variables.map(givenOption),
      ...(all.includes(`{{${tagVariable}}}`) ? [`--variable ${tagVariable}=t$(date +%s)`] : []),
      ...(all.includes(`{{${earliest}}}`)
        ? [`--variable ${earliest}=$(($(date +%s) - 3600)) --variable ${latest}=$(($(date +%s) + 176400))`]
        : []),
      fileName,
    ].join(' ')}`,
  ];
  return `${[...head.map(visibleLine), '', ...entries].join('\n')}\n`;
}

function givenOption({ name, expression }: GivenVariable): string {
  return `--secret ${name}="${expression}"`;
}

function entryOf(one: Reproduction): string {
  const { requirement, kind, message, expected, actual, replay } = one;
  const steps = 'steps' in one ? one.steps.map(stepLines) : one.reason;
  const problem = typeof steps === 'string' ? steps : steps.find((step) => typeof step === 'string');
  const lines =
    typeof steps === 'string' || problem !== undefined
      ? [`# Not exported: ${requirement}: ${kind}: ${String(problem)}.`, `# Replay it: ${replay}`].map(
          visibleLine,
        )
      : [
          ...[`# ${requirement}: ${kind}`, `# ${message}. Expected: ${expected}. Received: ${actual}.`].map(
            visibleLine,
          ),
          ...steps.flat(),
        ];
  return `${lines.join('\n')}\n`;
}

/** The lines of a step, or why Hurl can't do it. */
function stepLines({ role, request, assumed, captures, assertions }: Step): string[] | string {
  const problem = unwritable(request);
  if (problem !== null) {
    return problem;
  }
  const [only] = assumed.length === 1 ? assumed : assertions.flatMap(onlyStatus);
  const asserted = assertions
    .filter((one) => onlyStatus(one)[0] !== only || only === undefined)
    .map(assertionLines);
  const missing = asserted.find((lines) => typeof lines === 'string');
  if (typeof missing === 'string') {
    return missing;
  }
  const ownCaptures = assertions.some(({ kind }) => kind === 'remaining-within-limit')
    ? ['limit: header "X-RateLimit-Limit" toInt']
    : [];
  const captured = [
    ...captures.map(({ name, member }) => `${name}: jsonpath "${path(member)}"`),
    ...ownCaptures,
  ];
  const lines = asserted.flat();
  return [
    visibleLine(`# ${role}`),
    ...requestLines(request),
    `HTTP ${only ?? '*'}`,
    ...(captured.length === 0 ? [] : ['[Captures]', ...captured]),
    ...(lines.length === 0 ? [] : ['[Asserts]', ...lines]),
    '',
  ];
}

/** The one status that an assertion allows, if it is one of these. */
function onlyStatus(assertion: Assertion): readonly number[] {
  return assertion.kind === 'status' && assertion.allowed.length === 1 ? assertion.allowed : [];
}

function unwritable({ target, body, firstWriteBytes, headers }: StepRequest): string | null {
  if (firstWriteBytes !== null && body !== null) {
    return 'its body goes out in two writes, which Hurl has no option for';
  }
  const literals = target.filter((part) => typeof part === 'string').join('');
  if (!/^\/[\w/?&=%.~!$'()*+,;:@-]*$/.test(literals)) {
    return 'Hurl would send its path otherwise';
  }
  const names = headers.map(([name]) => name.toLowerCase());
  if (new Set(names).size < names.length) {
    return 'it repeats a header field';
  }
  return headers.some(([, value]) =>
    value.some((part) => typeof part === 'string' && /[\t\x80-\xff]/.test(part)),
  )
    ? 'a header field of it has bytes beyond ASCII'
    : null;
}

function requestLines({ method, target, headers, body }: StepRequest): string[] {
  const literals = target.filter((part) => typeof part === 'string').join('');
  return [
    `${method} {{base_url}}${urlText(target)}`,
    ...headers.map(([name, value]) => `${fieldName(name)}: ${fieldValue(value)}`.trimEnd()),
    ...(/\/(?:\.|%2e){1,2}(?:\/|\?|$)/i.test(literals) ? ['[Options]', 'path-as-is: true'] : []),
    ...(body === null ? [] : [backticked(body)]),
  ];
}

function urlText(target: Template): string {
  return target.map((part) => (typeof part === 'string' ? part : `{{${part.name}}}`)).join('');
}

function path(member: string): string {
  return member === '' ? '$' : `$.${member}`;
}

const types = { string: 'isString', integer: 'isInteger', list: 'isList', object: 'isObject' } as const;

/** The lines of an assertion, or why there are none. */
function assertionLines(assertion: Assertion): string[] | string {
  switch (assertion.kind) {
    case 'status': {
      const { allowed } = assertion;
      return [
        allowed.length === 1
          ? `status == ${allowed[0]}`
          : `status toString matches ${pattern(`^(${allowed.join('|')})$`)}`,
      ];
    }
    case 'status-not':
      return [`status != ${assertion.status}`];
    case 'status-between':
      return [`status >= ${assertion.least}`, `status <= ${assertion.most}`];
    case 'header':
      return [
        `header "${assertion.name}" ${assertion.pattern === null ? 'exists' : `matches ${pattern(`(?i)${assertion.pattern}`)}`}`,
      ];
    case 'remaining-within-limit':
      return ['header "X-RateLimit-Remaining" toInt <= {{limit}}'];
    case 'reset-is-near':
      return [
        `header "X-RateLimit-Reset" toInt >= {{${earliest}}}`,
        `header "X-RateLimit-Reset" toInt <= {{${latest}}}`,
      ];
    case 'type':
      return [`jsonpath "${path(assertion.member)}" ${types[assertion.type]}`];
    case 'equals':
      return [`jsonpath "${path(assertion.member)}" == ${valueText(assertion.value)}`];
    case 'differs':
      return [`jsonpath "${path(assertion.member)}" != ${valueText(assertion.value)}`];
    case 'captured':
      return [
        `jsonpath "${path(assertion.member)}" ${assertion.equal ? '==' : '!='} {{${assertion.variable}}}`,
      ];
    case 'at-most':
      return [`jsonpath "$" count <= ${assertion.count}`];
    case 'no-element':
      return [`jsonpath "$[${assertion.index}]" not exists`];
    case 'only-status':
      return [`jsonpath "$[?@.status && @.status != '${assertion.status}']" not exists`];
    case 'unique-ids':
      return 'Hurl can not tell whether ids are different; the Vitest export can';
    case 'pet':
      return assertion.isList
        ? 'Hurl can not validate each animal of a list; the Vitest export can'
        : ['id', 'categoryId']
            .map((member) => `jsonpath "$.${member}" isInteger`)
            .concat('jsonpath "$.name" isString');
    case 'json':
      return ['jsonpath "$" exists'];
    case 'lacks':
      return [`body not contains ${quotedText(assertion.text)}`];
  }
}

function valueText(value: string | bigint): string {
  return typeof value === 'bigint' ? String(value) : quotedText([value]);
}
