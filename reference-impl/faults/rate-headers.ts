import { around, type Fault, fault, violating } from './fault.ts';
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
  unreadable,
} from './rate-header-decorations.ts';

export const rateHeaders: readonly Fault[] = [
  ...violating(['rate/headers-present']).by({
    'no-rate-headers': ['Responses have none of the X-RateLimit headers.', leavingOut(allNames, always)],
    'no-rate-headers-on-404': [
      'A 404 has none of the X-RateLimit headers.',
      leavingOut(allNames, ({ status }) => status === 404),
    ],
    'no-rate-headers-on-401': [
      'A 401 has none of the X-RateLimit headers.',
      leavingOut(allNames, ({ status }) => status === 401),
    ],
    'no-rate-headers-on-400': [
      'A 400 has none of the X-RateLimit headers.',
      leavingOut(allNames, ({ status }) => status === 400),
    ],
    'no-remaining-on-creation': [
      'A 201 has no X-RateLimit-Remaining.',
      leavingOut([remainingName], ({ status }) => status === 201),
    ],
    'no-reset': ['Responses have no X-RateLimit-Reset.', leavingOut([resetName], always)],
  }),
  ...violating(['rate/headers-well-formed'], unreadable).by({
    'limit-as-policy': [
      'X-RateLimit-Limit includes the length of the window: 60;w=60.',
      saying(limitName, ({ limit }) => `${limit};w=60`),
    ],
    'limit-as-list': [
      'X-RateLimit-Limit lists both limits of the plan.',
      saying(limitName, ({ limit }) => `${limit}, ${limit * 1_000}`),
    ],
    'remaining-negative': [
      'X-RateLimit-Remaining falls below zero.',
      saying(remainingName, ({ limit, remaining }) => remaining - limit),
    ],
    'remaining-above-limit': [
      'X-RateLimit-Remaining is above X-RateLimit-Limit.',
      saying(remainingName, ({ limit, remaining }) => limit + remaining + 1),
    ],
    'remaining-fraction': [
      'X-RateLimit-Remaining has a fraction.',
      saying(remainingName, ({ remaining }) => remaining.toFixed(2)),
    ],
    'limit-unlimited': ['X-RateLimit-Limit is the word unlimited.', saying(limitName, () => 'unlimited')],
  }),
  ...violating(['rate/reset-is-timestamp']).by({
    'reset-seconds-to-go': [
      'X-RateLimit-Reset is the number of remaining seconds.',
      around('showAllowance', (inner, { clock }) => (answer, request) => ({
        ...inner(answer, request),
        [resetName]: String(Math.ceil((answer.allowance.resetsAt - clock.now()) / 1_000)),
      })),
    ],
    'reset-milliseconds': [
      'X-RateLimit-Reset is a Unix time in milliseconds.',
      saying(resetName, ({ resetsAt }) => resetsAt),
    ],
    'reset-http-date': [
      'X-RateLimit-Reset is an HTTP date.',
      saying(resetName, ({ resetsAt }) => new Date(resetsAt).toUTCString()),
    ],
    'reset-iso-8601': [
      'X-RateLimit-Reset is an ISO 8601 time.',
      saying(resetName, ({ resetsAt }) => new Date(resetsAt).toISOString()),
    ],
    'reset-in-the-past': [
      'X-RateLimit-Reset is an hour in the past, as with a wrong time zone.',
      saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) - hourS),
    ],
    'reset-a-year-ahead': [
      'X-RateLimit-Reset is a year ahead.',
      saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) + 365 * 24 * hourS),
    ],
    'reset-milliseconds-on-creation': [
      'On a 201, X-RateLimit-Reset is in milliseconds.',
      saying(resetName, ({ resetsAt }, { status }) =>
        status === 201 ? resetsAt : Math.ceil(resetsAt / 1_000),
      ),
    ],
  }),
  ...violating(['rate/limit-matches-plan'], needsPlan).by({
    'limit-of-next-plan': [
      'X-RateLimit-Limit is that of the next larger plan.',
      sayingLimit((limit, _request, settings) => nextPlan(limit, settings)),
    ],
    'limit-one-more': [
      'X-RateLimit-Limit is one above the limit of the plan.',
      sayingLimit((limit) => limit + 1),
    ],
    'limit-doubled-on-creation': [
      'On creations, X-RateLimit-Limit is twice the limit of the plan.',
      sayingLimit((limit, request) => (request.method === 'POST' ? limit * 2 : limit)),
    ],
  }),
  ...violating(['rate/remaining-counts-down']).by({
    'remaining-frozen': [
      'X-RateLimit-Remaining always equals the limit.',
      saying(remainingName, ({ limit }) => limit),
    ],
    'remaining-one-short-and-frozen': [
      'X-RateLimit-Remaining is always one below the limit.',
      saying(remainingName, ({ limit }) => limit - 1),
    ],
    'remaining-counts-up': [
      'X-RateLimit-Remaining counts the requests made.',
      saying(remainingName, ({ limit, remaining }) => limit - remaining),
    ],
    'creations-cost-five': [
      'A creation lowers X-RateLimit-Remaining by five.',
      costing(({ status }) => (status === 201 ? 5 : 1)),
    ],
    'lists-cost-three': [
      'A list lowers X-RateLimit-Remaining by three.',
      costing(({ status }, { method, path }) =>
        status === 200 && method === 'GET' && path.length === 2 ? 3 : 1,
      ),
    ],
    'creations-not-counted': [
      'Creations do not lower X-RateLimit-Remaining.',
      notCounting(({ status }) => status === 201),
    ],
    'remaining-per-operation': [
      'X-RateLimit-Remaining counts each operation separately.',
      around('showAllowance', (inner) => {
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
    ],
  }),
  ...violating(['rate/remaining-counts-down'], { needs: 'quota-key' }).by({
    'remaining-counts-two': [
      'Each request lowers X-RateLimit-Remaining by two.',
      saying(remainingName, ({ limit, remaining }) => Math.max(0, limit - 2 * (limit - remaining))),
    ],
  }),
  ...(
    [
      ['remaining-rounded-to-tens', 'down to tens', (remaining: number) => Math.floor(remaining / 10) * 10],
      ['remaining-rounded-to-fives', 'up to fives', (remaining: number) => Math.ceil(remaining / 5) * 5],
      ['remaining-of-every-eighth', 'down to eights', (remaining: number) => remaining - (remaining % 8)],
    ] as const
  ).map(([name, how, rounded]) =>
    fault(
      name,
      `X-RateLimit-Remaining is rounded ${how}.`,
      ['rate/remaining-counts-down'],
      saying(remainingName, ({ limit, remaining }) => Math.min(limit, rounded(remaining))),
    ),
  ),
];
