import { describe, expect, it } from 'vitest';
import { shortWindow } from '../../../src/quota/judge/short-window.ts';
import { type Answer, caseOf } from './case-of.ts';
import { epochMs, free } from './trace.ts';

/** Three a minute; what is announced is known to about a second. */
const plan = { ...free, perMinute: 3, keys: [1, 2] };
const endAt = (atMs: number) => (epochMs + atMs) / 1000;

/** A window that grants the limit, and announces its end. */
function windowAt(startMs: number, endMs: number, other: Partial<Answer> = {}): Answer[] {
  const served = [2, 1, 0].map((remaining, position) => ({
    sentAtMs: startMs + position * 20,
    limit: 3,
    remaining,
    reset: endAt(endMs),
    ...other,
  }));
  return [...served, { sentAtMs: startMs + 60, status: 429, limit: 3, remaining: 0, ...other }].map(
    (one) => ({
      ...one,
      status: one.sentAtMs === startMs + 60 ? 429 : 200,
    }),
  );
}

const found = (...answers: readonly Answer[][]) => {
  const judged = caseOf(answers.flat(), { plan });
  const short = shortWindow(judged);
  return (
    short && [
      Math.round(short.windowMs),
      ...[short.before, short.entry].map((entry) => judged.timeline.indexOf(entry)),
    ]
  );
};
const follow = (lengthMs: number, apartMs: number) =>
  found(...[0, 1, 2].map((count) => windowAt(count * apartMs, count * apartMs + lengthMs)));

describe('a window shorter than the one of the plan', () => {
  it('is clearly shorter, and no small part of it', () => {
    expect(follow(59_000, 59_000)).toBeNull();
    expect(follow(60_000, 61_000)).toBeNull();
    expect([follow(12_000, 12_000), follow(11_000, 11_000)]).toEqual([[12_000, 0, 4], null]);
  });

  it('is none where no more was granted than in one that is as long', () => {
    expect(found(windowAt(0, 40_000), windowAt(62_000, 102_000))).toBeNull();
    // A fourth within 59,880 ms.
    const again = (atMs: number) =>
      found(windowAt(0, 40_000), windowAt(atMs, 100_000).slice(0, 1), windowAt(130_000, 170_000));
    expect([again(59_870), again(59_871)].map((one) => one === null)).toEqual([false, true]);
    expect(found(windowAt(0, 40_000).slice(0, 3))).toBeNull();
  });

  it('is detected by its first request, if others are between', () => {
    // Windows by a clock, of fifty seconds.
    expect(found(windowAt(0, 40_000), windowAt(50_000, 90_000))).toEqual([50_000, 0, 4]);
    const silent = (...moments: number[]) =>
      moments.flatMap((atMs) => windowAt(atMs, 0, { reset: Number.NaN }));
    /** Used over three seconds, so that none of its requests may be of another window. */
    const slow = (endMs: number, other: Partial<Answer> = {}) =>
      windowAt(0, endMs).map((one) => ({ ...one, sentAtMs: 50 * one.sentAtMs, ...other }));
    expect(found(slow(40_000), silent(45_000, 87_000))).toEqual([40_000, 0, 0]);
    expect(found(slow(40_000, { remaining: 0 }), silent(45_000, 87_000))).toBeNull();
    // One that is nearly as long as it should be is none, nor is a small part of it.
    expect(found(slow(59_000), silent(45_000, 62_000))).toBeNull();
    const small = (endMs: number) => found(slow(endMs), silent(20_000, 62_000));
    expect([small(12_000), small(11_000)]).toEqual([[12_000, 0, 0], null]);
  });

  it('is detected by the distance of two, if the end of one between them is not known', () => {
    const hidden = (atMs: number, other: Partial<Answer> = {}) =>
      windowAt(atMs, atMs + 41_000).map((one) => ({ ...one, remaining: 1, ...other }));
    expect(found(hidden(0), hidden(41_000, { reset: Number.NaN }), hidden(82_000))).toEqual([41_000, 0, 8]);
  });

  it('may be one that slides', () => {
    const moments = [0, 15_000, 30_000, 40_100, 55_100, 70_100];
    const ends = [40_000, 40_000, 40_000, 55_000, 70_000, 80_000];
    const log = moments.map(
      (sentAtMs, position): Answer => ({
        sentAtMs,
        limit: 3,
        remaining: Math.max(0, 2 - position),
        reset: endAt(ends[position] ?? 0),
      }),
    );
    const refusal: Answer = { sentAtMs: 31_000, status: 429, limit: 3, remaining: 0 };
    expect(found([...log.slice(0, 3), refusal, ...log.slice(3)])).toEqual([40_000, 0, 0]);
  });
});
