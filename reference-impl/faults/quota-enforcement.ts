import type { Answer, Decoration } from '../parts.ts';
import { anchoredWindow, fixedWindow, type QuotaKind } from '../quota.ts';
import { tokenBucket } from '../quota-kinds.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import { isMembers } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import { allowances, limiterFor, minuteOf, refusals429, workingBy } from './limiter-decorations.ts';

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

export const quotaEnforcement: readonly Fault[] = [
  ...violating(['quota/limit-enforced'], 'quota-key').by({
    'limit-not-enforced': allowances((allowance) => ({ ...allowance, admitted: true })),
    'counter-per-connection': limiterFor((request) => request.connection),
    'five-replicas': replicas(5),
  }),
  ...violating(['quota/limit-enforced'], 'quota-key').each(refusingBy, {
    'excess-503': 503,
    'excess-403': 403,
    'excess-401': 401,
  }),
  ...violating(['quota/never-exceeded'], 'quota-key').by({
    'one-too-many': workingBy('perMinute', (limit) => limit + 1),
    'two-replicas': replicas(2),
    // Twice the limit is admitted before the first 429.
    'limit-doubled-unannounced': workingBy('perMinute', (limit) => limit * 2),
    'opening-request-uncounted': minuteOf(openingUncounted),
    // A refused request resets the count to zero.
    'refusal-begins-anew': upon(
      minuteOf(resetByRefusal),
      allowances((allowance) => (allowance.admitted ? allowance : { ...allowance, remaining: 0 })),
    ),
    // A token bucket holds a quarter more than the limit.
    'bucket-too-large': minuteOf(largeBucket),
  }),
  ...violating(['quota/never-exceeded'], 'long-minute').each(minutesTimes, {
    'minute-of-50-seconds': 5 / 6,
    'minute-of-55-seconds': 11 / 12,
  }),
];
