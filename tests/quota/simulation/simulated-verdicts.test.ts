import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../property-runs.ts';
import { every } from '../../test-seed.ts';
import { brokenLimiters } from './catalogue/broken-limiters.ts';
import { correctDays, correctLimiters, limitersInSteps } from './catalogue/correct-limiters.ts';
import { measureSimulated } from './simulated-measurement.ts';
import { type Series, tally, tierOne } from './table/tally.ts';

/** `node scripts/simulate-limiters.mjs` makes all runs; these are the first of them. */
const samples: readonly Pick<Series, 'perMinute' | 'minuteMs' | 'runs' | 'places'>[] = [
  { perMinute: 60, runs: 3, places: 1 },
  { perMinute: 300, runs: 1, places: 1 },
  { perMinute: 1000, runs: 1, places: 1 },
  { perMinute: 60, runs: 3, places: 3 },
  { perMinute: 5, minuteMs: 2000, runs: 30, places: 1 },
];
/** One of them must be caught; the whole simulation measures how many are. */
const brokenRuns = 2;

describe.each(every(4, [...correctLimiters, ...limitersInSteps]))('$name', (limiter) => {
  it.each(samples)('is not flagged at $perMinute a minute, $places places', async (sample) => {
    const { reported } = await tally({ ...sample, limiter });
    expect(reported).toEqual({});
  });

  it('is not flagged either if the daily limit is measured', async () => {
    const conditions = { conditions: 'plain', dayQuota: true } as const;
    const { reported } = await tally({ limiter, perMinute: 60, runs: 1, ...conditions });
    const keepsDay = limiter.name.includes('of the day');
    expect(Object.keys(reported)).toEqual(keepsDay ? [] : ['quota/day-limit']);
  });
});

it('no correct limiter is flagged under any conditions', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...correctLimiters),
      fc.constantFrom(60 as const, 60 as const, 60 as const, 300 as const),
      fc.integer({ min: 0, max: 0xffff_ffff }),
      async (limiter, perMinute, seed) => {
        const { findings } = await measureSimulated({ limiter, perMinute, seed });
        expect(findings).toEqual([]);
      },
    ),
    { numRuns: propertyRuns(40) },
  );
});

it('a daily limit of any kind is not flagged, nor are other clients of the key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...correctDays),
      fc.constantFrom(0, 0.1, 0.5),
      fc.integer({ min: 0, max: 0xffff_ffff }),
      async (limiter, foreignPerSecond, seed) => {
        const conditions = { foreignPerSecond, dayQuota: true };
        const { findings } = await measureSimulated({ limiter, perMinute: 60, seed, ...conditions });
        const isOfServed = ({ requirement, kind }: (typeof findings)[number]): boolean =>
          requirement === 'quota/day-limit' && kind === 'exceeded';
        expect(foreignPerSecond === 0 ? findings : findings.filter(isOfServed)).toEqual([]);
      },
    ),
    { numRuns: propertyRuns(20) },
  );
});

it('with other clients of the key, no correct limiter is flagged, except by what assumes a dedicated key', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...correctLimiters),
      fc.constantFrom(0.1, 0.5, 2),
      fc.integer({ min: 0, max: 0xffff_ffff }),
      async (limiter, foreignPerSecond, seed) => {
        const { findings } = await measureSimulated({ limiter, perMinute: 60, seed, foreignPerSecond });
        expect(findings.filter(({ requirement }) => tierOne.has(requirement))).toEqual([]);
      },
    ),
    { numRuns: propertyRuns(30) },
  );
});

describe.each(brokenLimiters)('$name', (limiter) => {
  it(
    limiter.undecidable === null
      ? 'is caught for what it does, and for nothing else'
      : 'is reported under no other requirement',
    async () => {
      const series: Series = { limiter, perMinute: 60, runs: brokenRuns };
      const { faulty, caught, misattributed, missed } = await tally(series);
      expect(misattributed).toEqual({});
      if (limiter.undecidable === null) {
        expect({ caught: caught >= Math.min(1, faulty), missed }).toEqual({ caught: true, missed });
      }
    },
  );
});
