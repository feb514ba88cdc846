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
      most?.sentAtMs ?? null,
      least?.sentAtMs ?? null,
    ]);

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
    expect(other({ status: 404 })).toEqual([[1, 2, 0, 20]]);
    expect(other({ status: 0 })).toEqual([[1, 2, 0, 20]]);
    expect(other({ status: 429 })).toEqual([[1, 1, 0, 20]]);
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

  it('may have counts of windows that began at other times', () => {
    const resets = (first: number, second: number) =>
      said(one(0, 5, { reset: first }), one(20, 9, { key: 2, reset: second }));
    expect([resets(100, 104), resets(100, 105), resets(105, 100)]).toEqual(['apart', 'silent', 'silent']);
  });
});
