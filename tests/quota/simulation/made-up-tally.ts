import type { Series, Tally } from './table/tally.ts';

/** A tally of a series in which everything was caught and nobody was flagged, but for what is given. */
export function madeUpTally(series: Series, instead: Partial<Tally> = {}): Tally {
  const { limiter, perMinute, foreignPerSecond, runs } = series;
  return {
    limiter: limiter.name,
    perMinute,
    foreignPerSecond,
    runs,
    faulty: runs,
    caught: runs,
    reported: {},
    flagged: 0,
    flaggedInTierOne: 0,
    misattributed: {},
    missed: {},
    requests: 200 * runs,
    ...instead,
  };
}
