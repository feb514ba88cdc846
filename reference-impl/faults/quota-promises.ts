import type { Decoration } from '../parts.ts';
import { fixedWindow, type QuotaKind } from '../quota.ts';
import { slidingLog } from '../quota-kinds.ts';
import { around, type Fault, violating } from './fault.ts';
import { allowances, minuteOf, retryAfter } from './limiter-decorations.ts';

/** Once a request was refused, none is admitted any more; what is announced stays as it was. */
const closingForEver: QuotaKind = (limit, lengthMs) => {
  const quota = fixedWindow(limit, lengthMs);
  let closed = false;
  return {
    state(now) {
      const state = quota.state(now);
      return closed ? { ...state, remaining: 0, nextAt: state.resetsAt } : state;
    },
    count: quota.count,
    refuse(now) {
      closed ||= quota.state(now).remaining === 0;
    },
  };
};

/** Each refused request shuts the key for a whole length from then on; what is announced speaks of the served ones. */
const prolonging: QuotaKind = (limit, lengthMs) => {
  const served = slidingLog(limit, lengthMs);
  let opensAt = Number.NEGATIVE_INFINITY;
  return {
    state(now) {
      const state = served.state(now);
      return now < opensAt ? { ...state, remaining: 0, nextAt: Math.max(now, state.resetsAt) } : state;
    },
    count: served.count,
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
  return around('takeAllowance', (inner) => async (key) => {
    const allowance = await inner(key);
    const { admitted, limit, remaining } = allowance;
    return key !== null && admitted
      ? { ...allowance, remaining: Math.min(limit, Math.max(0, change(remaining))) }
      : allowance;
  });
}

const twoHoursMs = 7_200_000;

export const quotaPromises: readonly Fault[] = [
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
