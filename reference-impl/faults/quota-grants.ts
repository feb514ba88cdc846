import type { QuotaKind } from '../quota.ts';
import { fixedWindow } from '../quota-kinds/fixed-window.ts';
import { tokenBucket } from '../quota-kinds/token-bucket.ts';
import { type Fault, violating } from './fault.ts';
import { limiting, minuteOf, quotaKey, workingBy } from './limiter-decorations.ts';

/** A bucket that holds half of the limit, refilled as it should be; what remains is announced as of a whole one. */
const halfBucket: QuotaKind = (limit, lengthMs) => {
  const half = Math.ceil(limit / 2);
  const quota = tokenBucket(half, (lengthMs * half) / limit);
  return {
    state(now) {
      const state = quota.state(now);
      const remaining = state.remaining === 0 ? 0 : state.remaining + limit - half;
      return { ...state, limit, remaining };
    },
    count: quota.count,
  };
};

/** No tenth of the window serves more than a tenth of the limit. */
const spreadOverTenths: QuotaKind = (limit, lengthMs) => {
  const whole = fixedWindow(limit, lengthMs);
  const tenth = fixedWindow(Math.ceil(limit / 10), lengthMs / 10);
  return {
    state(now) {
      const share = tenth.state(now);
      return share.remaining > 0 ? whole.state(now) : { ...share, limit };
    },
    count(now) {
      whole.count(now);
      tenth.count(now);
    },
  };
};

/** A counter that expires a window after the last request, served or not, and not after the first: it never does in steady use. */
const renewing: QuotaKind = (limit, lengthMs) => {
  let endsAt = 0;
  let used = 0;
  const renew = (now: number) => {
    used = now < endsAt ? used : 0;
    endsAt = now + lengthMs;
  };
  return {
    state(now) {
      const remaining = now < endsAt ? Math.max(0, limit - used) : limit;
      const end = now < endsAt ? endsAt : now + lengthMs;
      return { limit, remaining, resetsAt: end, nextAt: remaining > 0 ? now : end };
    },
    count(now) {
      renew(now);
      used += 1;
    },
    refuse: renew,
  };
};

const dayQuota = { needs: 'day-quota' } as const;

export const quotaGrants: readonly Fault[] = [
  ...violating(['quota/fully-granted'], quotaKey).by({
    // The last request of the limit is refused, and X-RateLimit-Remaining announces that.
    'one-too-few': workingBy(
      'perMinute',
      (limit) => limit - 1,
      () => 0,
    ),
    // Each request extends the window by a minute, so a key in steady use below the limit is refused eventually.
    'window-renewed-by-every-request': minuteOf(renewing),

    // The last request of the limit is refused, although X-RateLimit-Remaining announces one more.
    'one-too-few-unannounced': workingBy(
      'perMinute',
      (limit) => limit - 1,
      () => 1,
    ),
    'bucket-half-as-large': minuteOf(halfBucket),
    // At most a tenth of the limit is admitted in 6 s.
    'spread-over-the-minute': minuteOf(spreadOverTenths),
  }),
  ...violating(['quota/fully-granted'], { needs: 'long-minute' }).by({
    'every-fortieth-refused': limiting((quotasOf, clock) => {
      const requests = new Map<string, number>();
      return async (key) => {
        const now = clock.now();
        const quotas = quotasOf(key);
        const number = (requests.get(key?.key ?? '') ?? 0) + 1;
        requests.set(key?.key ?? '', number);
        const admitted = key === null || (quotas.hasRoom(now) && number % 40 !== 0);
        if (admitted && key !== null) {
          quotas.count(now);
        }
        const state = quotas.state(now);
        return { admitted, ...state, remaining: admitted ? state.remaining : 0 };
      };
    }),
  }),
  ...violating(['quota/day-limit'], dayQuota).by({
    'day-not-enforced': workingBy(
      'perDay',
      (limit) => limit * 1_000,
      (limit) => -999 * limit,
    ),
    'day-a-tenth-more': workingBy(
      'perDay',
      (limit) => Math.ceil(limit * 1.1),
      (limit) => limit - Math.ceil(limit * 1.1),
    ),
    // One request beyond the daily limit is admitted.
    'day-one-too-many': workingBy(
      'perDay',
      (limit) => limit + 1,
      () => -1,
    ),
  }),
];
