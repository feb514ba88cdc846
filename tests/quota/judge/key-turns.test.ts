import { describe, expect, it } from 'vitest';
import { announcedCounts, keyTurns } from '../../../src/quota/judge/shared-count.ts';
import { type Answer, caseOf } from './case-of.ts';
import { free } from './trace.ts';

/** Ten a window of eight seconds: a turn ends with a silence of 200 ms, in which a bucket gets a quarter of one. */
const plan = { ...free, perMinute: 10, minuteMs: 8_000, keys: [1, 2] };
const timelineOf = (answers: readonly Answer[]) =>
  caseOf(
    answers.map((one) => ({ limit: 10, ...one })),
    { plan },
  ).timeline;

describe('a turn', () => {
  const turns = (...answers: readonly Answer[]) =>
    keyTurns(timelineOf(answers), plan, [1, 2]).map(({ key, count, most, least }) => [
      key,
      count,
      most,
      least,
    ]);

  it('is known only after requests of several keys were under way together', () => {
    const early = { sentAtMs: 0, remaining: 9 };
    const otherAt = (sentAtMs: number) => turns(early, { sentAtMs, remaining: 9, key: 2 });
    expect(otherAt(9)).toEqual([[2, 1, 1, 1]]);
    expect(otherAt(10)).toHaveLength(2);
  });

  it('says nothing of what is left where one answer does not', () => {
    const other = (change: Partial<Answer>) =>
      turns({ sentAtMs: 0, remaining: 9 }, { sentAtMs: 20, remaining: 8, ...change });
    expect(other({ remaining: Number.NaN })).toEqual([[1, 2, null, null]]);
    expect(other({ limit: 1000 })).toEqual([[1, 2, null, null]]);
    expect(other({ cached: true })).toEqual([[1, 1, null, null]]);
    expect(other({ status: 401 })).toEqual([[1, 1, null, null]]);
  });

  it('counts what was, or may have been, drawn on the quota; and leaves out the day', () => {
    const other = (change: Partial<Answer>) =>
      turns({ sentAtMs: 0, remaining: 9 }, { sentAtMs: 20, remaining: 9, ...change });
    expect(other({ status: 404 })).toEqual([[1, 2, 0, 1]]);
    expect(other({ status: 0 })).toEqual([[1, 2, 0, 1]]);
    expect(other({ status: 429 })).toEqual([[1, 1, 0, 1]]);
    expect(other({ phase: 'day' })).toEqual([[1, 1, 0, 0]]);
  });
});

describe('keys that announce what they count', () => {
  const said = (...answers: readonly Answer[]) => announcedCounts(timelineOf(answers), plan, [1, 2]);
  const one = (sentAtMs: number, remaining: number, other: Partial<Answer> = {}): Answer => ({
    sentAtMs,
    remaining,
    ...other,
  });

  it('have one count where one key counts on from the other', () => {
    const next = (remaining: number, sentAtMs = 20) => said(one(0, 5), one(sentAtMs, remaining, { key: 2 }));
    // Within thirty ms one may have come back, begun ones included.
    expect([next(3), next(4), next(5), next(6)]).toEqual(['silent', 'together', 'together', 'apart']);
    expect([next(6, 209), next(6, 210), next(6, 211)]).toEqual(['apart', 'apart', 'silent']);
    expect(said(one(0, 5), one(20, 4))).toBe('silent');
  });

  it('may have counts of windows that began at other times', () => {
    const resets = (first: number, second: number) =>
      said(one(0, 5, { reset: first }), one(20, 9, { key: 2, reset: second }));
    expect([resets(100, 104), resets(100, 105), resets(105, 100)]).toEqual(['apart', 'silent', 'silent']);
  });
});
