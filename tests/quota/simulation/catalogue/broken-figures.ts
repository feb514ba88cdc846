import {
  announcing,
  concurrencyCap,
  firstCountedTwice,
  granting,
  refusingAtRandom,
  unlimited,
} from '../limiters/faulty.ts';
import type { Limiter, LimiterKind } from '../limiters/limiter.ts';
import {
  alignedWindow,
  anchoredWindow,
  minuteAndDay,
  prolongedWindow,
  windowThatNeverOpensAgain,
} from '../limiters/permitted.ts';
import { limitAs, limitedService } from '../service/limited-service.ts';
import { type BrokenLimiter, brokenOn, type KindName, kinds, type SoldPlan } from './simulated-limiter.ts';

const everyKind = Object.keys(kinds) as KindName[];
const windowsAndLogs: readonly KindName[] = [
  'fixed window by the clock',
  'fixed window from the first request',
  'sliding log',
];
const window: readonly KindName[] = ['fixed window from the first request'];
const bucket: readonly KindName[] = ['token bucket'];

const bucketMeanwhile = 'a bucket gets one token per second, so delays explain one more or less';
const fitsCounter =
  'its requests sometimes fit a sliding counter, which may admit one more at the start of a window';
const fitsSteps = 'a bucket that refills in a few steps may have them at the times of the bursts';
const fitsLog =
  'if a window begins shortly before the burst, a log with the full limit explains it, and only Remaining is wrong';
const oneShortInSteps =
  'a bucket that refills 59 tokens every 59 s, or slightly more slightly less often, may grant the same, with steps at the times of Reset';
const usedOnce =
  'a first Remaining of two fewer also fits a key that was used once before; not every run excludes that';
const counterAtEdge = 'a sliding counter may admit one more at the start of a window';

