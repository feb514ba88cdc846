import { describe, expect, it } from 'vitest';
import { isServed, type Timeline } from '../../../src/quota/timeline.ts';
import { brokenLimiters } from './catalogue/broken-limiters.ts';
import { brokenOn } from './catalogue/simulated-limiter.ts';
import { measureSimulated } from './simulated-measurement.ts';
import { tally } from './table/tally.ts';

/** Of one key. */
function mostRefusedInARow(timeline: Timeline): number {
  let [most, row] = [0, 0];
  for (const entry of timeline) {
    if (entry.key === 1) {
      row = isServed(entry) ? 0 : row + (entry.status === 429 ? 1 : 0);
      most = Math.max(most, row);
    }
  }
  return most;
}

/** One region per place, each with its own counter. */
const counterPerPlace = brokenOn(
  ['fixed window from the first request', 'sliding log', 'token bucket'],
  'a counter for each place',
  {
    reported: ['quota/never-exceeded'],
    counterOf:
      () =>
      ({ key, place = 0 }) =>
        `${key} ${place}`,
  },
);
const counterPerOperation = brokenLimiters.filter(({ name }) =>
  name.endsWith('a counter for each operation'),
);

describe('bursts to three places detect', () => {
  it.each([
    ...counterPerPlace.map((limiter) => ({ limiter, kind: 'counter-per-place' })),
    ...counterPerOperation.slice(0, 1).map((limiter) => ({ limiter, kind: 'counter-per-operation' })),
  ])('$limiter.name, with few refusals in a row', async ({ limiter, kind }) => {
    for (const seed of [1, 2, 3]) {
      const { findings, timeline } = await measureSimulated({
        ...{ limiter, perMinute: 60, seed, keys: 'one', places: 3 },
      });
      expect(mostRefusedInARow(timeline)).toBeLessThanOrEqual(50);
      expect(findings.map((finding) => finding.kind)).toContain(kind);
    }
  });

  it('what one machine detects', async () => {
    const claimed = brokenLimiters.filter(({ undecidable, dayQuota }) => undecidable === null && !dayQuota);
    const caughtAt = async (places: number) => {
      const tallies = claimed
        .filter((_, position) => position % 8 === 0)
        .map((limiter) => tally({ limiter, perMinute: 60, runs: 1, places }));
      return (await Promise.all(tallies)).reduce((sum, { caught }) => sum + caught, 0);
    };
    expect(await caughtAt(3)).toBeGreaterThanOrEqual(0.9 * (await caughtAt(1)));
  });
});
