import type { Allowance, Answer, ApiRequest, Decoration, RateSettings } from '../parts.ts';
import { plans } from '../plans.ts';
import { around, type Fault, violating } from './fault.ts';

type Headers = Readonly<Record<string, string>>;

const limitName = 'X-RateLimit-Limit';
const remainingName = 'X-RateLimit-Remaining';
const resetName = 'X-RateLimit-Reset';

/** Changes the three headers. */
function headers(change: (headers: Headers, answer: Answer, request: ApiRequest) => Headers): Decoration {
  return around(
    'showAllowance',
    (inner) => (answer, request) => change(inner(answer, request), answer, request),
  );
}

function leavingOut(names: readonly string[], when: (answer: Answer) => boolean): Decoration {
  return headers((all, answer) =>
    when(answer) ? Object.fromEntries(Object.entries(all).filter(([name]) => !names.includes(name))) : all,
  );
}

function saying(name: string, value: (allowance: Allowance, answer: Answer) => string | number): Decoration {
  return headers((all, answer) => ({ ...all, [name]: String(value(answer.allowance, answer)) }));
}

/** Says another limit, the remaining requests moved with it. */
function sayingLimit(
  limitOf: (limit: number, request: ApiRequest, settings: RateSettings) => number,
): Decoration {
  return around('showAllowance', (inner, { rateSettings }) => (answer, request) => {
    const { limit, remaining } = answer.allowance;
    const said = limitOf(limit, request, rateSettings);
    return {
      ...inner(answer, request),
      [limitName]: String(said),
      [remainingName]: String(Math.max(0, said - (limit - remaining))),
    };
  });
}

/** Shows a `Remaining` that does not count some served requests. */
function notCounting(isLeftOut: (answer: Answer, request: ApiRequest) => boolean): Decoration {
  return costing((answer, request) => (isLeftOut(answer, request) ? 0 : 1));
}

/** Shows a `Remaining` that each request lowers by its cost. */
function costing(costOf: (answer: Answer, request: ApiRequest) => number): Decoration {
  return around('showAllowance', (inner) => {
    const extras = new Map<string, number>();
    return (answer, request) => {
      const { limit, remaining, resetsAt } = answer.allowance;
      const window = `${request.headers.authorization} ${resetsAt}`;
      const extra = (extras.get(window) ?? 0) + costOf(answer, request) - 1;
      extras.set(window, extra);
      const shown = Math.min(limit, Math.max(0, remaining - extra));
      return { ...inner(answer, request), [remainingName]: String(shown) };
    };
  });
}

/** The limits of the next larger plan; for Enterprise, twice its own. */
function nextPlan(limit: number, settings: RateSettings): number {
  const figures = plans.map((plan) => settings.planLimits[plan]);
  const larger = figures.find((figure) => figure.perMinute > limit);
  return larger?.perMinute ?? limit * 2;
}

const allNames = [limitName, remainingName, resetName];
const always = () => true;
const hourS = 3_600;

/** Rounds what remains, up to the limit. */
function rounding(rounded: (remaining: number) => number) {
  return saying(remainingName, ({ limit, remaining }) => Math.min(limit, rounded(remaining)));
}

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

