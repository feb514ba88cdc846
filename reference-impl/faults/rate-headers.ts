import { around, type Fault, fault } from './fault.ts';
import {
  allNames,
  always,
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
    'No response carries the three headers.',
    ['rate/headers-present'],
    leavingOut(allNames, always),
  ),
  fault(
    'no-rate-headers-on-404',
    'A 404 carries none of the three headers.',
    ['rate/headers-present'],
    leavingOut(allNames, ({ status }) => status === 404),
  ),
  fault(
    'no-rate-headers-on-401',
    'A 401 carries none of the three headers.',
    ['rate/headers-present'],
    leavingOut(allNames, ({ status }) => status === 401),
  ),
  fault(
    'no-rate-headers-on-400',
    'A 400 carries none of the three headers.',
    ['rate/headers-present'],
    leavingOut(allNames, ({ status }) => status === 400),
  ),
  fault(
    'no-remaining-on-creation',
    'A 201 does not say how many requests remain.',
    ['rate/headers-present'],
    leavingOut([remainingName], ({ status }) => status === 201),
  ),
  fault(
    'no-reset',
    'No response says when the limit resets.',
    ['rate/headers-present'],
    leavingOut([resetName], always),
  ),
  fault(
    'limit-as-policy',
    'The limit comes with the length of its window: 60;w=60.',
    ['rate/headers-well-formed'],
    saying(limitName, ({ limit }) => `${limit};w=60`),
    unreadable,
  ),
  fault(
    'limit-as-list',
    'The limit comes as a list of both figures.',
    ['rate/headers-well-formed'],
    saying(limitName, ({ limit }) => `${limit}, ${limit * 1_000}`),
    unreadable,
  ),
  fault(
    'remaining-negative',
    'The remaining requests are counted below zero.',
    ['rate/headers-well-formed'],
    saying(remainingName, ({ limit, remaining }) => remaining - limit),
    unreadable,
  ),
  fault(
    'remaining-above-limit',
    'More requests remain than the limit has.',
    ['rate/headers-well-formed'],
    saying(remainingName, ({ limit, remaining }) => limit + remaining + 1),
    unreadable,
  ),
  fault(
    'remaining-fraction',
    'The remaining requests come with a fraction.',
    ['rate/headers-well-formed'],
    saying(remainingName, ({ remaining }) => remaining.toFixed(2)),
    unreadable,
  ),
  fault(
    'limit-unlimited',
    'The limit is the word unlimited.',
    ['rate/headers-well-formed'],
    saying(limitName, () => 'unlimited'),
    unreadable,
  ),
  fault(
    'reset-seconds-to-go',
    'The reset is the number of remaining seconds.',
    ['rate/reset-is-timestamp'],
    around('showAllowance', (inner, { clock }) => (answer, request) => ({
      ...inner(answer, request),
      [resetName]: String(Math.ceil((answer.allowance.resetsAt - clock.now()) / 1_000)),
    })),
  ),
  fault(
    'reset-milliseconds',
    'The reset is a Unix time in milliseconds.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => resetsAt),
  ),
  fault(
    'reset-http-date',
    'The reset is an HTTP date.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => new Date(resetsAt).toUTCString()),
  ),
  fault(
    'reset-iso-8601',
    'The reset is a time in ISO 8601.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => new Date(resetsAt).toISOString()),
  ),
  fault(
    'reset-in-the-past',
    'The reset is an hour ago, as clocks in a wrong time zone bring about.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) - hourS),
  ),
  fault(
    'reset-a-year-ahead',
    'The reset is a year ahead.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }) => Math.ceil(resetsAt / 1_000) + 365 * 24 * hourS),
  ),
  fault(
    'reset-milliseconds-on-creation',
    'On a 201 alone the reset is in milliseconds.',
    ['rate/reset-is-timestamp'],
    saying(resetName, ({ resetsAt }, { status }) =>
      status === 201 ? resetsAt : Math.ceil(resetsAt / 1_000),
    ),
  ),
  fault(
    'limit-of-next-plan',
    'The limit is that of the next larger plan.',
    ['rate/limit-matches-plan'],
    sayingLimit((limit, _request, settings) => nextPlan(limit, settings)),
    needsPlan,
  ),
  fault(
    'limit-one-more',
    'The limit is one more than that of the plan.',
    ['rate/limit-matches-plan'],
    sayingLimit((limit) => limit + 1),
    needsPlan,
  ),
  fault(
    'limit-doubled-on-creation',
    'On creations the limit is twice that of the plan.',
    ['rate/limit-matches-plan'],
    sayingLimit((limit, request) => (request.method === 'POST' ? limit * 2 : limit)),
    needsPlan,
  ),
  fault(
    'remaining-frozen',
    'The remaining requests are always as many as the limit.',
    ['rate/remaining-counts-down'],
    saying(remainingName, ({ limit }) => limit),
  ),
  fault(
    'remaining-one-short-and-frozen',
    'The remaining requests go down once and stay there.',
    ['rate/remaining-counts-down'],
    saying(remainingName, ({ limit }) => limit - 1),
  ),
  fault(
    'remaining-counts-up',
    'In place of the remaining requests those that were made are counted.',
    ['rate/remaining-counts-down'],
    saying(remainingName, ({ limit, remaining }) => limit - remaining),
  ),
  fault(
    'remaining-counts-two',
    'Every request takes two from those that remain.',
    ['rate/remaining-counts-down'],
    saying(remainingName, ({ limit, remaining }) => Math.max(0, limit - 2 * (limit - remaining))),
    // Somebody else who uses the key would look the same.
    { needs: 'quota-key' },
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
