import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  countUpToStep,
  exactMs,
  hasFittingSteps,
  StepClock,
  steppedTrace,
} from '../../../src/quota/judge/step-search.ts';
import { propertyRuns } from '../../property-runs.ts';
import { atOnce, ledgerOf, type Span } from './ledger-of.ts';

describe('a clock that moves on in steps', () => {
  const exact = new StepClock(
    { leastPerMs: 0.001, mostPerMs: 0.001, leastShare: 0.25, mostShare: 0.25 },
    5_000,
    exactMs,
  );
  const wide = new StepClock(
    { leastPerMs: 0.001, mostPerMs: 0.002, leastShare: 0.25, mostShare: 0.5 },
    5_000,
    exactMs,
  );

  it('is in a step that began up to ten ms earlier or later', () => {
    expect([exact.leastStepMs, exact.mostStepMs]).toEqual([1_000, 1_000]);
    expect([5_750, 5_760].map((ms) => [exact.earliest(ms), exact.latest(ms)])).toEqual([
      [0, 1],
      [1, 1],
    ]);
    expect([exact.earliest(5_759), exact.latest(5_740), exact.latest(5_739)]).toEqual([0, 1, 0]);
    expect([exact.earliest(4_760), exact.earliest(4_759), exact.latest(4_740), exact.latest(4_739)]).toEqual([
      0, -1, 0, -1,
    ]);
  });

  it('may have made fewer steps or more, before its beginning and after', () => {
    expect([wide.leastStepMs, wide.mostStepMs]).toEqual([500, 1_000]);
    expect([wide.leastOver(6_010), wide.mostOver(5_990)].map((over) => Number(over.toFixed(9)))).toEqual([
      1.25, 2.5,
    ]);
    expect([wide.leastOver(4_010), wide.mostOver(3_990)].map((over) => Number(over.toFixed(9)))).toEqual([
      -1.75, -0.5,
    ]);
  });
});

describe('a search for steps', () => {
  /** Moments, and how many steps were over at each since the middle of the time. */
  const fitting = (numbers: readonly (readonly [ms: number, steps: number])[]) => (clock: StepClock) =>
    numbers.every(([ms, steps]) => clock.earliest(ms) <= steps && steps <= clock.latest(ms));
  const searched = (leastStepMs: number, mostStepMs: number) => ({
    leastStepMs,
    mostStepMs,
    fromMs: 0,
    toMs: 60_000,
  });

  it('finds those that there are, of any length and phase', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 500, max: 30_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.array(fc.nat(60_000), { maxLength: 30 }),
        (stepMs, share, moments) => {
          const numbers = moments.map((ms) => [ms, Math.floor((ms - 30_000) / stepMs + share)] as const);
          expect(hasFittingSteps(searched(500, 30_000), fitting(numbers))).toBe(true);
        },
      ),
      { numRuns: propertyRuns(200) },
    );
  });

  it('finds none of another length', () => {
    const every = (stepMs: number) =>
      Array.from(
        { length: 61 },
        (_, second) => [second * 1_000, Math.floor((second * 1_000 - 30_000) / stepMs)] as const,
      );
    expect(hasFittingSteps(searched(500, 30_000), fitting(every(2_000)))).toBe(true);
    expect(hasFittingSteps(searched(2_000, 2_000), fitting(every(2_000)))).toBe(true);
    expect(hasFittingSteps(searched(2_100, 30_000), fitting(every(2_000)))).toBe(false);
    expect(hasFittingSteps(searched(500, 1_900), fitting(every(2_000)))).toBe(false);
    expect(hasFittingSteps(searched(500, 30_000), () => false)).toBe(false);
  });

  it('finds none where two steps are nearer to each other than others are', () => {
    const uneven = [
      [0, -3],
      [9_000, -3],
      [10_000, -2],
      [18_000, -2],
      [19_000, -1],
      [50_000, 2],
      [51_000, 3],
    ] as const;
    expect(hasFittingSteps(searched(500, 30_000), fitting(uneven))).toBe(false);
  });
});

describe('a search that ends at a precision of 8 ms', () => {
  /** Clocks whose steps differ by at most one percent, long after the start of the timeline. */
  const searched = { leastStepMs: 1_000, mostStepMs: 1_010, fromMs: 1_000_000, toMs: 1_010_000 };
  /** The difference between clocks at the end of the timeline in ms, without timer delays. */
  const blurMs = (clock: StepClock) =>
    (clock.mostOver(searched.toMs) - clock.leastOver(searched.toMs)) * clock.leastStepMs - 20;
  /** Fits ranges of clocks that differ by more, and never a single clock. */
  const widerThan = (ms: number) => (clock: StepClock) => blurMs(clock) > ms;

  it('rules out timelines that only wider ranges fit', () => {
    expect(hasFittingSteps(searched, widerThan(9))).toBe(false);
    expect(hasFittingSteps(searched, widerThan(5))).toBe(true);
  });

  it('ends quickly late in a step too', () => {
    let looked = 0;
    const late = (clock: StepClock) => {
      looked += 1;
      return widerThan(2)(clock) && clock.leastOver(1_005_010) > (clock.mostOver(1_005_010) < 0.9 ? 1 : -1);
    };
    expect(hasFittingSteps(searched, late)).toBe(true);
    expect(looked).toBeLessThan(100);
  });
});

