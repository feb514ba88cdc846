import { around, type Fault, fault } from './fault.ts';
import {
  allNames,
  headers,
  hourS,
  leavingOut,
  limitName,
  needsPlan,
  notCounting,
  remainingName,
  resetName,
  saying,
  sayingLimit,
  unreadable,
} from './rate-header-decorations.ts';

const codeOf = (body: unknown) =>
  typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined;

export const rateHeadersRare: readonly Fault[] = [
  fault(
    'no-rate-headers-on-broken-json',
    'What the parser in front refuses, broken JSON, carries none of the three headers.',
    ['rate/headers-present'],
    leavingOut(allNames, ({ body }) => codeOf(body) === 'invalid_json'),
  ),
  fault(
    'no-rate-headers-on-filtered-list',
    'A filtered list carries none of the three headers, as one from another service behind the gateway.',
    ['rate/headers-present'],
    headers((all, _answer, request) => (request.query.has('status') ? {} : all)),
  ),
  fault(
    'rate-headers-of-the-draft',
    'The headers are called RateLimit-Limit, -Remaining and -Reset.',
    ['rate/headers-present'],
    headers((all) =>
      Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name.replace('X-RateLimit', 'RateLimit'), value]),
      ),
    ),
  ),
  fault(
    'no-limit-on-short-list',
    'A list of no more than one animal does not say the limit.',
    ['rate/headers-present'],
    leavingOut([limitName], ({ body }) => Array.isArray(body) && body.length <= 1),
  ),
  fault(
    'limit-zero',
    'The limit is 0 on every answer to a key, where it was never set.',
    ['rate/headers-well-formed'],
    saying(limitName, () => 0),
    unreadable,
  ),
  fault(
    'limit-with-separator',
    'The limit has a comma between its thousands.',
    ['rate/headers-well-formed'],
    saying(limitName, ({ limit }) => limit.toLocaleString('en-US')),
    unreadable,
  ),
  fault(
    'remaining-empty-on-404',
    'On a 404 the remaining requests are an empty text.',
    ['rate/headers-well-formed'],
    saying(remainingName, ({ remaining }, { status }) => (status === 404 ? '' : remaining)),
    { mayViolate: ['rate/headers-present', ...unreadable.mayViolate] },
  ),
  fault(
    'remaining-of-limit',
    'The remaining requests come with the limit behind a slash.',
    ['rate/headers-well-formed'],
    saying(remainingName, ({ limit, remaining }) => `${remaining}/${limit}`),
    unreadable,
  ),
  fault(
    'reset-microseconds',
    'The reset is a Unix time in microseconds.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => resetsAt * 1_000),
  ),
  fault(
    'reset-fraction',
    'The reset is a Unix time with a fraction.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => (resetsAt / 1_000 + 0.25).toFixed(3)),
  ),
  fault(
    'reset-zero',
    'The reset is 0.',
    ['rate/reset-is-timestamp'],
    saying(resetName, () => 0),
  ),
  fault(
    'reset-of-last-window',
    'The reset is the beginning of the window before the one that runs.',
    ['rate/reset-is-timestamp'],
    around('showAllowance', (inner, { rateSettings }) => (answer, request) => ({
      ...inner(answer, request),
      [resetName]: String(Math.ceil((answer.allowance.resetsAt - 2 * rateSettings.minuteMs) / 1_000)),
    })),
  ),
  fault(
    'reset-in-three-days',
    'The reset is three days ahead.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) + 3 * 24 * hourS),
  ),
  fault(
    'reset-seconds-to-go-on-404',
    'On a 404 alone the reset is the number of remaining seconds.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }, { status }) => (status === 404 ? 42 : Math.ceil(resetsAt / 1_000))),
  ),
  fault(
    'limit-less-one-on-404',
    'On a 404 the limit is one less than that of the plan.',
    ['rate/limit-matches-plan'],
    sayingLimit((limit, request) => (request.path.length === 3 ? limit - 1 : limit)),
    needsPlan,
  ),
  fault(
    'limit-of-default-plan',
    'The limit is that of the Free plan, whatever the plan of the key.',
    ['rate/limit-matches-plan'],
    headers((all, answer) => ({
      ...all,
      [limitName]: '60',
      [remainingName]: String(Math.min(59, answer.allowance.remaining)),
    })),
    { ...needsPlan, mayViolate: ['rate/remaining-counts-down'] },
  ),
  fault(
    'readings-not-counted',
    'Reads by id do not lower X-RateLimit-Remaining.',
    ['rate/remaining-counts-down'],
    notCounting(({ status }, { path }) => status === 200 && path.length === 3),
  ),
  fault(
    'lists-not-counted',
    'Lists do not lower X-RateLimit-Remaining.',
    ['rate/remaining-counts-down'],
    notCounting(({ status }, { method, path }) => status === 200 && method === 'GET' && path.length === 2),
  ),
  fault(
    'remaining-per-method',
    'X-RateLimit-Remaining counts GET and POST separately.',
    ['rate/remaining-counts-down'],
    around('showAllowance', (inner) => {
      const counts = new Map<string, number>();
      return (answer, request) => {
        const { limit, resetsAt } = answer.allowance;
        const count = `${request.headers.authorization} ${resetsAt} ${request.method}`;
        const used = (counts.get(count) ?? 0) + 1;
        counts.set(count, used);
        return { ...inner(answer, request), [remainingName]: String(Math.max(0, limit - used)) };
      };
    }),
  ),
  fault(
    'remaining-jumps',
    'The remaining requests are any number up to the limit.',
    ['rate/remaining-counts-down'],
    around('showAllowance', (inner) => {
      let count = 0;
      return (answer, request) => {
        count += 1;
        const remaining = (count * 7_919) % (answer.allowance.limit + 1);
        return { ...inner(answer, request), [remainingName]: String(remaining) };
      };
    }),
  ),
];
