import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  allowanceLeft,
  perSecond,
  quotaBins,
  resetRows,
  retryRows,
  spanOf,
} from '../../../src/report/picture/plan-limit-data.ts';
import type { PlanLimitRecord, QuotaStep, RetryPromise } from '../../../src/verdict/plan-limit-record.ts';
import { propertyRuns } from '../../property-runs.ts';
import { excessRecord, fixedWindowRecord, tokenBucketRecord } from '../sample-plan-limits.ts';

test('a second of a minute is a bar of its own', () => {
  const [first] = quotaBins(fixedWindowRecord);
  expect(first).toMatchObject({ fromMs: 0, toMs: 1_000, sent: 91, admitted: 60, refused: 31 });
  expect(first === undefined ? 0 : perSecond(first.sent, first)).toBe(91);
});

test('bars lose no request, follow each other, and are few, however long was measured', () => {
  const step = fc.record({
    atMs: fc.nat({ max: 6_000_000 }),
    sent: fc.nat({ max: 1_000 }),
    admitted: fc.nat({ max: 1_000 }),
    refused: fc.nat({ max: 1_000 }),
    other: fc.nat({ max: 1_000 }),
    remaining: fc.option(fc.nat()),
    resetAtMs: fc.option(fc.integer()),
  });
  const facts = fc.record({
    steps: fc.array(step, { maxLength: 400 }),
    stepMs: fc.integer({ min: 1, max: 5_000 }),
    durationMs: fc.nat({ max: 6_000_000 }),
  });
  fc.assert(
    fc.property(facts, (some) => {
      const record = { ...fixedWindowRecord, ...some };
      const bins = quotaBins(record);
      expect(bins.length).toBeLessThanOrEqual(151);
      for (const count of ['sent', 'admitted', 'refused', 'other'] as const) {
        const sum = (counted: readonly Readonly<Record<typeof count, number>>[]) =>
          counted.reduce((all, one) => all + one[count], 0);
        expect(sum(bins)).toBe(sum(record.steps));
      }
      expect(bins.every(({ fromMs }, index) => index === 0 || fromMs >= (bins[index - 1]?.toMs ?? 0))).toBe(
        true,
      );
      expect(spanOf(record)).toBeGreaterThanOrEqual(Math.max(1, some.durationMs));
    }),
  );
});

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
      { numRuns: propertyRuns(50) },
    );
  });
});

function step(atMs: number, changes: Partial<QuotaStep>): QuotaStep {
  return { atMs, sent: 1, admitted: 0, refused: 0, other: 0, remaining: 0, resetAtMs: null, ...changes };
}

function resets(...steps: QuotaStep[]) {
  return resetRows({ ...fixedWindowRecord, steps, phases: [], promises: [] });
}

describe('what Reset promised', () => {
  test('is shown once, with the first request after it', () => {
    const rows = resets(
      step(0, { admitted: 60, resetAtMs: 60_400 }),
      step(1_000, { refused: 9, resetAtMs: 60_400 }),
      step(61_000, { admitted: 1 }),
      step(90_000, { refused: 1 }),
    );
    expect(rows).toEqual([
      { field: 'Reset', announcedAtMs: 0, promisedAtMs: 60_400, retriedAtMs: 61_000, outcome: 'admitted' },
    ]);
  });

  test('is not broken by a refusal within the second that it may be rounded by', () => {
    const announced = step(0, { admitted: 60, resetAtMs: 60_000 });
    const early = step(60_500, { refused: 1 });
    expect(resets(announced, early)[0]?.outcome).toBe('not retried');
    expect(resets(announced, early, step(61_500, { refused: 1 }))[0]).toMatchObject({
      retriedAtMs: 61_500,
      outcome: 'refused',
    });
    expect(resets(announced, early, step(61_500, { admitted: 1 }))[0]?.outcome).toBe('admitted');
  });

  test('after the end tells nothing, unless it is out of all proportion', () => {
    const last = (resetAtMs: number) => resets(step(125_000, { admitted: 1, resetAtMs }));
    expect(last(180_000)).toEqual([]);
    expect(last(60e9)).toHaveLength(1);
    expect(last(-1.7e12)).toHaveLength(1);
  });

  test('is a few of many where it moves with every answer', () => {
    const rows = resets(
      ...Array.from({ length: 100 }, (_, at) => step(at * 1_000, { admitted: 1, resetAtMs: at * 1_200 })),
    );
    expect(rows).toHaveLength(6);
    expect(rows[0]?.announcedAtMs).toBe(0);
  });
});

describe('what Retry-After promised', () => {
  test('and was put to the test goes before what was not', () => {
    const untested = (refusedAtMs: number): RetryPromise => ({
      refusedAtMs,
      promisedAtMs: refusedAtMs + 50_000,
      retriedAtMs: null,
      admitted: null,
    });
    const [tested] = excessRecord.promises;
    const promises = [untested(60), untested(70), ...(tested === undefined ? [] : [tested])];
    expect(retryRows({ ...excessRecord, promises })).toEqual([
      {
        field: 'Retry-After',
        announcedAtMs: 6_308,
        promisedAtMs: 26_308,
        retriedAtMs: 26_378,
        outcome: 'refused',
      },
    ]);
    expect(retryRows({ ...excessRecord, promises: [untested(60)] })[0]?.outcome).toBe('not retried');
  });
});
