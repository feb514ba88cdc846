import type { Answer } from '../messages.ts';
import type { QuotaKind } from '../quota.ts';
import { anchoredWindow } from '../quota-kinds/anchored-window.ts';
import { fixedWindow } from '../quota-kinds/fixed-window.ts';
import { tokenBucket } from '../quota-kinds/token-bucket.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import { isMembers } from './decorations.ts';
import { around, type Decoration, type Fault, fault } from './fault.ts';
import { allowances, limiterFor, minuteOf, quotaKey, refusals429, workingBy } from './limiter-decorations.ts';

function refusingBy(status: number): Decoration {
  return refusals429((answer: Answer) => ({
    ...answer,
    status,
    body: isMembers(answer.body) ? { ...answer.body, status } : answer.body,
  }));
}

/** Minutes of another length. */
function minutesTimes(factor: number): Decoration {
  return around('takeAllowance', (_inner, { rateSettings, clock }) =>
    createRateLimiter({ ...rateSettings, minuteMs: rateSettings.minuteMs * factor }, clock),
  );
}

/** So many processes behind a balancer that asks them in turn, each with counters of its own. */
function replicas(count: number): Decoration {
  return around('takeAllowance', (_inner, { rateSettings, clock }) => {
    const limiters = Array.from({ length: count }, () => createRateLimiter(rateSettings, clock));
    let turn = 0;
    return async (key) => {
      turn = (turn + 1) % count;
      const limiter = limiters[turn] ?? createRateLimiter(rateSettings, clock);
      return limiter(key);
    };
  });
}

/** The request that opens a window is not counted. */
const openingUncounted: QuotaKind = (limit, lengthMs) => {
  const quota = anchoredWindow(limit, lengthMs);
  let openUntil = 0;
  return {
    state: quota.state,
    count(now) {
      if (now >= openUntil) {
        openUntil = now + lengthMs;
      } else {
        quota.count(now);
      }
    },
  };
};

/** A refusal begins a new count. */
const resetByRefusal: QuotaKind = (limit, lengthMs) => {
  let quota = fixedWindow(limit, lengthMs);
  return {
    state: (now) => quota.state(now),
    count: (now) => quota.count(now),
    refuse() {
      quota = fixedWindow(limit, lengthMs);
    },
  };
};

/** A bucket that holds more than the limit, refilled as it should be. */
const largeBucket: QuotaKind = (limit, lengthMs) => {
  const quota = tokenBucket(Math.floor(limit * 1.25), lengthMs * 1.25);
  return {
    state: (now) => {
      const state = quota.state(now);
      return { ...state, limit, remaining: Math.min(limit, state.remaining) };
    },
    count: quota.count,
  };
};

const alsoTheDay = { ...quotaKey, mayViolate: ['quota/day-limit'] };
const also = ['rate/remaining-counts-down', 'quota/day-limit'];
const countedApart = { ...quotaKey, mayViolate: ['quota/limit-enforced', ...also] };

export const quotaEnforcement: readonly Fault[] = [
  fault(
    'limit-not-enforced',
    'No request is refused, although X-RateLimit-Remaining falls to zero.',
    ['quota/limit-enforced'],
    allowances((allowance) => ({ ...allowance, admitted: true })),
    alsoTheDay,
  ),
  fault('excess-503', 'A request beyond the limit returns 503.', ['quota/limit-enforced'], refusingBy(503), {
    ...quotaKey,
    mayViolate: ['responses/documented-status', 'errors/no-server-error'],
  }),
  fault('excess-403', 'A request beyond the limit returns 403.', ['quota/limit-enforced'], refusingBy(403), {
    ...quotaKey,
    mayViolate: ['responses/documented-status'],
  }),
  fault(
    'excess-401',
    'A request beyond the limit returns 401, as if the key were unknown.',
    ['quota/limit-enforced'],
    refusingBy(401),
    { ...quotaKey, mayViolate: ['auth/valid-key-accepted', 'auth/challenge'] },
  ),
  fault(
    'one-too-many',
    'One request beyond the limit is admitted per minute.',
    ['quota/never-exceeded'],
    workingBy(
      'perMinute',
      (limit) => limit + 1,
      () => -1,
    ),
    quotaKey,
  ),
  fault(
    'limit-doubled-unannounced',
    'Twice the limit is admitted before the first 429.',
    ['quota/never-exceeded'],
    workingBy(
      'perMinute',
      (limit) => limit * 2,
      (limit) => -limit,
    ),
    { ...quotaKey, mayViolate: ['quota/limit-enforced'] },
  ),
  fault(
    'opening-request-uncounted',
    'The request that opens a window is not counted.',
    ['quota/never-exceeded'],
    minuteOf(openingUncounted),
    { ...quotaKey, mayViolate: ['rate/remaining-counts-down'] },
  ),
  fault(
    'refusal-begins-anew',
    'A refused request resets the count to zero.',
    ['quota/never-exceeded'],
    {
      part: 'takeAllowance',
      apply: (parts) =>
        allowances((allowance) => (allowance.admitted ? allowance : { ...allowance, remaining: 0 })).apply(
          minuteOf(resetByRefusal).apply(parts),
        ),
    },
    { ...quotaKey, mayViolate: ['rate/remaining-counts-down'] },
  ),
  fault(
    'minute-of-50-seconds',
    'The window of the limit lasts 50 s.',
    ['quota/never-exceeded'],
    minutesTimes(5 / 6),
    { needs: 'long-minute' },
  ),
  fault(
    'minute-of-55-seconds',
    'The window of the limit lasts 55 s.',
    ['quota/never-exceeded'],
    minutesTimes(11 / 12),
    { needs: 'long-minute' },
  ),
  fault(
    'bucket-too-large',
    'A token bucket holds a quarter more than the limit.',
    ['quota/never-exceeded'],
    minuteOf(largeBucket),
    { ...quotaKey, mayViolate: ['rate/remaining-counts-down'] },
  ),
  fault(
    'counter-per-connection',
    'Each connection has its own counter.',
    // A burst has more connections than it takes to serve all of it: no request gets 429.
    ['quota/limit-enforced'],
    limiterFor((request) => request.connection),
    { ...countedApart, mayViolate: ['quota/never-exceeded', ...also] },
  ),
  fault(
    'two-replicas',
    'Two replicas take turns, each with its own counters.',
    ['quota/never-exceeded'],
    replicas(2),
    countedApart,
  ),
  fault(
    'five-replicas',
    'Five replicas take turns, each with its own counters.',
    ['quota/limit-enforced'],
    replicas(5),
    { ...countedApart, mayViolate: ['quota/never-exceeded', ...also] },
  ),
];
