import { around, type Fault, fault } from './fault.ts';
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
  fault(
    'no-rate-headers',
    'Responses have none of the X-RateLimit headers.',
    ['rate/headers-present'],
    leavingOut(allNames, always),
  ),
  fault(
    'no-rate-headers-on-404',
    'A 404 has none of the X-RateLimit headers.',
    ['rate/headers-present'],
    leavingOut(allNames, ({ status }) => status === 404),
  ),
  fault(
    'no-rate-headers-on-401',
    'A 401 has none of the X-RateLimit headers.',
    ['rate/headers-present'],
    leavingOut(allNames, ({ status }) => status === 401),
  ),
  fault(
    'no-rate-headers-on-400',
    'A 400 has none of the X-RateLimit headers.',
    ['rate/headers-present'],
    leavingOut(allNames, ({ status }) => status === 400),
  ),
  fault(
    'no-remaining-on-creation',
    'A 201 has no X-RateLimit-Remaining.',
    ['rate/headers-present'],
    leavingOut([remainingName], ({ status }) => status === 201),
  ),
  fault(
    'no-reset',
    'Responses have no X-RateLimit-Reset.',
    ['rate/headers-present'],
    leavingOut([resetName], always),
  ),
  fault(
    'limit-as-policy',
    'X-RateLimit-Limit includes the length of the window: 60;w=60.',
    ['rate/headers-well-formed'],
    saying(limitName, ({ limit }) => `${limit};w=60`),
    unreadable,
  ),
  fault(
    'limit-as-list',
    'X-RateLimit-Limit lists both limits of the plan.',
    ['rate/headers-well-formed'],
    saying(limitName, ({ limit }) => `${limit}, ${limit * 1_000}`),
    unreadable,
  ),
  fault(
    'remaining-negative',
    'X-RateLimit-Remaining falls below zero.',
    ['rate/headers-well-formed'],
    saying(remainingName, ({ limit, remaining }) => remaining - limit),
    unreadable,
  ),
  fault(
    'remaining-above-limit',
    'X-RateLimit-Remaining is above X-RateLimit-Limit.',
    ['rate/headers-well-formed'],
    saying(remainingName, ({ limit, remaining }) => limit + remaining + 1),
    unreadable,
  ),
  fault(
    'remaining-fraction',
    'X-RateLimit-Remaining has a fraction.',
    ['rate/headers-well-formed'],
    saying(remainingName, ({ remaining }) => remaining.toFixed(2)),
    unreadable,
  ),
  fault(
    'limit-unlimited',
    'X-RateLimit-Limit is the word unlimited.',
    ['rate/headers-well-formed'],
    saying(limitName, () => 'unlimited'),
    unreadable,
  ),
  fault(
    'reset-seconds-to-go',
    'X-RateLimit-Reset is the number of remaining seconds.',
    ['rate/reset-is-timestamp'],
    around('showAllowance', (inner, { clock }) => (answer, request) => ({
      ...inner(answer, request),
      [resetName]: String(Math.ceil((answer.allowance.resetsAt - clock.now()) / 1_000)),
    })),
  ),
  fault(
    'reset-milliseconds',
    'X-RateLimit-Reset is a Unix time in milliseconds.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => resetsAt),
  ),
  fault(
    'reset-http-date',
    'X-RateLimit-Reset is an HTTP date.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => new Date(resetsAt).toUTCString()),
  ),
  fault(
    'reset-iso-8601',
    'X-RateLimit-Reset is an ISO 8601 time.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => new Date(resetsAt).toISOString()),
  ),
  fault(
    'reset-in-the-past',
    'X-RateLimit-Reset is an hour in the past, as with a wrong time zone.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) - hourS),
  ),
  fault(
    'reset-a-year-ahead',
    'X-RateLimit-Reset is a year ahead.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) + 365 * 24 * hourS),
  ),
  fault(
    'reset-milliseconds-on-creation',
    'On a 201, X-RateLimit-Reset is in milliseconds.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }, { status }) =>
      status === 201 ? resetsAt : Math.ceil(resetsAt / 1_000),
    ),
  ),
  fault(
    'limit-of-next-plan',
    'X-RateLimit-Limit is that of the next larger plan.',
    ['rate/limit-matches-plan'],
    sayingLimit((limit, _request, settings) => nextPlan(limit, settings)),
    needsPlan,
  ),
  fault(
    'limit-one-more',
    'X-RateLimit-Limit is one above the limit of the plan.',
    ['rate/limit-matches-plan'],
    sayingLimit((limit) => limit + 1),
    needsPlan,
  ),
  fault(
    'limit-doubled-on-creation',
    'On creations, X-RateLimit-Limit is twice the limit of the plan.',
    ['rate/limit-matches-plan'],
    sayingLimit((limit, request) => (request.method === 'POST' ? limit * 2 : limit)),
    needsPlan,
  ),
  fault(
    'remaining-frozen',
    'X-RateLimit-Remaining always equals the limit.',
    ['rate/remaining-counts-down'],
    saying(remainingName, ({ limit }) => limit),
  ),
  fault(
    'remaining-one-short-and-frozen',
    'X-RateLimit-Remaining is always one below the limit.',
    ['rate/remaining-counts-down'],
    saying(remainingName, ({ limit }) => limit - 1),
  ),
  fault(
    'remaining-counts-up',
    'X-RateLimit-Remaining counts the requests made.',
    ['rate/remaining-counts-down'],
    saying(remainingName, ({ limit, remaining }) => limit - remaining),
  ),
  fault(
    'remaining-counts-two',
    'Each request lowers X-RateLimit-Remaining by two.',
    ['rate/remaining-counts-down'],
    saying(remainingName, ({ limit, remaining }) => Math.max(0, limit - 2 * (limit - remaining))),
    // Somebody else who uses the key would look the same.
    { needs: 'quota-key' },
  ),
  fault(
    'creations-cost-five',
    'A creation lowers X-RateLimit-Remaining by five.',
    ['rate/remaining-counts-down'],
    costing(({ status }) => (status === 201 ? 5 : 1)),
  ),
  fault(
    'lists-cost-three',
    'A list lowers X-RateLimit-Remaining by three.',
    ['rate/remaining-counts-down'],
    costing(({ status }, { method, path }) =>
      status === 200 && method === 'GET' && path.length === 2 ? 3 : 1,
    ),
  ),
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
  fault(
    'creations-not-counted',
    'Creations do not lower X-RateLimit-Remaining.',
    ['rate/remaining-counts-down'],
    notCounting(({ status }) => status === 201),
  ),
  fault(
    'remaining-per-operation',
    'X-RateLimit-Remaining counts each operation separately.',
    ['rate/remaining-counts-down'],
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
  ),
];
