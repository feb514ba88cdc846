import type { Allowance, Parts } from '../parts.ts';
import { anchoredWindow, fixedWindow, type QuotaKind } from '../quota.ts';
import { gcra, penalizingWindow, slidingCounter, slidingLog, tokenBucket } from '../quota-kinds.ts';
import { limiting } from './limiter-figures.ts';
import type { VariantRows } from './variant.ts';

/** The same kind, asked by a clock that moves on once in so many seconds of a minute: so many a bucket gets at once. */
function inSteps(kind: QuotaKind, seconds: number): QuotaKind {
  return (limit, lengthMs) => {
    const quota = kind(limit, lengthMs);
    const stepMs = Math.min(seconds * 1_000, (lengthMs * seconds) / 60);
    const step = (now: number) => Math.floor(now / stepMs) * stepMs;
    return {
      state(now) {
        const state = quota.state(step(now));
        const upTo = (time: number) => Math.ceil(time / stepMs) * stepMs;
        const nextAt = state.remaining > 0 ? now : upTo(state.nextAt);
        return { ...state, resetsAt: Math.max(now, upTo(state.resetsAt)), nextAt };
      },
      count: (now) => quota.count(step(now)),
    };
  };
}

/** The same kind, which also counts what it refuses. */
function countingRefused(kind: QuotaKind): QuotaKind {
  return (limit, lengthMs) => {
    const quota = kind(limit, lengthMs);
    return { ...quota, refuse: quota.count };
  };
}

/** Answers a key that had sixty requests refused in a row by 429 for ten minutes. */
function banning({ takeAllowance, clock, rateSettings }: Parts): Partial<Parts> {
  const refusedInARow = new Map<string, number>();
  const bannedUntil = new Map<string, number>();
  return {
    async takeAllowance(key): Promise<Allowance> {
      const allowance = await takeAllowance(key);
      if (key === null) {
        return allowance;
      }
      const refused = allowance.admitted ? 0 : (refusedInARow.get(key.key) ?? 0) + 1;
      refusedInARow.set(key.key, refused);
      const now = clock.now();
      if (refused === 60) {
        bannedUntil.set(key.key, now + 10 * rateSettings.minuteMs);
      }
      const until = bannedUntil.get(key.key) ?? 0;
      return now < until
        ? { ...allowance, admitted: false, remaining: 0, resetsAt: until, nextAt: until }
        : allowance;
    },
  };
}

export const limiterKinds: VariantRows = {
  'fixed-window': [
    'Minutes start on the minute and days at midnight UTC, like in the reference.',
    limiting(fixedWindow),
  ],
  'anchored-window': [
    'The minute and the day start with the first request of a key.',
    limiting(anchoredWindow),
  ],
  'sliding-log': [
    'The limiter counts the requests of the last minute and of the last day.',
    limiting(slidingLog),
  ],
  'sliding-counter': [
    'The limiter adds a share of the previous minute to the count of the current one.',
    limiting(slidingCounter),
  ],
  'token-bucket': ['The limiter is a token bucket with continuous refill.', limiting(tokenBucket)],
  'token-bucket-by-seconds': [
    'The limiter is a token bucket that refills once per second.',
    limiting(inSteps(tokenBucket, 1)),
  ],
  'token-bucket-by-half-minutes': [
    'The limiter is a token bucket that refills half of the limit every half minute.',
    limiting(inSteps(tokenBucket, 30)),
  ],
  gcra: ['The limiter is the generic cell rate algorithm, with the limit as its burst.', limiting(gcra)],
  'refused-requests-count': [
    'A sliding log also counts refused requests.',
    limiting(countingRefused(slidingLog)),
  ],
  'penalty-after-an-excess': [
    'A request beyond the limit blocks the key for a full minute, as Retry-After announces.',
    limiting(penalizingWindow('first')),
  ],
  'penalty-starts-anew': [
    'Every request beyond the limit blocks the key for another full minute, as Retry-After announces.',
    limiting(penalizingWindow('last')),
  ],
  'ban-after-60-refused': ['A key that is refused sixty times in a row is banned for ten minutes.', banning],
};
