import { describe, expect, it } from 'vitest';
import { clockWindows, slidingCounter } from '../../../src/quota/judge/clock-windows.ts';
import { counterOf, minuteEntries } from '../../../src/quota/judge/key-ledger.ts';
import type { Counter, Demand } from '../../../src/quota/judge/limiter-model.ts';
import {
  admissionsAsAnnounced,
  admissionsOnly,
  allDecisions,
  refusalsOnly,
} from '../../../src/quota/judge/permitted-limiters.ts';
import {
  crossedEdge,
  movesWithUse,
  type WindowLabel,
  windowLabels,
} from '../../../src/quota/judge/window-labels.ts';
import { type Answer, caseOf } from './case-of.ts';
import { atOnce, counterWith, ledgerOf, type Span, spans } from './ledger-of.ts';
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

const allowance = { limit: 3, windowMs: 10_000, slackMs: 70, tickMs: 20 };
const explains = (counters: readonly Counter[], demand = allDecisions) =>
  clockWindows.explains(counters, allowance, demand);
const one = (refused: readonly Span[], admitted: readonly Span[]) => [counterWith(refused, admitted)];

describe('windows by the clock', () => {
  it('may be closed by the first refusal alone', () => {
    const refused: Span[] = spans('500..500 5000..5000 10450..10450');
    expect(explains(one(refused, [...atOnce(3, 0), ...atOnce(1, 10_700)]))).toBe(true);
    expect(explains(one(refused, [...atOnce(3, 0), ...atOnce(1, 10_300)]))).toBe(false);
  });

  it('end when their answers say', () => {
    const extent = { firstSentMs: 0, lastSentMs: 300, firstAnsweredMs: 5 };
    const labelled = (endMs: number): Counter => {
      const ledger = ledgerOf([], [...atOnce(1, 0), ...atOnce(1, 300)]);
      const times = { reset: endMs / 1000, earliestMs: endMs - 100, latestMs: endMs + 100 };
      return { ledger, labels: [{ ...times, ...extent, entries: ledger.entries }], movesWithUse: false };
    };
    const both = (first: number, second: number, demand = admissionsAsAnnounced) =>
      explains([labelled(first), labelled(second)], demand);
    expect([both(5_000, 5_000), both(5_000, 5_100)]).toEqual([true, true]);
    expect([both(5_000, 5_500), both(5_000, 5_500, admissionsOnly)]).toEqual([false, true]);
    expect(both(15_000, 15_000)).toBe(false);
    expect(both(-500, -500)).toBe(false);
    const moving = { ...labelled(5_000), movesWithUse: true };
    expect(explains([moving], admissionsOnly)).toBe(false);
    expect(explains([labelled(5_000), moving], admissionsOnly)).toBe(false);
  });

  it('do not end a window after the one of their last request', () => {
    const ledger = ledgerOf([], [[0, 4]]);
    const ending = (endMs: number): Counter => {
      const times = { reset: endMs / 1000, earliestMs: endMs - 100, latestMs: endMs + 100 };
      const extent = { firstSentMs: 0, lastSentMs: 0, firstAnsweredMs: 4 };
      return { ledger, labels: [{ ...times, ...extent, entries: ledger.entries }], movesWithUse: false };
    };
    const [honest, late] = [explains([ending(9_000)], admissionsAsAnnounced), ending(15_000)];
    expect([honest, explains([late], admissionsAsAnnounced), explains([late], admissionsOnly)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('are only asked for what is demanded', () => {
    const many = Array.from({ length: 9 }, (_, position): Span => [10 * position, 10 * position + 4]);
    expect(explains(one([[5_000, 5_010]], many), refusalsOnly)).toBe(true);
    expect(explains(one([[5_000, 5_010]], many))).toBe(false);
    expect(explains(one([[100, 120]], many), refusalsOnly)).toBe(true);
    expect(explains(one([[100, 120]], many), admissionsOnly)).toBe(false);
  });
});

/** Four in ten seconds. */
const fourInTen = { limit: 4, windowMs: 10_000, slackMs: 70, tickMs: 20 };
/** That many requests, a few ms apart. */
const times = (count: number, atMs: number) =>
  Array.from({ length: count }, (_, position): Span => [atMs + 4 * position, atMs + 4 * position + 2]);
const together = (counters: readonly Counter[], demand: Demand = allDecisions) =>
  slidingCounter.explains(counters, fourInTen, demand);
const counterExplains = (
  refused: readonly Span[],
  admitted: readonly Span[],
  demand: Demand = allDecisions,
) => together([counterWith(refused, admitted)], demand);
const admits = (...admitted: readonly Span[][]) => counterExplains([], admitted.flat());

describe('a sliding counter', () => {
  it('decides on each request separately, with many before and after', () => {
    const large = { ...allowance, limit: 300 };
    const admitted = (justAfter: number, later: number) => {
      const spans = [
        [301, 0],
        [300, 20_500],
        [justAfter, 30_100],
        [later, 36_000],
      ] as const;
      const counter = counterWith(
        [],
        spans.flatMap(([count, atMs]) => atOnce(count, atMs)),
      );
      return slidingCounter.explains([counter], large, admissionsOnly);
    };
    // Almost all of the 300 count just after their window, and less than half of them at the last requests.
    expect([admitted(3, 100), admitted(3, 101)]).toEqual([true, true]);
    expect([admitted(6, 100), admitted(6, 101)]).toEqual([false, false]);
  });

  it('has windows that follow each other, as quickly as clocks drift', () => {
    // One more than the limit shows when a window begins; and one more than that can not be hidden.
    const edges = (...moments: number[]) => admits(...moments.map((atMs) => times(5, atMs)));
    expect([edges(0, 20_000), edges(0, 25_000), edges(0, 30_000)]).toEqual([true, false, true]);
    expect([edges(0, 100_080), edges(0, 100_140), edges(0, 99_920), edges(0, 99_860)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect([edges(0, 50_040, 100_080), edges(0, 50_040, 100_000)]).toEqual([true, false]);
  });

  it('may count refused requests until the end of the next window, with a clock that is a second late', () => {
    const refusedAt = (atMs: number) => counterExplains([...atOnce(40, 100), ...times(1, atMs)], times(4, 0));
    expect([refusedAt(20_060), refusedAt(20_180)]).toEqual([true, false]);
  });

  it('gives back by the share of the limit, and of what it refused in two windows', () => {
    const ledger = ledgerOf([...times(1, 500), ...times(2, 9_000)], times(1, 0));
    const restored = (fromMs: number, toMs: number) =>
      slidingCounter.mostRestored(ledger, fourInTen, fromMs, toMs);
    expect(restored(20_000, 21_000)).toBeCloseTo(2 + (7 / 10_000) * 1_000);
    expect(restored(21_000, 22_000)).toBeCloseTo(2 + (6 / 10_000) * 1_000);
    expect(restored(5_000, 8_000)).toBeCloseTo(2 + (5 / 10_000) * 3_000);
  });

  it('rests for a window, and announces the end of the next at the latest', () => {
    expect([slidingCounter.restsMs(fourInTen), slidingCounter.latestResetMs(fourInTen)]).toEqual([
      9_930, 20_000,
    ]);
    expect([slidingCounter.kind, slidingCounter.announcesEnd]).toEqual(['sliding counter', false]);
  });
});