/** Limiters that admit too much or too little. */
export const brokenFigures: readonly BrokenLimiter[] = [
  ...brokenOn(['fixed window from the first request', 'token bucket'], 'no limit', {
    reported: ['quota/limit-enforced'],
    minute: unlimited,
  }),
  ...brokenOn(
    everyKind,
    'one more than sold',
    {
      reported: ['quota/never-exceeded'],
      alsoReported: ['rate/remaining-counts-down'],
      minute: (kind) => granting(kind, (limit) => limit + 1),
    },
    { 'token bucket': bucketMeanwhile, 'sliding counter': counterAtEdge, 'sliding log': fitsCounter },
  ),
  ...brokenOn(everyKind, 'one more than sold, and so announced', {
    reported: ['quota/never-exceeded', 'rate/limit-matches-plan'],
    minute: (kind) => (limit, windowMs) => kind(limit + 1, windowMs),
  }),
  ...brokenOn(everyKind, 'a tenth more than sold', {
    reported: ['quota/never-exceeded'],
    alsoReported: ['rate/remaining-counts-down'],
    minute: (kind) => granting(kind, (limit) => Math.round(limit * 1.1)),
  }),
  ...brokenOn(
    everyKind,
    'one fewer than sold',
    {
      reported: ['quota/fully-granted'],
      alsoReported: ['rate/remaining-counts-down'],
      minute: (kind) => granting(kind, (limit) => limit - 1),
    },
    { 'token bucket': bucketMeanwhile, 'sliding counter': fitsLog },
  ),
  ...brokenOn(everyKind, 'one fewer than sold, and so announced', {
    reported: ['quota/fully-granted', 'rate/limit-matches-plan'],
    minute: (kind) => (limit, windowMs) => kind(limit - 1, windowMs),
  }),
  ...brokenOn(
    ['fixed window by the clock', 'fixed window from the first request', 'sliding log', 'token bucket'],
    'the first request counted twice',
    {
      reported: ['quota/fully-granted', 'rate/remaining-counts-down'],
      minute: firstCountedTwice,
    },
    {
      'token bucket': bucketMeanwhile,
      'fixed window by the clock': oneShortInSteps,
      'sliding log': usedOnce,
    },
  ),
  ...[30, 50, 55].flatMap((seconds) =>
    brokenOn(
      windowsAndLogs,
      `a minute of ${seconds} s`,
      {
        reported: ['quota/never-exceeded'],
        alsoReported: ['quota/reset-honest'],
        minute: (kind) => (limit, windowMs) => kind(limit, (windowMs * seconds) / 60),
      },
      seconds > 30 ? { 'sliding log': fitsSteps } : {},
    ),
  ),
  ...brokenOn(window, 'a minute of 90 s', {
    reported: [
      'quota/fully-granted',
      'quota/retry-after-proportionate',
      'rate/reset-is-timestamp',
      'quota/reset-honest',
    ],
    minute: (kind) => (limit, windowMs) => kind(limit, windowMs * 1.5),
  }),
  ...brokenOn(window, 'a window that never opens again', {
    reported: ['quota/retry-after-honest'],
    alsoReported: ['quota/reset-honest', 'quota/fully-granted'],
    minute: () => windowThatNeverOpensAgain,
  }),
  ...brokenOn(window, 'made longer by every served request', {
    reported: ['quota/fully-granted'],
    minute: () => prolongedWindow('served'),
  }),
  ...brokenOn(window, 'made longer by every request, refused ones too', {
    reported: ['quota/fully-granted'],
    minute: () => prolongedWindow('all'),
  }),
  ...brokenOn(window, 'made longer by every request, in steady use', {
    reported: ['quota/fully-granted', 'quota/day-limit'],
    dayQuota: true,
    begin: (_kind, { perMinute, perDay, minuteMs, dayMs }) =>
      minuteAndDay(prolongedWindow('served')(perMinute, minuteMs), anchoredWindow(perDay, dayMs)),
  }),
  ...brokenOn(bucket, 'holds half of what is sold', {
    reported: ['quota/fully-granted'],
    alsoReported: ['rate/remaining-counts-down'],
    minute: (kind) => (limit, windowMs) => announcing(kind, limit)(limit / 2, windowMs / 2),
  }),
  ...brokenOn(bucket, 'refills three times as quickly', {
    reported: ['quota/never-exceeded'],
    minute: (kind) => (limit, windowMs) => kind(limit, windowMs / 3),
  }),
  ...brokenOn(window, 'a cap on concurrency instead of a rate', {
    reported: ['quota/fully-granted', 'quota/limit-enforced', 'quota/never-exceeded'],
    alsoReported: ['rate/remaining-counts-down'],
    minute: (kind) => concurrencyCap(kind, 20, 40),
  }),
  ...[0.01, 0.05].map((share) => refusalsAtRandom(share)),
  ...brokenOn(window, 'daily limit not enforced', { reported: ['quota/day-limit'], dayQuota: true }),
  ...brokenOn(window, 'a twentieth more a day than sold', {
    reported: ['quota/day-limit'],
    dayQuota: true,
    begin: (kind, plan) => dayOfMore(kind, plan, alignedWindow, aTwentieth),
  }),
  ...brokenOn(window, 'one more a day than sold', {
    reported: ['quota/day-limit'],
    dayQuota: true,
    begin: (kind, plan) => dayOfMore(kind, plan, alignedWindow, (limit) => limit + 1),
  }),
  ...brokenOn(window, 'a twentieth more a day than sold, from the first request on', {
    reported: ['quota/day-limit'],
    dayQuota: true,
    undecidable: 'its first requests, including the excess, may belong to the end of the previous day',
    begin: (kind, plan) => dayOfMore(kind, plan, anchoredWindow, aTwentieth),
  }),
  ...brokenOn(window, 'a twentieth less a day than sold', {
    reported: ['quota/day-limit', 'quota/fully-granted'],
    alsoReported: ['rate/remaining-counts-down'],
    dayQuota: true,
    undecidable: 'earlier use of the key on that day is unknown, unless Remaining shows it',
    begin: (kind, { perMinute, perDay, minuteMs, dayMs }) =>
      minuteAndDay(
        kind(perMinute, minuteMs),
        granting(anchoredWindow, (limit) => Math.round(limit * 0.95))(perDay, dayMs),
      ),
  }),
  ...brokenOn(['fixed window from the first request', 'token bucket'], 'the Limit of another plan', {
    reported: ['rate/limit-matches-plan'],
    falsify: () => limitAs((limit) => limit * 5),
  }),
];

const aTwentieth = (limit: number) => Math.round(limit * 1.05);

/** A day of more than sold beside a rightful minute. */
function dayOfMore(
  kind: LimiterKind,
  { perMinute, perDay, minuteMs, dayMs }: SoldPlan,
  day: LimiterKind,
  granted: (limit: number) => number,
): Limiter {
  return minuteAndDay(kind(perMinute, minuteMs), granting(day, granted)(perDay, dayMs));
}

function refusalsAtRandom(share: number): BrokenLimiter {
  return {
    name: `fixed window from the first request: ${share * 100} % refused at random`,
    reported: ['quota/fully-granted'],
    alsoReported: ['rate/remaining-counts-down'],
    dayQuota: false,
    keys: 'any',
    undecidable: 'beyond the limit, random refusals are due anyway; only Remaining contradicts them',
    begin: ({ perMinute, minuteMs, random }) => {
      let count = 0;
      const refused = () => {
        count += 1;
      };
      const kind = refusingAtRandom(anchoredWindow, share, random, refused);
      return {
        service: limitedService({ begin: () => kind(perMinute, minuteMs) }),
        faultHappened: () => count > 0,
      };
    },
  };
}
