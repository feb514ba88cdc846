import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { brokenLimiters } from './catalogue/broken-limiters.ts';
import { correctLimiters, limitersInSteps } from './catalogue/correct-limiters.ts';
import { madeUpTally } from './made-up-tally.ts';
import { correctRuns, powerRuns } from './table/places.ts';
import { publishedSeries } from './table/published-series.ts';
import { type PublishedPlaces, publishedTable } from './table/published-table.ts';
import { shortcomings } from './table/shortcomings.ts';
import type { Tally } from './table/tally.ts';

const folder = new URL('../../../docs/', import.meta.url);
const page = readFileSync(new URL('plan-limit-simulation.md', folder), 'utf8');
const tallies: readonly Tally[] = JSON.parse(
  readFileSync(new URL('plan-limit-simulation.json', folder), 'utf8'),
);
const places: PublishedPlaces = JSON.parse(
  readFileSync(new URL('plan-limit-simulation-places.json', folder), 'utf8'),
);
const correct = [...correctLimiters, ...limitersInSteps];

describe('docs/plan-limit-simulation (node scripts/simulate-limiters.mjs writes it)', () => {
  it('has every series of the catalogue, with as many runs', () => {
    const rows = (all: readonly { perMinute: number; foreignPerSecond: number; runs: number }[]) =>
      all.map(({ perMinute, foreignPerSecond, runs }) => [perMinute, foreignPerSecond, runs]);
    expect(tallies.map(({ limiter }) => limiter)).toEqual(publishedSeries.map(({ limiter }) => limiter.name));
    expect(rows(tallies)).toEqual(rows(publishedSeries));
  });

  it('is the page of these results', () => {
    expect(page).toBe(publishedTable(tallies, places));
  });

  it('rests on enough runs, in which no correct limiter was flagged', () => {
    const runs = tallies.filter(
      ({ limiter, foreignPerSecond }) =>
        foreignPerSecond === 0 && correct.some(({ name }) => name === limiter),
    );
    expect(runs.reduce((total, tally) => total + tally.runs, 0)).toBeGreaterThanOrEqual(20_000);
    expect(runs.filter(({ flagged }) => flagged > 0)).toEqual([]);
  });

  it('has no false positive at several places, and the power of one place within 10 percentage points', () => {
    expect(places.falsePositives).toMatchObject({ runs: correctRuns, flagged: 0 });
    expect(places.power.map(({ faulty }) => faulty)).toEqual(
      places.power.map(({ limiters }) => powerRuns * limiters),
    );
    const [one = 1, several = 0] = places.power.map(({ caught, faulty }) => caught / faulty);
    expect(several).toBeGreaterThanOrEqual(one - 0.1);
  });

  it('falls short of nothing that it claims', () => {
    expect(shortcomings(tallies)).toEqual([]);
    expect(brokenLimiters.filter(({ undecidable }) => undecidable === null).length).toBeGreaterThan(100);
  });
});

describe('what falls short', () => {
  const [steady] = publishedSeries;
  const shared = publishedSeries.find(({ foreignPerSecond }) => foreignPerSecond > 0);
  const broken = publishedSeries.find(({ limiter }) => limiter === brokenLimiters[0]);
  if (steady === undefined || shared === undefined || broken === undefined) {
    throw new Error('the published series are incomplete');
  }

  it('is empty if nothing was flagged by mistake and everything was caught', () => {
    expect(shortcomings(publishedSeries.map((series) => madeUpTally(series)))).toEqual([]);
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
});
