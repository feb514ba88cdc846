import type { Answer, Decoration } from '../parts.ts';
import { anchoredWindow, fixedWindow, type QuotaKind, withState } from '../quota.ts';
import { slidingLog, tokenBucket } from '../quota-kinds.ts';
import { createRateLimiter } from '../rate-limiter.ts';
import { isMembers } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import {
  allowances,
  limiterFor,
  minuteOf,
  refusals429,
  retryAfter,
  workingBy,
} from './limiter-decorations.ts';

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
const largeBucket: QuotaKind = (limit, lengthMs) =>
  withState(tokenBucket(Math.floor(limit * 1.25), lengthMs * 1.25), ({ remaining }) => ({
    limit,
    remaining: Math.min(limit, remaining),
  }));

/** Once a request was refused, none is admitted any more; what is announced stays as it was. */
const closingForEver: QuotaKind = (limit, lengthMs) => {
  const quota = fixedWindow(limit, lengthMs);
  let isClosed = false;
  return {
    ...withState(quota, ({ resetsAt }) => (isClosed ? { remaining: 0, nextAt: resetsAt } : {})),
    refuse(now) {
      isClosed ||= quota.state(now).remaining === 0;
    },
  };
};

/** Each refused request shuts the key for a whole length from then on; what is announced speaks of the served ones. */
const prolonging: QuotaKind = (limit, lengthMs) => {
  let opensAt = Number.NEGATIVE_INFINITY;
  return {
    ...withState(slidingLog(limit, lengthMs), ({ resetsAt }, now) =>
      now < opensAt ? { remaining: 0, nextAt: Math.max(now, resetsAt) } : {},
    ),
    refuse(now) {
      opensAt = now + lengthMs;
    },
  };
};

/** Gives another reset. */
function resetting(reset: (resetsAt: number, now: number) => number): Decoration {
  return allowances((allowance, _key, clock) => ({
    ...allowance,
    resetsAt: reset(allowance.resetsAt, clock.now()),
  }));
}

/** Says another number of remaining requests where one is admitted. */
function saying(change: (remaining: number) => number): Decoration {
  return allowances((allowance, key) => {
    const { admitted, limit, remaining } = allowance;
    const said = Math.min(limit, Math.max(0, change(remaining)));
    return key !== null && admitted ? { ...allowance, remaining: said } : allowance;
  });
}

const twoHoursMs = 7_200_000;

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
  ...violating(['quota/retry-after-honest'], 'quota-key').by({
    'never-opens-again': minuteOf(closingForEver),
    // Each refused request blocks the key for another minute, but Retry-After only considers admitted requests.
    'refusals-prolong-unannounced': minuteOf(prolonging),
  }),
  ...violating(['quota/retry-after-honest'], 'quota-key').each(retryAfter, {
    'retry-after-halved': (ms) => Math.floor(ms / 2_000),
    'retry-after-zero': () => 0,
    'retry-after-rounded-down': (ms) => Math.floor(ms / 1_000),
    'retry-after-date-of-now': (_ms, now) => new Date(now).toUTCString(),
    'retry-after-local-time-behind': (ms, now) => new Date(now + ms + 1_000 - twoHoursMs).toUTCString(),
  }),
  ...violating(['quota/reset-honest'], 'quota-key').each(resetting, {
    'reset-halfway': (resetsAt, now) => now + (resetsAt - now) / 2,
    'reset-of-now': (_resetsAt, now) => now,
  }),
  ...violating(['rate/remaining-counts-down'], 'quota-key').each(saying, {
    'remaining-five-too-many': (remaining) => remaining + 5,
    'remaining-one-too-many': (remaining) => remaining + 1,
    'remaining-five-too-few': (remaining) => remaining - 5,
  }),
];
