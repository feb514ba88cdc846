import { describe, expect, it } from 'vitest';
import { brokenLimiters } from './catalogue/broken-limiters.ts';
import { madeUpTally } from './made-up-tally.ts';
import { allSeries } from './table/all-series.ts';
import { shortcomings } from './table/shortcomings.ts';

describe('what falls short', () => {
  const [steady] = allSeries;
  const shared = allSeries.find(({ foreignPerSecond }) => foreignPerSecond > 0);
  const broken = allSeries.find(({ limiter }) => limiter === brokenLimiters[0]);
  if (steady === undefined || shared === undefined || broken === undefined) {
    throw new Error('the series are incomplete');
  }

  it('is empty if nothing was flagged by mistake and everything was caught', () => {
    expect(shortcomings(allSeries.map((series) => madeUpTally(series)))).toEqual([]);
  });

  it('includes a false positive, with the command that repeats it', () => {
    const misattributed = { 'quota/fully-granted refused-within-limit': { runs: 1, seed: 7 } };
    const [line] = shortcomings([madeUpTally(steady, { flagged: 1, misattributed })]);
    expect(line).toContain('FALSE POSITIVE');
    expect(line).toContain('--seed 7');
  });

  it('is, with other clients of the key, only what holds for any use', () => {
    const lower = { 'quota/fully-granted refused-within-limit': { runs: 1, seed: 7 } };
    const upper = { 'quota/never-exceeded race': { runs: 1, seed: 7 } };
    expect(shortcomings([madeUpTally(shared, { misattributed: lower })])).toEqual([]);
    expect(shortcomings([madeUpTally(shared, { misattributed: upper })])).toHaveLength(1);
  });

  it('is a broken limiter that was caught too rarely', () => {
    const missed = { 'no reason given': { runs: 1, seed: 9 } };
    const caughtIn = (caught: number) =>
      shortcomings([madeUpTally({ ...broken, runs: 100 }, { caught, missed })]);
    expect(caughtIn(97)).toHaveLength(1);
    expect(caughtIn(98)).toEqual([]);
  });

  it('is a false positive at several places, and less power there', () => {
    const tally = { limiters: 1, faulty: 100, misattributed: 0 };
    const results = (flagged: number, caught: number) => ({
      falsePositives: { runs: 120, flagged, first: flagged === 0 ? null : 'gcra, seed 5' },
      power: [
        { ...tally, places: 1, caught: 99 },
        { ...tally, places: 3, caught },
      ],
    });
    expect(shortcomings([], results(0, 90))).toEqual([]);
    expect(shortcomings([], results(1, 90))).toEqual(['FALSE POSITIVE at several places: gcra, seed 5']);
    expect(shortcomings([], results(0, 80))).toHaveLength(1);
  });
});
