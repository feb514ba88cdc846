import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crossedEdge } from '../../../src/quota/judge/window-labels.ts';
import { Timeline } from '../../../src/quota/timeline.ts';
import { type Answer, caseOf } from './case-of.ts';

function timelineOf(answers: readonly { readonly remaining: number; readonly reset: number }[]): Timeline {
  const timeline = new Timeline();
  for (const [index, { remaining, reset }] of answers.entries()) {
    timeline.add({
      exchange: index + 1,
      key: 1,
      connection: 1,
      operation: 'listPets',
      phase: 'burst',
      sentAtMs: index,
      answeredAtMs: index + 5,
      status: 200,
      limit: 60,
      remaining,
      reset,
      retryAfterForm: 'absent',
      retryAfterMs: Number.NaN,
      unreadable: null,
      dateMs: Number.NaN,
      cached: false,
    });
  }
  return timeline;
}

function crossed(timeline: Timeline): boolean {
  return crossedEdge(timeline, Array(timeline.length).keys(), 60_000);
}

const shuffled = <Value>(values: Value[]) => fc.shuffledSubarray(values, { minLength: values.length });
const counted = (from: number, to: number, reset: (remaining: number) => number) =>
  Array.from({ length: from - to + 1 }, (_, index) => ({
    remaining: from - index,
    reset: reset(from - index),
  }));

describe('a burst', () => {
  it('crossed an edge where two windows are announced, in whatever order the answers come', () => {
    const burst = fc
      .integer({ min: 1, max: 58 })
      .chain((left) => shuffled([...counted(59, left, () => 600), ...counted(59, 59 - left, () => 660)]));
    fc.assert(
      fc.property(burst, (answers) => {
        expect(crossed(timelineOf(answers))).toBe(true);
      }),
    );
  });

  it('did not where one window is announced, rounded either way', () => {
    const burst = fc
      .integer({ min: 0, max: 59 })
      .chain((left) => shuffled(counted(59, left, (at) => 600 + (at % 2))));
    fc.assert(
      fc.property(burst, (answers) => {
        expect(crossed(timelineOf(answers))).toBe(false);
      }),
    );
  });

  it('did not where a bucket announces when it is full again', () => {
    const burst = shuffled(counted(59, 0, (left) => 600 + (60 - left)));
    fc.assert(
      fc.property(burst, (answers) => {
        expect(crossed(timelineOf(answers))).toBe(false);
      }),
    );
  });

  it('did not where nothing can be read', () => {
    const answers = [
      { remaining: Number.NaN, reset: 600 },
      { remaining: 5, reset: Number.NaN },
    ];
    expect(crossed(timelineOf(answers))).toBe(false);
    expect(crossed(new Timeline())).toBe(false);
  });

  it('crossed one where the ends are half a window apart, and more is left after it', () => {
    const two = (...answers: readonly [remaining: number, reset: number, other?: Partial<Answer>][]) => {
      const { timeline } = caseOf(
        answers.map(([remaining, reset, other], position) => ({
          sentAtMs: position,
          remaining,
          reset,
          ...other,
        })),
      );
      return crossed(timeline);
    };
    expect([two([5, 600], [9, 630]), two([5, 600], [9, 629])]).toEqual([true, false]);
    expect([two([5, 600], [5, 660]), two([5, 600], [6, 660])]).toEqual([false, true]);
    // The least of those before, and the most of those after, wherever they stand.
    expect(two([5, 600], [3, 600], [4, 660])).toBe(true);
    expect(two([3, 600], [5, 600], [4, 660])).toBe(true);
    expect(two([3, 600], [4, 660], [2, 660])).toBe(true);
    expect(two([3, 600], [2, 660], [4, 660])).toBe(true);
    expect(two([3, 600], [9, 630], [2, 660])).toBe(false);
    expect(two([9, 600], [1, 630], [4, 660])).toBe(false);
    // What was not served says nothing.
    expect(two([5, 600], [9, 660, { status: 429 }])).toBe(false);
    expect(two([5, 600, { status: 404 }], [9, 660])).toBe(false);
    expect(two([5, 600], [Number.NaN, 660], [9, 630])).toBe(true);
    expect(two([Number.NaN, 500], [5, 600], [9, 600])).toBe(false);
  });
});
