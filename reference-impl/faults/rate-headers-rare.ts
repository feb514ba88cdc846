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
    // Malformed JSON, rejected by a parser in front of the limiter, has none of the X-RateLimit headers.
    'no-rate-headers-on-broken-json': leavingOut(allNames, ({ body }) => codeOf(body) === 'invalid_json'),
    'no-rate-headers-on-chunked-creation': headers((all, { status }, request) =>
      status === 201 && request.headers['transfer-encoding'] !== undefined ? {} : all,
    ),
    'no-rate-headers-on-filtered-list': headers((all, _answer, request) =>
      request.query.has('status') ? {} : all,
    ),
    'rate-headers-of-the-draft': headers((all) =>
      Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name.replace('X-RateLimit', 'RateLimit'), value]),
      ),
    ),
    'no-limit-on-short-list': leavingOut([limitName], ({ body }) => Array.isArray(body) && body.length <= 1),
  }),
  ...violating(['rate/headers-well-formed']).by({
    // X-RateLimit-Limit is 0 on every response to a key, as if never configured.
    'limit-zero': saying(limitName, () => 0),
    'limit-with-separator': saying(limitName, ({ limit }) => limit.toLocaleString('en-US')),
    'remaining-of-limit': saying(remainingName, ({ limit, remaining }) => `${remaining}/${limit}`),
  }),
  ...violating(['rate/headers-well-formed'], {
    mayViolate: ['rate/headers-present'],
  }).by({
    'remaining-empty-on-404': saying(remainingName, ({ remaining }, { status }) =>
      status === 404 ? '' : remaining,
    ),
  }),
  ...violating(['rate/reset-is-timestamp']).by({
    'reset-microseconds': saying(resetName, ({ resetsAt }) => resetsAt * 1_000),
    'reset-zero': saying(resetName, () => 0),
    'reset-of-last-window': around('showAllowance', (inner, { rateSettings }) => (answer, request) => ({
      ...inner(answer, request),
      [resetName]: String(Math.ceil((answer.allowance.resetsAt - 2 * rateSettings.minuteMs) / 1_000)),
    })),
    'reset-in-three-days': saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) + 3 * 24 * hourS),
    'reset-seconds-to-go-on-404': saying(resetName, ({ resetsAt }, { status }) =>
      status === 404 ? 42 : Math.ceil(resetsAt / 1_000),
    ),
  }),
  ...violating(['rate/limit-matches-plan'], needsPlan).by({
    'limit-less-one-on-404': sayingLimit((limit, request) => (request.path.length === 3 ? limit - 1 : limit)),
  }),
  ...violating(['rate/limit-matches-plan'], { ...needsPlan, mayViolate: ['rate/remaining-counts-down'] }).by({
    'limit-of-default-plan': headers((all, answer) => ({
      ...all,
      [limitName]: '60',
      [remainingName]: String(Math.min(59, answer.allowance.remaining)),
    })),
  }),
  ...violating(['rate/remaining-counts-down']).by({
    // Reads by id do not lower X-RateLimit-Remaining.
    'readings-not-counted': notCounting(({ status }, { path }) => status === 200 && path.length === 3),
    // Lists do not lower X-RateLimit-Remaining.
    'lists-not-counted': notCounting(
      ({ status }, { method, path }) => status === 200 && method === 'GET' && path.length === 2,
    ),
    // X-RateLimit-Remaining counts GET and POST separately.
    'remaining-per-method': countingApart(({ method }) => method),
    'remaining-of-two-processes-in-turn': countingApart((_request, requests) => requests % 2),
    'remaining-of-two-processes-by-connection': countingApart(({ connection }) => connection % 2),
    // X-RateLimit-Remaining is any number up to the limit.
    'remaining-jumps': around('showAllowance', (inner) => {
      let count = 0;
      return (answer, request) => {
        count += 1;
        const remaining = (count * 7_919) % (answer.allowance.limit + 1);
        return { ...inner(answer, request), [remainingName]: String(remaining) };
      };
    }),
  }),
];