export const rateHeaders: readonly Fault[] = [
  ...violating(['rate/headers-present']).by({
    'no-rate-headers': leavingOut(allNames, always),
    'no-rate-headers-on-404': leavingOut(allNames, ({ status }) => status === 404),
    'no-rate-headers-on-401': leavingOut(allNames, ({ status }) => status === 401),
    'no-rate-headers-on-400': leavingOut(allNames, ({ status }) => status === 400),
    'no-remaining-on-creation': leavingOut([remainingName], ({ status }) => status === 201),
    'no-reset': leavingOut([resetName], always),
    // Malformed JSON, rejected by a parser in front of the limiter, has none of the X-RateLimit headers.
    'no-rate-headers-on-broken-json': leavingOut(allNames, ({ body }) => codeOf(body) === 'invalid_json'),
    'no-limit-on-short-list': leavingOut([limitName], ({ body }) => Array.isArray(body) && body.length <= 1),
  }),
  ...violating(['rate/headers-present']).each(headers, {
    'no-rate-headers-on-chunked-creation': (all, { status }, request) =>
      status === 201 && request.headers['transfer-encoding'] !== undefined ? {} : all,
    'no-rate-headers-on-filtered-list': (all, _answer, request) => (request.query.has('status') ? {} : all),
    'rate-headers-of-the-draft': (all) =>
      Object.fromEntries(
        Object.entries(all).map(([name, value]) => [name.replace('X-RateLimit', 'RateLimit'), value]),
      ),
  }),
  ...violating(['rate/headers-well-formed']).by({
    'limit-as-policy': saying(limitName, ({ limit }) => `${limit};w=60`),
    'limit-as-list': saying(limitName, ({ limit }) => `${limit}, ${limit * 1_000}`),
    'remaining-negative': saying(remainingName, ({ limit, remaining }) => remaining - limit),
    'remaining-above-limit': saying(remainingName, ({ limit, remaining }) => limit + remaining + 1),
    'remaining-fraction': saying(remainingName, ({ remaining }) => remaining.toFixed(2)),
    'limit-unlimited': saying(limitName, () => 'unlimited'),
    // X-RateLimit-Limit is 0 on every response to a key, as if never configured.
    'limit-zero': saying(limitName, () => 0),
    'limit-with-separator': saying(limitName, ({ limit }) => limit.toLocaleString('en-US')),
    'remaining-of-limit': saying(remainingName, ({ limit, remaining }) => `${remaining}/${limit}`),
    'remaining-empty-on-404': saying(remainingName, ({ remaining }, { status }) =>
      status === 404 ? '' : remaining,
    ),
  }),
  ...violating(['rate/reset-is-timestamp']).by({
    'reset-seconds-to-go': around('showAllowance', (inner, { clock }) => (answer, request) => ({
      ...inner(answer, request),
      [resetName]: String(Math.ceil((answer.allowance.resetsAt - clock.now()) / 1_000)),
    })),
    'reset-milliseconds': saying(resetName, ({ resetsAt }) => resetsAt),
    'reset-http-date': saying(resetName, ({ resetsAt }) => new Date(resetsAt).toUTCString()),
    'reset-iso-8601': saying(resetName, ({ resetsAt }) => new Date(resetsAt).toISOString()),
    // X-RateLimit-Reset is an hour in the past, as with a wrong time zone.
    'reset-in-the-past': saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) - hourS),
    'reset-a-year-ahead': saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) + 365 * 24 * hourS),
    'reset-milliseconds-on-creation': saying(resetName, ({ resetsAt }, { status }) =>
      status === 201 ? resetsAt : Math.ceil(resetsAt / 1_000),
    ),
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
  ...violating(['rate/limit-matches-plan'], 'plan').by({
    'limit-of-default-plan': headers((all, answer) => ({
      ...all,
      [limitName]: '60',
      [remainingName]: String(Math.min(59, answer.allowance.remaining)),
    })),
  }),
  ...violating(['rate/limit-matches-plan'], 'plan').each(sayingLimit, {
    'limit-of-next-plan': (limit, _request, settings) => nextPlan(limit, settings),
    'limit-one-more': (limit) => limit + 1,
    'limit-doubled-on-creation': (limit, request) => (request.method === 'POST' ? limit * 2 : limit),
    'limit-less-one-on-404': (limit, request) => (request.path.length === 3 ? limit - 1 : limit),
  }),
  ...violating(['rate/remaining-counts-down']).by({
    'remaining-frozen': saying(remainingName, ({ limit }) => limit),
    'remaining-one-short-and-frozen': saying(remainingName, ({ limit }) => limit - 1),
    'remaining-counts-up': saying(remainingName, ({ limit, remaining }) => limit - remaining),
    'creations-cost-five': costing(({ status }) => (status === 201 ? 5 : 1)),
    'lists-cost-three': costing(({ status }, { method, path }) =>
      status === 200 && method === 'GET' && path.length === 2 ? 3 : 1,
    ),
    'remaining-jumps': around('showAllowance', (inner) => {
      let count = 0;
      return (answer, request) => {
        count += 1;
        const remaining = (count * 7_919) % (answer.allowance.limit + 1);
        return { ...inner(answer, request), [remainingName]: String(remaining) };
      };
    }),
  }),
  ...violating(['rate/remaining-counts-down']).each(notCounting, {
    'creations-not-counted': ({ status }) => status === 201,
    'readings-not-counted': ({ status }, { path }) => status === 200 && path.length === 3,
    'lists-not-counted': ({ status }, { method, path }) =>
      status === 200 && method === 'GET' && path.length === 2,
  }),
  ...violating(['rate/remaining-counts-down']).each(countingApart, {
    'remaining-per-operation': ({ method, path }) => `${method} ${path.length}`,
    'remaining-per-method': ({ method }) => method,
    'remaining-of-two-processes-in-turn': (_request, requests) => requests % 2,
    'remaining-of-two-processes-by-connection': ({ connection }) => connection % 2,
  }),
  ...violating(['rate/remaining-counts-down']).each(rounding, {
    'remaining-rounded-to-tens': (remaining) => Math.floor(remaining / 10) * 10,
    'remaining-rounded-to-fives': (remaining) => Math.ceil(remaining / 5) * 5,
    'remaining-of-every-eighth': (remaining) => remaining - (remaining % 8),
  }),
  ...violating(['rate/remaining-counts-down'], 'quota-key').by({
    'remaining-counts-two': saying(remainingName, ({ limit, remaining }) =>
      Math.max(0, limit - 2 * (limit - remaining)),
    ),
  }),
];
