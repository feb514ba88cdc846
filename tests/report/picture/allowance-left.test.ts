import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowanceLeft } from '../../../src/report/picture/allowance-left.ts';
import { spanOf } from '../../../src/report/picture/quota-bins.ts';
import type { PlanLimitRecord, QuotaStep } from '../../../src/verdict/plan-limit-record.ts';
import { excessRecord, fixedWindowRecord, tokenBucketRecord } from '../sample-plan-limits.ts';

function leftAt(record: PlanLimitRecord, atMs: number): number | undefined {
  return allowanceLeft(record).findLast(({ x }) => x <= atMs)?.y;
}

function unexplained(steps: readonly (readonly [atMs: number, admitted: number])[]): PlanLimitRecord {
  const made = steps.map(([atMs, admitted]): QuotaStep => {
    return { atMs, sent: admitted, admitted, refused: 0, other: 0, remaining: null, resetAtMs: null };
  });
  return { ...fixedWindowRecord, explainedBy: [], steps: made, phases: [], promises: [] };
}

describe('what was left', () => {
  test('is the limit minus the requests of the minute before', () => {
    const record = unexplained([
      [30_000, 40],
      [0, 30],
    ]);
    expect([0, 30_000, 60_000, 90_000].map((atMs) => leftAt(record, atMs))).toEqual([30, -10, 20, 60]);
    expect(leftAt(excessRecord, 10_000)).toBe(-13);
  });

  test('is not counted where a permitted limiter explains the measurement', () => {
    expect([fixedWindowRecord, tokenBucketRecord].map(allowanceLeft)).toEqual([[], []]);
  });

  test('goes forward in time, from the beginning to the end, in a bounded number of points', () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 600_000 }), fc.nat({ max: 90 })), { maxLength: 600 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 60_000 }), (some, minuteMs) => {
        const record = { ...unexplained(some), minuteMs, durationMs: 600_000 };
        const times = allowanceLeft(record).map(({ x }) => x);
        expect(times.length).toBeLessThanOrEqual(400);
        expect([times[0], times.at(-1)]).toEqual([0, spanOf(record)]);
        expect(times).toEqual([...times].sort((left, right) => left - right));
      }),
      { numRuns: 50 },
    );
  });
});
