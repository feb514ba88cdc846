import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../../src/quota/timeline.ts';
import { brokenLimiters } from './catalogue/broken-limiters.ts';
import type { SimulatedLimiter } from './catalogue/simulated-limiter.ts';
import { measureSimulated } from './simulated-measurement.ts';
import { countersPerPlace, placesCount, tallyPlaces, tallyPower } from './table/places.ts';

/** Of one key. */
function mostRefusedInARow(timeline: Timeline): number {
  let [most, row] = [0, 0];
  for (let index = 0; index < timeline.length; index += 1) {
    if (timeline.key(index) === 1) {
      row = timeline.served(index) ? 0 : row + (timeline.status(index) === 429 ? 1 : 0);
      most = Math.max(most, row);
    }
  }
  return most;
}

const measureFromPlaces = (limiter: SimulatedLimiter, seed: number) =>
  measureSimulated({
    limiter,
    perMinute: 60,
    seed,
    conditions: 'plain',
    foreignPerSecond: 0,
    dayQuota: false,
    keys: 'one',
    places: placesCount,
  });

describe('bursts to three places', () => {
  it('flag no correct limiter', async () => {
    expect(await tallyPlaces(120)).toMatchObject({ flagged: 0, first: null });
  });

  it('detect what one machine detects', async () => {
    const here = await tallyPower(1, 1, 8);
    const there = await tallyPower(placesCount, 1, 8);
    expect(there.caught / there.faulty).toBeGreaterThanOrEqual(here.caught / here.faulty - 0.1);
  });

  it.each(countersPerPlace)('detect $name, and name it', async (limiter) => {
    for (const seed of [1, 2, 3]) {
      const { findings, timeline } = await measureFromPlaces(limiter, seed);
      expect(mostRefusedInARow(timeline)).toBeLessThanOrEqual(50);
      expect(findings.map(({ requirement, kind }) => `${requirement} ${kind}`)).toContain(
        'quota/never-exceeded counter-per-place',
      );
    }
  });

  it('detect faults of a shared counter without more consecutive refusals than one machine', async () => {
    const limiter = brokenLimiters.find(({ name }) => name.endsWith('a counter for each operation'));
    for (const seed of limiter === undefined ? [] : [1, 2, 3]) {
      const { findings, timeline } = await measureFromPlaces(limiter as SimulatedLimiter, seed);
      expect(findings.map(({ kind }) => kind)).toContain('counter-per-operation');
      expect(mostRefusedInARow(timeline)).toBeLessThanOrEqual(50);
    }
  });
});