it('a search that would take too long rules nothing out', () => {
  let looked = 0;
  const nearly = (clock: StepClock) => {
    looked += 1;
    return clock.mostOver(60_000) - clock.leastOver(60_000) > 20 / 500 + 0.02;
  };
  const searched = { leastStepMs: 500, mostStepMs: 30_000, fromMs: 0, toMs: 60_000 };
  expect(hasFittingSteps(searched, nearly)).toBe(true);
  expect(looked).toBeGreaterThan(30_000);
});

describe('a thinned trace', () => {
  const spans = (count: number): Span[] =>
    Array.from({ length: count }, (_, position) => [2 * position, 2 * position + 5]);

  it('holds all of a few requests', () => {
    const ledger = ledgerOf([[30, 40]], spans(3));
    const trace = steppedTrace(ledger, {
      possible: ledger.possible,
      heads: ledger.refusals,
      announcements: [],
      refusedReachMs: null,
    });
    expect({ ...trace }).toEqual({
      sentMs: [0, 2, 4],
      sentBefore: [0, 1, 2],
      answeredMs: [5, 7, 9],
      answeredBy: [1, 2, 3],
      possibleMs: [5, 7, 9],
      possibleBefore: [0, 1, 2],
      possibleBy: [1, 2, 3],
      fillings: [{ sentMs: 30, counted: 3, left: 0, isSaid: false }],
    });
  });

  it('holds some of many, and counts all', () => {
    const ledger = ledgerOf([], spans(5_000));
    const { sentMs, sentBefore, answeredMs, answeredBy, possibleMs, possibleBefore, possibleBy } =
      steppedTrace(ledger, {
        possible: ledger.possible,
        heads: ledger.refusals,
        announcements: [],
        refusedReachMs: null,
      });
    expect([sentMs.length, sentMs[1], sentBefore[1], answeredMs[1], answeredBy[1]]).toEqual([
      1_667, 6, 3, 11, 4,
    ]);
    expect([possibleMs.length, possibleMs[1], possibleBefore[1], possibleBy[1]]).toEqual([1_667, 15, 3, 6]);
    expect([possibleBy.at(-1), possibleMs.at(-1)]).toEqual([5_000, 10_003]);
  });

  it('holds what was said to be left, and what refused requests may have used of it', () => {
    const ledger = ledgerOf(
      [
        [100, 110],
        [200, 210],
      ],
      atOnce(2, 50),
    );
    const announced = (refusedReachMs: number | null) =>
      steppedTrace(ledger, {
        possible: ledger.possible,
        heads: { sent: [], answered: [] },
        announcements: [{ sentMs: 250, answeredMs: 260, remaining: 7 }],
        refusedReachMs,
      }).fillings;
    expect(announced(null)).toEqual([{ sentMs: 250, counted: 2, left: 7, isSaid: true }]);
    expect([announced(40), announced(41), announced(140)].map(([one]) => one?.counted)).toEqual([3, 3, 4]);
    expect(announced(39)[0]?.counted).toBe(2);
  });

  it('counts no refused request that overlaps an announcement if none may count', () => {
    const ledger = ledgerOf([[245, 265]], atOnce(2, 50));
    const counted = (refusedReachMs: number | null) =>
      steppedTrace(ledger, {
        possible: ledger.possible,
        heads: { sent: [], answered: [] },
        announcements: [{ sentMs: 250, answeredMs: 260, remaining: 7 }],
        refusedReachMs,
      }).fillings.map((filling) => filling.counted);
    expect([counted(null), counted(0)]).toEqual([[2], [3]]);
  });

  it('is cut at a step', () => {
    const ledger = ledgerOf(
      [],
      [
        [0, 500],
        [0, 1_500],
        [0, 2_500],
        [0, 2_600],
      ],
    );
    const trace = steppedTrace(ledger, {
      possible: ledger.possible,
      heads: ledger.refusals,
      announcements: [],
      refusedReachMs: null,
    });
    const clock = new StepClock(
      { leastPerMs: 0.001, mostPerMs: 0.001, leastShare: 0, mostShare: 0 },
      0,
      exactMs,
    );
    expect([-1, 0, 1, 2, 3].map((step) => countUpToStep(trace, clock, step))).toEqual([0, 1, 2, 4, 4]);
  });
});
