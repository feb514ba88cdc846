import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { perSecond, quotaBins, spanOf } from '../../../src/report/picture/quota-bins.ts';
import type { PlanLimitRecord, QuotaStep } from '../../../src/verdict/plan-limit-record.ts';
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
      [60_000, 1],
      [90_000, 0],
    ]);
    expect(quotaBins(record).map(({ left }) => left)).toEqual([30, -10, 19, 59]);
    expect(Math.min(...quotaBins(excessRecord).map(({ left }) => left ?? 0))).toBe(-13);
  });

  test('is not counted where a permitted limiter explains the measurement', () => {
    const bins = [fixedWindowRecord, tokenBucketRecord].flatMap(quotaBins);
    expect(new Set(bins.map(({ left }) => left))).toEqual(new Set([null]));
  });
});
