import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignedWindow, anchoredWindow, windowThatNeverOpensAgain } from './limiters/fixed-window.ts';
import { gcra } from './limiters/gcra.ts';
import { ask, type Limiter, type LimiterKind } from './limiters/limiter.ts';
import { minuteAndDay } from './limiters/minute-and-day.ts';
import { penaltyFromFirst, penaltyFromLast } from './limiters/penalty.ts';
import { CheckThenAct, LostUpdates } from './limiters/races.ts';
import {
  cautiousSlidingCounter,
  slidingCounter,
  slidingCounterUntilEmpty,
} from './limiters/sliding-counter.ts';
import { slidingLog, slidingLogOfAttempts, slidingLogUntilNewest } from './limiters/sliding-log.ts';
import {
  tickedTokenBucket,
  tokenBucket,
  tokenBucketUntilNext,
  wholeTokenBucket,
} from './limiters/token-bucket.ts';

const windowMs = 60_000;
const kinds: Readonly<Record<string, LimiterKind>> = {
  alignedWindow,
  anchoredWindow,
  slidingLog,
  slidingLogUntilNewest,
  slidingLogOfAttempts,
  slidingCounter,
  cautiousSlidingCounter,
  slidingCounterUntilEmpty,
  tokenBucket,
  tokenBucketUntilNext,
  tickedTokenBucket,
  wholeTokenBucket,
  gcra,
  'blocking window': penaltyFromFirst(anchoredWindow),
  'blocking bucket': penaltyFromFirst(tokenBucket),
  'window that blocks on': penaltyFromLast(anchoredWindow),
  'minute and day': (limit, ms) => minuteAndDay(anchoredWindow(limit, ms), slidingLog(3 * limit, 1440 * ms)),
};

function isAdmitted(limiter: Limiter, atMs: number): boolean {
  return ask(limiter, atMs).admitted;
}

/** How many of a hundred requests at one moment are admitted. */
function admittedAtOnce(limiter: Limiter, atMs: number): number {
  return Array.from({ length: 100 }, () => isAdmitted(limiter, atMs)).filter(Boolean).length;
}

const startMs = fc.integer({ min: 1_790_000_000_000, max: 1_790_000_600_000 });
const limits = fc.constantFrom(5, 60, 90);
const gapsMs = fc.array(fc.oneof(fc.nat(50), fc.nat(3000), fc.nat(70_000)), { maxLength: 150 });

describe.each(Object.entries(kinds))('%s', (_name, kind) => {
  it('grants exactly its limit at once, from a full quota, and counts down to 0', () => {
    fc.assert(
      fc.property(startMs, limits, (atMs, limit) => {
        const limiter = kind(limit, windowMs);
        // The rounding of epoch seconds in doubles may take one from a GCRA whose requests come at one moment.
        expect(limit - admittedAtOnce(limiter, atMs)).toBeLessThanOrEqual(kind === gcra ? 1 : 0);
        expect(limiter.outlook(atMs).remaining).toBe(0);
      }),
      { numRuns: 30 },
    );
  });

  it('keeps what it promises for the next request, whatever was asked before', () => {
    fc.assert(
      fc.property(startMs, limits, gapsMs, (atMs, limit, gaps) => {
        const limiter = kind(limit, windowMs);
        let now = atMs;
        for (const gap of gaps) {
          now += gap;
          isAdmitted(limiter, now);
        }
        for (let count = 0; isAdmitted(limiter, now); count += 1) {
          expect(count).toBeLessThanOrEqual(limit);
        }
        expect(limiter.outlook(now).remaining).toBe(0);
        expect(isAdmitted(limiter, limiter.outlook(now).retryMs + 1)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('has promised no more than it grants, and resets when it says so', () => {
    fc.assert(
      fc.property(startMs, limits, gapsMs, (atMs, limit, gaps) => {
        const limiter = kind(limit, windowMs);
        let now = atMs;
        for (const gap of gaps) {
          now += gap;
          const promised = limiter.outlook(now).remaining;
          const admitted = isAdmitted(limiter, now);
          expect(admitted || promised === 0).toBe(true);
        }
        // A counter that weighs the window before has room for one more only a little after the edge.
        expect(isAdmitted(limiter, Math.max(now, limiter.outlook(now).resetMs) + windowMs / limit + 1)).toBe(
          true,
        );
      }),
      { numRuns: 60 },
    );
  });
});

it('a window that never opens again promises the next one all the time', () => {
  const limiter = windowThatNeverOpensAgain(60, windowMs);
  expect(admittedAtOnce(limiter, 0)).toBe(60);
  expect(limiter.outlook(0).retryMs).toBe(windowMs);
  expect(isAdmitted(limiter, windowMs + 1)).toBe(false);
  expect(limiter.outlook(windowMs + 1).retryMs).toBe(2 * windowMs + 1);
});

it('a late count and a lost update admit too much only where requests come together', () => {
  const together = {
    late: new CheckThenAct(slidingLog(60, windowMs), 20),
    lost: new LostUpdates(tokenBucket(60, windowMs), 20),
  };
  expect(admittedAtOnce(together.late, 0)).toBe(100);
  expect(admittedAtOnce(together.lost, 0)).toBe(100);
  const apart = {
    late: new CheckThenAct(slidingLog(60, windowMs), 20),
    lost: new LostUpdates(anchoredWindow(60, windowMs), 20),
  };
  const times = Array.from({ length: 100 }, (_, index) => index * 30);
  expect(times.filter((atMs) => isAdmitted(apart.late, atMs))).toHaveLength(60);
  expect(times.filter((atMs) => isAdmitted(apart.lost, atMs))).toHaveLength(60);
});
