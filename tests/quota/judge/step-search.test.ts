import { describe, expect, it } from 'vitest';
import { exactMs, hasFittingSteps, StepClock, steppedTrace } from '../../../src/quota/judge/step-search.ts';
import { atOnce, ledgerOf } from './ledger-of.ts';

describe('a clock that moves on in steps', () => {
  const wide = new StepClock(
    { leastPerMs: 0.001, mostPerMs: 0.002, leastShare: 0.25, mostShare: 0.5 },
    5_000,
    exactMs,
  );

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

describe('a search that ends at a precision of 8 ms', () => {
  /** Clocks whose steps differ by at most one percent, long after the start of the timeline. */
  const searched = { leastStepMs: 1_000, mostStepMs: 1_010, fromMs: 1_000_000, toMs: 1_010_000 };
  /** The difference between clocks at the end of the timeline in ms, without timer delays. */
  const blurMs = (clock: StepClock) =>
    (clock.mostOver(searched.toMs) - clock.leastOver(searched.toMs)) * clock.leastStepMs - 20;
  /** Fits ranges of clocks that differ by more, and never a single clock. */
  const widerThan = (ms: number) => (clock: StepClock) => blurMs(clock) > ms;

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

describe('a thinned trace', () => {
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
        heads: [],
        announcements: [{ sentMs: 250, answeredMs: 260, remaining: 7 }],
        refusedReachMs,
      }).fillings;
    expect(announced(null)).toEqual([{ sentMs: 250, counted: 2, left: 7, isSaid: true }]);
    expect([announced(40), announced(41), announced(140)].map(([one]) => one?.counted)).toEqual([3, 3, 4]);
    expect(announced(39)[0]?.counted).toBe(2);
  });
});
