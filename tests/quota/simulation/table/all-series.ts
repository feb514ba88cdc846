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

/** All measurements, in the order of the page of results. */
export const allSeries: readonly Series[] = [
  ...[...correctLimiters, ...limitersInSteps].flatMap((limiter) =>
    ([60, 300, 1000] as const).map(
      (perMinute): Series => ({
        limiter,
        perMinute,
        runs: (limitersInSteps.includes(limiter) ? steppedRuns : correctRuns)[perMinute],
        conditions: 'any',
        foreignPerSecond: 0,
        dayQuota: false,
        keys: 'any',
      }),
    ),
  ),
  ...correctLimiters.flatMap((limiter) =>
    foreignRates.map(
      (foreignPerSecond): Series => ({
        limiter,
        perMinute: 60,
        runs: foreignRuns,
        conditions: 'any',
        foreignPerSecond,
        dayQuota: false,
        keys: 'any',
      }),
    ),
  ),
  ...brokenLimiters.flatMap((limiter) =>
    (limiter.dayQuota ? ([60] as const) : ([60, 300] as const)).map(
      (perMinute): Series => ({
        limiter,
        perMinute,
        runs: brokenRuns[perMinute],
        conditions: 'plain',
        foreignPerSecond: 0,
        dayQuota: limiter.dayQuota,
        keys: limiter.keys,
      }),
    ),
  ),
];
