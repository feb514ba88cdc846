import { brokenLimiters } from '../catalogue/broken-limiters.ts';
import { correctLimiters, limitersInSteps } from '../catalogue/correct-limiters.ts';
import type { Series } from './tally.ts';

/** Measurements of each correct limiter, by the plan's figure a minute. */
const correctRuns = { 60: 620, 300: 28, 1000: 12 } as const;
/** Of each one in steps, whose number is drawn too. */
const steppedRuns = { 60: 900, 300: 28, 1000: 12 } as const;
/** Requests of others on the key, a second, and the measurements of each correct limiter at each. */
export const foreignRates = [0.1, 0.5, 2] as const;
const foreignRuns = 20;
/** Measurements of each broken limiter. */
const brokenRuns = { 60: 30, 300: 4 } as const;
/** Measurements with bursts to three places, of each correct limiter and of each broken one. */
const manyPlaces = { perMinute: 60, places: 3 } as const;
const placesRuns = { correct: 80, broken: 3 };

const correct = [...correctLimiters, ...limitersInSteps];

/** All measurements, in the order of the page of results. */
export const allSeries: readonly Series[] = [
  ...correct.flatMap((limiter) =>
    ([60, 300, 1000] as const).map((perMinute): Series => {
      const runs = limitersInSteps.includes(limiter) ? steppedRuns : correctRuns;
      return { limiter, perMinute, runs: runs[perMinute] };
    }),
  ),
  ...correctLimiters.flatMap((limiter) =>
    foreignRates.map(
      (foreignPerSecond): Series => ({ limiter, perMinute: 60, runs: foreignRuns, foreignPerSecond }),
    ),
  ),
  ...brokenLimiters.flatMap((limiter) =>
    (limiter.dayQuota ? ([60] as const) : ([60, 300] as const)).map(
      (perMinute): Series => ({ limiter, perMinute, runs: brokenRuns[perMinute] }),
    ),
  ),
  ...correct.map((limiter): Series => ({ ...manyPlaces, limiter, runs: placesRuns.correct })),
  ...brokenLimiters
    .filter(({ dayQuota }) => !dayQuota)
    .map((limiter): Series => ({ ...manyPlaces, limiter, runs: placesRuns.broken })),
];
