import { describe, expect, it } from 'vitest';
import { counterOf, minuteEntries } from '../../../src/quota/judge/key-ledger.ts';
import {
  crossedEdge,
  movesWithUse,
  type WindowLabel,
  windowLabels,
} from '../../../src/quota/judge/window-labels.ts';
import { type Answer, caseOf } from './case-of.ts';
import { epochMs, free } from './trace.ts';

const sharp = { leastMs: epochMs, mostMs: epochMs };
const endAt = (atMs: number) => (epochMs + atMs) / 1000;

function labelsOf(answers: readonly Answer[], clock: typeof sharp | null = sharp) {
  const { timeline } = caseOf(answers);
  const { ledger } = counterOf(minuteEntries(timeline, [1]), free, null);
  return windowLabels(ledger, free, clock);
}

describe('labels of windows', () => {
  it('hold the requests that announced the same Reset, in its order', () => {
    const labels = labelsOf([
      { sentAtMs: 500, reset: endAt(61_000), answeredAtMs: 2_000 },
      { sentAtMs: 700, reset: endAt(60_000), answeredAtMs: 1_500 },
      { sentAtMs: 600, reset: endAt(60_000), answeredAtMs: 1_400 },
      { sentAtMs: 800, reset: endAt(60_000), answeredAtMs: 1_300 },
    ]);
    expect(labels.map(({ reset, entries }) => [reset, ...entries.map(({ exchange }) => exchange)])).toEqual([
      [endAt(60_000), 3, 2, 4],
      [endAt(61_000), 1],
    ]);
    expect(labels[0]).toMatchObject({
      firstSentMs: 600,
      lastSentMs: 800,
      firstAnsweredMs: 1_300,
    });
  });

  it('are none where the clock is not known, or there are several', () => {
    const one: Answer[] = [{ sentAtMs: 0, reset: endAt(60_000) }];
    expect(labelsOf(one, null)).toEqual([]);
    expect(labelsOf(one, { leastMs: epochMs - 2_000, mostMs: epochMs + 2_000 })).toHaveLength(1);
    expect(labelsOf(one, { leastMs: epochMs - 2_000, mostMs: epochMs + 2_001 })).toEqual([]);
  });
});

const label = (reset: number, other: Partial<WindowLabel> = {}): WindowLabel => ({
  reset,
  earliestMs: reset * 1000 - 100,
  latestMs: reset * 1000 + 200,
  entries: [],
  firstSentMs: 0,
  lastSentMs: 40,
  firstAnsweredMs: 10,
  ...other,
});

describe('an announced time', () => {
  const allowance = { limit: 60, windowMs: 60_000, slackMs: 120, tickMs: 1000 };
  const moves = (...labels: readonly WindowLabel[]) => movesWithUse(labels, allowance);
  /** Announced by requests from one moment to another. */
  const said = (reset: number, firstSentMs: number, firstAnsweredMs: number) =>
    label(reset, { firstSentMs, firstAnsweredMs });

  it('moves with use where it is put off by more than the time between', () => {
    expect([moves(), moves(said(60, 0, 10))]).toEqual([false, false]);
    // Rounded both times: 2,120 ms.
    expect(moves(said(60, 0, 10), said(63, 100, 880))).toBe(false);
    expect(moves(said(60, 0, 10), said(63, 100, 879))).toBe(true);
    expect(moves(said(60, 100, 110), said(63, 0, 10))).toBe(true);
    expect(moves(said(60, 0, 879), said(63, 0, 10))).toBe(true);
    expect(moves(said(60, 0, 880), said(63, 0, 10))).toBe(false);
    expect(moves(said(60, 1_000, 1_010), said(63, 131, 141))).toBe(true);
    expect(moves(said(60, 1_000, 1_010), said(63, 130, 140))).toBe(false);
  });

  it('does not where the other one may be the end of the next window', () => {
    // Less than 57,880 ms apart, with the time between.
    expect(moves(said(60, 0, 10), said(117, 20, 879))).toBe(true);
    expect(moves(said(60, 0, 10), said(117, 20, 880))).toBe(false);
    expect(moves(said(60, 0, 10), said(118, 20, 30))).toBe(false);
    expect(moves(said(60, 0, 10), said(120, 20, 30))).toBe(false);
  });
});

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
      return crossedEdge(timeline, 60_000);
    };
    expect([two([5, 600], [9, 630]), two([5, 600], [9, 629])]).toEqual([true, false]);
    expect([two([5, 600], [5, 660]), two([5, 600], [6, 660])]).toEqual([false, true]);
    // The lowest of those before and the highest of those after, in any order.
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
