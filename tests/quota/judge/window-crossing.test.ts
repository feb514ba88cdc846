import { describe, expect, it } from 'vitest';
import { crossedEdge } from '../../../src/quota/judge/window-labels.ts';
import { type Answer, caseOf } from './case-of.ts';

describe('a burst', () => {
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
      return crossedEdge(timeline, Array(timeline.length).keys(), 60_000);
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
