import { brokenLimiters } from '../catalogue/broken-limiters.ts';
import { foreignRates } from './all-series.ts';
import { type PlacesTally, type PowerTally, placesCount } from './places.ts';
import { leastCaught } from './shortcomings.ts';
import type { Tally } from './tally.ts';

/** The measurements with bursts to several places. */
export interface PlacesResults {
  readonly falsePositives: PlacesTally;
  readonly power: readonly PowerTally[];
}

/**
 * The results of all measurements, a line each kind. @param places `null`: they were not measured
 *
 * @public for scripts/simulate-limiters.mjs
 */
export function summary(tallies: readonly Tally[], places: PlacesResults | null): string {
  const claimed = brokenLimiters.filter(({ undecidable }) => undecidable === null).map(({ name }) => name);
  const broken = new Set(brokenLimiters.map(({ name }) => name));
  const correct = tallies.filter(({ limiter }) => !broken.has(limiter));
  const own = correct.filter(({ foreignPerSecond }) => foreignPerSecond === 0);
  const detected = tallies.filter(
    ({ limiter, perMinute, caught, faulty }) =>
      perMinute === 60 && claimed.includes(limiter) && caught >= leastCaught * faulty,
  );
  const shared = foreignRates.map((rate) => {
    const found = correct.filter(({ foreignPerSecond }) => foreignPerSecond === rate);
    return `Correct limiters, ${rate} requests/s of others: ${flaggedOf(found)}; by verdicts that hold for shared keys: ${sum(found.map(({ flaggedInTierOne }) => flaggedInTierOne))}`;
  });
  return [
    `Correct limiters: ${flaggedOf(own)}`,
    ...shared,
    `Broken limiters: ${detected.length} of ${brokenLimiters.length} detected in at least ${leastCaught * 100} % of the measurements at 60 per minute; ${brokenLimiters.length - claimed.length} are no claim`,
    ...(places === null ? [] : placesLines(places)),
  ].join('\n');
}

function placesLines({ falsePositives, power }: PlacesResults): string[] {
  return [
    `Correct limiters at ${placesCount} places: ${falsePositives.flagged} false positives in ${falsePositives.runs} measurements`,
    ...power.map(
      ({ places, limiters, faulty, caught }) =>
        `Broken limiters (${limiters}), bursts to ${places === 1 ? 'the base URL' : `${places} places`}: ${caught} of ${faulty} detected`,
    ),
  ];
}

function flaggedOf(tallies: readonly Tally[]): string {
  return `${sum(tallies.map(({ flagged }) => flagged))} false positives in ${sum(tallies.map(({ runs }) => runs))} measurements`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
