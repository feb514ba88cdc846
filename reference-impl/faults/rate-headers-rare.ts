import type { ApiRequest } from '../messages.ts';
import type { Decoration } from '../parts.ts';
import { around, type Fault, violating } from './fault.ts';
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

/** `Remaining` of a count for each group of requests. */
function countingApart(groupOf: (request: ApiRequest, requests: number) => number | string): Decoration {
  return around('showAllowance', (inner) => {
    const counts = new Map<string, number>();
    let requests = 0;
    return (answer, request) => {
      const { limit, resetsAt } = answer.allowance;
      requests += 1;
      const count = `${request.headers.authorization} ${resetsAt} ${groupOf(request, requests)}`;
      const used = (counts.get(count) ?? 0) + 1;
      counts.set(count, used);
      return { ...inner(answer, request), [remainingName]: String(Math.max(0, limit - used)) };
    };
  });
}

export const rateHeadersRare: readonly Fault[] = [
  ...violating(['rate/headers-present']).by({
    'no-rate-headers-on-broken-json': [
      'Malformed JSON, rejected by a parser in front of the limiter, has none of the X-RateLimit headers.',
      leavingOut(allNames, ({ body }) => codeOf(body) === 'invalid_json'),
    ],
    'no-rate-headers-on-chunked-creation': [
      'A creation that is sent in chunks has none of the X-RateLimit headers.',
      headers((all, { status }, request) =>
        status === 201 && request.headers['transfer-encoding'] !== undefined ? {} : all,
      ),
    ],
    'no-rate-headers-on-filtered-list': [
      'A filtered list has none of the X-RateLimit headers, as if from another service behind the gateway.',
      headers((all, _answer, request) => (request.query.has('status') ? {} : all)),
    ],
    'rate-headers-of-the-draft': [
      'The headers are named RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.',
      headers((all) =>
        Object.fromEntries(
          Object.entries(all).map(([name, value]) => [name.replace('X-RateLimit', 'RateLimit'), value]),
        ),
      ),
    ],
    'no-limit-on-short-list': [
      'A list of at most one animal has no X-RateLimit-Limit.',
      leavingOut([limitName], ({ body }) => Array.isArray(body) && body.length <= 1),
    ],
  }),
  ...violating(['rate/headers-well-formed'], unreadable).by({
    'limit-zero': [
      'X-RateLimit-Limit is 0 on every response to a key, as if never configured.',
      saying(limitName, () => 0),
    ],
    'limit-with-separator': [
      'X-RateLimit-Limit has a thousands separator.',
      saying(limitName, ({ limit }) => limit.toLocaleString('en-US')),
    ],
    'remaining-of-limit': [
      'X-RateLimit-Remaining has the limit after a slash.',
      saying(remainingName, ({ limit, remaining }) => `${remaining}/${limit}`),
    ],
  }),
  ...violating(['rate/headers-well-formed'], {
    mayViolate: ['rate/headers-present', ...unreadable.mayViolate],
  }).by({
    'remaining-empty-on-404': [
      'On a 404, X-RateLimit-Remaining is empty.',
      saying(remainingName, ({ remaining }, { status }) => (status === 404 ? '' : remaining)),
    ],
  }),
  ...violating(['rate/reset-is-timestamp']).by({
    'reset-microseconds': [
      'X-RateLimit-Reset is a Unix time in microseconds.',
      saying(resetName, ({ resetsAt }) => resetsAt * 1_000),
    ],
    'reset-zero': ['X-RateLimit-Reset is 0.', saying(resetName, () => 0)],
    'reset-of-last-window': [
      'X-RateLimit-Reset is the start of the previous window.',
      around('showAllowance', (inner, { rateSettings }) => (answer, request) => ({
        ...inner(answer, request),
        [resetName]: String(Math.ceil((answer.allowance.resetsAt - 2 * rateSettings.minuteMs) / 1_000)),
      })),
    ],
    'reset-in-three-days': [
      'X-RateLimit-Reset is three days ahead.',
      saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) + 3 * 24 * hourS),
    ],
    'reset-seconds-to-go-on-404': [
      'On a 404, X-RateLimit-Reset is the number of remaining seconds.',
      saying(resetName, ({ resetsAt }, { status }) => (status === 404 ? 42 : Math.ceil(resetsAt / 1_000))),
    ],
  }),
  ...violating(['rate/limit-matches-plan'], needsPlan).by({
    'limit-less-one-on-404': [
      'On a 404, X-RateLimit-Limit is one below the limit of the plan.',
      sayingLimit((limit, request) => (request.path.length === 3 ? limit - 1 : limit)),
    ],
  }),
  ...violating(['rate/limit-matches-plan'], { ...needsPlan, mayViolate: ['rate/remaining-counts-down'] }).by({
    'limit-of-default-plan': [
      'X-RateLimit-Limit is that of the Free plan, whatever the plan of the key.',
      headers((all, answer) => ({
        ...all,
        [limitName]: '60',
        [remainingName]: String(Math.min(59, answer.allowance.remaining)),
      })),
    ],
  }),
  ...violating(['rate/remaining-counts-down']).by({
    'readings-not-counted': [
      'Reads by id do not lower X-RateLimit-Remaining.',
      notCounting(({ status }, { path }) => status === 200 && path.length === 3),
    ],
    'lists-not-counted': [
      'Lists do not lower X-RateLimit-Remaining.',
      notCounting(({ status }, { method, path }) => status === 200 && method === 'GET' && path.length === 2),
    ],
    'remaining-per-method': [
      'X-RateLimit-Remaining counts GET and POST separately.',
      countingApart(({ method }) => method),
    ],
    'remaining-of-two-processes-in-turn': [
      'Two processes serve requests in turn, and X-RateLimit-Remaining counts those of one.',
      countingApart((_request, requests) => requests % 2),
    ],
    'remaining-of-two-processes-by-connection': [
      'Two processes accept connections in turn, and X-RateLimit-Remaining counts the requests of one.',
      countingApart(({ connection }) => connection % 2),
    ],
    'remaining-jumps': [
      'X-RateLimit-Remaining is any number up to the limit.',
      around('showAllowance', (inner) => {
        let count = 0;
        return (answer, request) => {
          count += 1;
          const remaining = (count * 7_919) % (answer.allowance.limit + 1);
          return { ...inner(answer, request), [remainingName]: String(remaining) };
        };
      }),
    ],
  }),
];
