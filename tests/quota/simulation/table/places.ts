import { brokenLimiters } from '../catalogue/broken-limiters.ts';
import { correctLimiters, limitersInSteps } from '../catalogue/correct-limiters.ts';
import { type BrokenLimiter, kinds, serviceOf } from '../catalogue/simulated-limiter.ts';
import { measureSimulated } from '../simulated-measurement.ts';
import { expectationOf, tally } from './tally.ts';

/** Measurements with bursts to three places. */
export const placesCount = 3;
/** Runs of correct limiters. @public for scripts/simulate-limiters.mjs */
export const correctRuns = 2_400;
/** Runs of each broken limiter. @public for scripts/simulate-limiters.mjs */
export const powerRuns = 3;

/** False positives. */
export interface PlacesTally {
  readonly runs: number;
  /** Runs of correct limiters with a finding. */
  readonly flagged: number;
  /** The limiter and the seed of the first one. */
  readonly first: string | null;
}

/** Detection rates of broken limiters. */
export interface PowerTally {
  readonly places: number;
  readonly limiters: number;
  readonly faulty: number;
  readonly caught: number;
  readonly misattributed: number;
}

/** One region per place, each with its own counter. */
export const countersPerPlace: readonly BrokenLimiter[] = (
  ['fixed window from the first request', 'sliding log', 'token bucket'] as const
).map((kind) => ({
  name: `${kind}: a counter for each place`,
  reported: ['quota/never-exceeded'],
  alsoReported: ['rate/remaining-counts-down'],
  dayQuota: false,
  keys: 'any',
  undecidable: null,
  begin: ({ perMinute, minuteMs }) => ({
    service: serviceOf({
      begin: () => kinds[kind](perMinute, minuteMs),
      counterOf: ({ key, place = 0 }) => `${key} ${place}`,
    }),
    faultHappened: () => true,
  }),
}));

/** Measures correct limiters in turn, each with another seed. */
export async function tallyPlaces(runs: number): Promise<PlacesTally> {
  const limiters = [...correctLimiters, ...limitersInSteps];
  let flagged = 0;
  let first: string | null = null;
  for (let run = 0; run < runs; run += 1) {
    const limiter = limiters[run % limiters.length];
    if (limiter !== undefined) {
      const usual = {
        perMinute: 60,
        conditions: 'any',
        foreignPerSecond: 0,
        dayQuota: false,
        keys: 'any',
      } as const;
      const { findings } = await measureSimulated({ ...usual, limiter, seed: run, places: placesCount });
      flagged += findings.length > 0 ? 1 : 0;
      first ??= findings.length > 0 ? `${limiter.name}, seed ${run}` : null;
    }
  }
  return { runs, flagged, first };
}

/** Measures the broken limiters that one machine claims to detect; `places`: 1, or several. */
export async function tallyPower(places: number, runs: number, every = 1): Promise<PowerTally> {
  const limiters = brokenLimiters
    .filter(({ undecidable, dayQuota }) => undecidable === null && !dayQuota)
    .filter((_, position) => position % every === 0);
  let [faulty, caught, misattributed] = [0, 0, 0];
  for (const limiter of limiters) {
    const usual = { perMinute: 60, conditions: 'plain', foreignPerSecond: 0, dayQuota: false } as const;
    const { keys } = limiter;
    const series = { ...usual, limiter, runs, keys, places };
    const result = await tally(series, expectationOf(limiter));
    faulty += result.faulty;
    caught += Math.min(result.caught, result.faulty);
    misattributed += Object.keys(result.misattributed).length;
  }
  return { places, limiters: limiters.length, faulty, caught, misattributed };
}
