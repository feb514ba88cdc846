import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anchoredWindow, fixedWindow, type Quota, type QuotaKind } from '../../reference-impl/quota.ts';
import { gcra, slidingCounter, slidingLog, tokenBucket } from '../../reference-impl/quota-kinds.ts';
import { propertyRuns } from '../property-runs.ts';

const lengthMs = 60_000;

interface Kind {
  readonly name: string;
  readonly kind: QuotaKind;
  /** The most that it may admit in any stretch of so many lengths. */
  readonly most: (limit: number, lengths: number) => number;
}

const windows = (limit: number, lengths: number) => limit * (Math.ceil(lengths) + 1);
const refilled = (limit: number, lengths: number) => Math.floor(limit + limit * lengths + 1e-6);

const kinds: readonly Kind[] = [
  { name: 'fixed window', kind: fixedWindow, most: windows },
  { name: 'anchored window', kind: anchoredWindow, most: windows },
  {
    name: 'sliding log',
    kind: slidingLog,
    most: (limit, lengths) => limit * (Math.floor(lengths) + 1),
  },
  {
    name: 'sliding counter',
    kind: slidingCounter,
    most: (limit, lengths) => refilled(limit, lengths) + Math.floor(lengths) + 2,
  },
  { name: 'token bucket', kind: tokenBucket, most: refilled },
  { name: 'GCRA', kind: gcra, most: refilled },
];

const limits = fc.integer({ min: 1, max: 40 });
/** The ms between requests: mostly bursts, some pauses of up to two lengths. */
const pauses = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 20 }) },
    { weight: 2, arbitrary: fc.integer({ min: 0, max: 3_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 * lengthMs }) },
  ),
  { maxLength: 150 },
);
/** So that neither the minute nor the day is about to end. */
const noon = Date.UTC(2026, 5, 15, 12, 0, 0);
const starts = fc.integer({ min: 0, max: lengthMs }).map((offset) => noon + offset);

/** Asks at every moment and returns those at which it was admitted. */
function admitted(quota: Quota, times: readonly number[]): number[] {
  return times.filter((time) => {
    const admits = quota.state(time).remaining > 0;
    if (admits) {
      quota.count(time);
    }
    return admits;
  });
}

function timesFrom(start: number, between: readonly number[]): number[] {
  let time = start;
  return between.map((pause) => {
    time += pause;
    return time;
  });
}

describe.each(kinds)('the $name', ({ kind, most }) => {
  it('grants the whole limit at once when it is fresh, and counts it down', () => {
    fc.assert(
      fc.property(limits, starts, (limit, start) => {
        const quota = kind(limit, lengthMs);
        for (let left = limit; left > 0; left -= 1) {
          expect(quota.state(start).remaining).toBe(left);
          quota.count(start);
        }
        expect(quota.state(start).remaining).toBe(0);
      }),
    );
  });

  it('never admits more than such a limiter may, in any stretch', () => {
    fc.assert(
      fc.property(limits, starts, pauses, (limit, start, between) => {
        const times = admitted(kind(limit, lengthMs), timesFrom(start, between));
        for (const [first, from] of times.entries()) {
          for (const [further, to] of times.slice(first).entries()) {
            expect(further + 1).toBeLessThanOrEqual(most(limit, (to - from) / lengthMs));
          }
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('refuses until the moment that it gives, and not from then on', () => {
    fc.assert(
      fc.property(limits, starts, pauses, (limit, start, between) => {
        const quota = kind(limit, lengthMs);
        for (const time of timesFrom(start, between)) {
          const { remaining, nextAt, resetsAt } = quota.state(time);
          expect(resetsAt).toBeGreaterThanOrEqual(time);
          if (remaining > 0) {
            expect(nextAt).toBe(time);
            quota.count(time);
          } else {
            expect(nextAt).toBeGreaterThan(time);
            expect(quota.state(Math.ceil(nextAt) - 2).remaining).toBe(0);
            expect(quota.state(Math.ceil(nextAt)).remaining).toBeGreaterThan(0);
            expect(quota.state(Math.ceil(resetsAt)).remaining).toBeGreaterThan(0);
            return;
          }
        }
      }),
    );
  });
});
