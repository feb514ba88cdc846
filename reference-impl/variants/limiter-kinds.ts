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
  'fixed-window': limiting(fixedWindow),
  'anchored-window': limiting(anchoredWindow),
  'sliding-log': limiting(slidingLog),
  'sliding-counter': limiting(slidingCounter),
  'token-bucket': limiting(tokenBucket),
  'token-bucket-by-seconds': limiting(inSteps(tokenBucket, 1)),
  'token-bucket-by-half-minutes': limiting(inSteps(tokenBucket, 30)),
  gcra: limiting(gcra),
  // A sliding log also counts refused requests.
  'refused-requests-count': limiting(countingRefused(slidingLog)),
  'penalty-after-an-excess': limiting(penalizingWindow('first')),
  'penalty-starts-anew': limiting(penalizingWindow('last')),
  // A key that is refused sixty times in a row is banned for ten minutes.
  'ban-after-60-refused': banning,
};
