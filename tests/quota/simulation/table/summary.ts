import { brokenLimiters } from '../catalogue/broken-limiters.ts';
import { foreignRates } from './all-series.ts';
import { claimedAtPlaces, leastCaught } from './shortcomings.ts';
import type { Tally } from './tally.ts';

/** The results of all measurements, a line each kind. @public for scripts/simulate-limiters.mjs */
export function summary(tallies: readonly Tally[]): string {
  const claimed = brokenLimiters.filter(({ undecidable }) => undecidable === null).map(({ name }) => name);
  const broken = new Set(brokenLimiters.map(({ name }) => name));
  const here = tallies.filter(({ places }) => places === 1);
  const atPlaces = tallies.filter(({ places }) => places > 1);
  const correct = (some: readonly Tally[], rate = 0) =>
    some.filter(({ limiter, foreignPerSecond }) => !broken.has(limiter) && foreignPerSecond === rate);
  const detected = here.filter(
    ({ limiter, perMinute, caught, faulty }) =>
      perMinute === 60 && claimed.includes(limiter) && caught >= leastCaught * faulty,
  );
  const there = claimedAtPlaces(tallies);
  const shared = foreignRates.map((rate) => {
    const found = correct(here, rate);
    return `Correct limiters, ${rate} requests/s of others: ${flaggedOf(found)}; by verdicts that hold for shared keys: ${sum(found.map(({ flaggedInTierOne }) => flaggedInTierOne))}`;
  });
  return [
    `Correct limiters: ${flaggedOf(correct(here))}`,
    ...shared,
    `Broken limiters: ${detected.length} of ${brokenLimiters.length} detected in at least ${leastCaught * 100} % of the measurements at 60 per minute; ${brokenLimiters.length - claimed.length} are no claim`,
    `Correct limiters, bursts to several places: ${flaggedOf(correct(atPlaces))}`,
    `Broken limiters, bursts to several places: ${there.caught} of ${there.faulty} detected`,
  ].join('\n');
}

function flaggedOf(tallies: readonly Tally[]): string {
  return `${sum(tallies.map(({ flagged }) => flagged))} false positives in ${sum(tallies.map(({ runs }) => runs))} measurements`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
