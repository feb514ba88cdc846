import { around, type Fault, violating } from './fault.ts';
import {
  allNames,
  always,
  costing,
  hourS,
  leavingOut,
  limitName,
  needsPlan,
  nextPlan,
  notCounting,
  remainingName,
  resetName,
  saying,
  sayingLimit,
} from './rate-header-decorations.ts';

/** Rounds what remains, up to the limit. */
function rounding(rounded: (remaining: number) => number) {
  return saying(remainingName, ({ limit, remaining }) => Math.min(limit, rounded(remaining)));
}

export const rateHeaders: readonly Fault[] = [
  ...violating(['rate/headers-present']).by({
    'no-rate-headers': leavingOut(allNames, always),
    'no-rate-headers-on-404': leavingOut(allNames, ({ status }) => status === 404),
    'no-rate-headers-on-401': leavingOut(allNames, ({ status }) => status === 401),
    'no-rate-headers-on-400': leavingOut(allNames, ({ status }) => status === 400),
    'no-remaining-on-creation': leavingOut([remainingName], ({ status }) => status === 201),
    'no-reset': leavingOut([resetName], always),
  }),
  ...violating(['rate/headers-well-formed']).by({
    // X-RateLimit-Limit includes the length of the window: 60;w=60.
    'limit-as-policy': saying(limitName, ({ limit }) => `${limit};w=60`),
    'limit-as-list': saying(limitName, ({ limit }) => `${limit}, ${limit * 1_000}`),
    // X-RateLimit-Remaining falls below zero.
    'remaining-negative': saying(remainingName, ({ limit, remaining }) => remaining - limit),
    'remaining-above-limit': saying(remainingName, ({ limit, remaining }) => limit + remaining + 1),
    'remaining-fraction': saying(remainingName, ({ remaining }) => remaining.toFixed(2)),
    'limit-unlimited': saying(limitName, () => 'unlimited'),
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
  }),
  ...violating(['rate/limit-matches-plan'], needsPlan).by({
    'limit-of-next-plan': sayingLimit((limit, _request, settings) => nextPlan(limit, settings)),
    'limit-one-more': sayingLimit((limit) => limit + 1),
    'limit-doubled-on-creation': sayingLimit((limit, request) =>
      request.method === 'POST' ? limit * 2 : limit,
    ),
  }),
  ...violating(['rate/remaining-counts-down']).by({
    // X-RateLimit-Remaining always equals the limit.
    'remaining-frozen': saying(remainingName, ({ limit }) => limit),
    // X-RateLimit-Remaining is always one below the limit.
    'remaining-one-short-and-frozen': saying(remainingName, ({ limit }) => limit - 1),
    // X-RateLimit-Remaining counts the requests made.
    'remaining-counts-up': saying(remainingName, ({ limit, remaining }) => limit - remaining),
    'creations-cost-five': costing(({ status }) => (status === 201 ? 5 : 1)),
    'lists-cost-three': costing(({ status }, { method, path }) =>
      status === 200 && method === 'GET' && path.length === 2 ? 3 : 1,
    ),
    // Creations do not lower X-RateLimit-Remaining.
    'creations-not-counted': notCounting(({ status }) => status === 201),
    'remaining-per-operation': around('showAllowance', (inner) => {
      const counts = new Map<string, number>();
      return (answer, request) => {
        const { limit, resetsAt } = answer.allowance;
        const window = [request.headers.authorization, resetsAt, request.method, request.path.length].join(
          ' ',
        );
        const count = (counts.get(window) ?? 0) + 1;
        counts.set(window, count);
        return { ...inner(answer, request), [remainingName]: String(Math.max(0, limit - count)) };
      };
    }),

    'remaining-rounded-to-tens': rounding((remaining) => Math.floor(remaining / 10) * 10),
    'remaining-rounded-to-fives': rounding((remaining) => Math.ceil(remaining / 5) * 5),
    'remaining-of-every-eighth': rounding((remaining) => remaining - (remaining % 8)),
  }),
  ...violating(['rate/remaining-counts-down'], { needs: 'quota-key' }).by({
    'remaining-counts-two': saying(remainingName, ({ limit, remaining }) =>
      Math.max(0, limit - 2 * (limit - remaining)),
    ),
  }),
];
