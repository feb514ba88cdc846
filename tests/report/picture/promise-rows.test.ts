import { describe, expect, test } from 'vitest';
import { resetRows, retryRows } from '../../../src/report/picture/promise-rows.ts';
import type { QuotaStep, RetryPromise } from '../../../src/verdict/plan-limit-record.ts';
import { excessRecord, fixedWindowRecord } from '../sample-plan-limits.ts';

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
        announcedAtMs: 6_300,
        promisedAtMs: 26_300,
        retriedAtMs: 26_370,
        outcome: 'refused',
      },
    ]);
    expect(retryRows({ ...excessRecord, promises: [untested(60)] })[0]?.outcome).toBe('not retried');
  });
});
