import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allowanceLeft } from '../../../src/report/picture/allowance-left.ts';
import { spanOf } from '../../../src/report/picture/quota-bins.ts';
import type { PlanLimitRecord, QuotaStep } from '../../../src/verdict/plan-limit-record.ts';
import { excessRecord, fixedWindowRecord, tokenBucketRecord } from '../sample-plan-limits.ts';

function leftAt(record: PlanLimitRecord, atMs: number): number | undefined {
  return allowanceLeft(record).points.findLast(({ x }) => x <= atMs)?.y;
}

function step(atMs: number, admitted: number, resetAtMs: number | null = null): QuotaStep {
  return { atMs, sent: admitted, admitted, refused: 0, other: 0, remaining: null, resetAtMs };
}

function explained(limiter: string, steps: readonly QuotaStep[]): PlanLimitRecord {
  return { ...fixedWindowRecord, explainedBy: [limiter], steps, phases: [], promises: [] };
}

describe('what was left', () => {
  test('of a window from the first request is refilled at once at its end', () => {
    const record = explained('fixed window from the first request', [step(10_000, 45)]);
    expect([0, 10_000, 69_999, 70_000].map((atMs) => leftAt(record, atMs))).toEqual([60, 15, 15, 60]);
  });

  test('of an aligned window is refilled at Reset', () => {
    const record = explained('fixed window aligned to the clock', [
      step(10_000, 45, 25_000),
      step(70_000, 5),
    ]);
    expect([10_000, 24_999, 25_000, 70_000, 85_000].map((atMs) => leftAt(record, atMs))).toEqual([
      15, 15, 60, 55, 60,
    ]);
  });

  test('of a sliding log is refilled request by request', () => {
    const record = explained('sliding log', [step(0, 20), step(30_000, 40)]);
    expect([30_000, 60_000, 90_000].map((atMs) => leftAt(record, atMs))).toEqual([0, 20, 60]);
  });

  test('of a bucket rises evenly to its brim', () => {
    const { points } = allowanceLeft(
      explained('token bucket', [step(0, 60), step(30_000, 0), step(30_000, 10)]),
    );
    expect(points).toContainEqual({ x: 30_000, y: 30 });
    expect(points).toContainEqual({ x: 30_000, y: 20 });
    expect(points).toContainEqual({ x: 70_000, y: 60 });
  });

  test('of a sliding counter takes the window before by its share', () => {
    const record = explained('sliding counter', [step(0, 60, 30_000), step(45_000, 1)]);
    expect(allowanceLeft(record).points).toContainEqual({ x: 45_000, y: 15 });
  });

  test('that no permitted limiter explains is the limit minus the requests of the minute before', () => {
    expect(allowanceLeft(excessRecord).limiter).toBeNull();
    expect(leftAt(excessRecord, 10_000)).toBe(-13);
    expect(allowanceLeft({ ...fixedWindowRecord, explainedBy: ['something else'] }).limiter).toBeNull();
  });

  test.each([fixedWindowRecord, tokenBucketRecord])(
    'that a limiter explains is never below 0: $plan $key',
    (record) => {
      for (const { y } of allowanceLeft(record).points) {
        expect(y).toBeGreaterThanOrEqual(0);
        expect(y).toBeLessThanOrEqual(60);
      }
    },
  );

  test('goes forward in time, from the beginning to the end, in a bounded number of points', () => {
    const steps = fc.array(fc.record({ atMs: fc.nat({ max: 600_000 }), admitted: fc.nat({ max: 90 }) }), {
      maxLength: 600,
    });
    const limiter = fc.constantFrom(
      ...fixedWindowRecord.explainedBy,
      'token bucket',
      'sliding counter',
      'none',
    );
    fc.assert(
      fc.property(steps, limiter, fc.integer({ min: 1, max: 60_000 }), (some, kind, minuteMs) => {
        const sent = some.map(({ atMs, admitted }) => step(atMs, admitted, atMs + 100));
        const record = { ...explained(kind, sent), minuteMs, durationMs: 600_000 };
        const times = allowanceLeft(record).points.map(({ x }) => x);
        expect(times.length).toBeLessThanOrEqual(400);
        expect([times[0], times.at(-1)]).toEqual([0, spanOf(record)]);
        expect(times).toEqual([...times].sort((left, right) => left - right));
      }),
      { numRuns: 50 },
    );
  });
});
