import { brokenLimiters } from '../catalogue/broken-limiters.ts';
import { foreignRates, type Tally, tierOne } from './tally.ts';

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

/** What has to be caught of what can be, at 60 a minute. */
export const leastCaught = 0.98;

/** The same with bursts to several places, of all limiters together: each has few measurements. */
const leastCaughtAtPlaces = 0.88;

/**
 * False positives, misattributed and missed faults, each on a line with the command that repeats it.
 *
 * @public for scripts/simulate-limiters.mjs
 */
export function shortcomings(tallies: readonly Tally[]): string[] {
  const ofEach = tallies.flatMap((tally) => {
    const again = (seed: number) =>
      `node scripts/simulate-limiters.mjs --only '${tally.limiter}' --limit ${tally.perMinute} --foreign ${tally.foreignPerSecond} --places ${tally.places} --seed ${seed}`;
    const where = `${tally.limiter} at ${tally.perMinute}, others ${tally.foreignPerSecond}/s, places ${tally.places}`;
    const misattributed = Object.entries(tally.misattributed)
      .filter(([name]) => tally.foreignPerSecond === 0 || tierOne.has(name.split(' ')[0] ?? ''))
      .map(
        ([name, { runs, seed }]) =>
          `FALSE POSITIVE ${where}: ${name} in ${runs} of ${tally.runs}: ${again(seed)}`,
      );
    return [...misattributed, ...missed(tally, where, again)];
  });
  const { caught, faulty } = claimedAtPlaces(tallies);
  return caught >= leastCaughtAtPlaces * faulty
    ? ofEach
    : [...ofEach, `MISSED at several places: ${caught} of ${faulty} caught`];
}

/** What was caught with bursts to several places, of the faults that are claimed to be. */
export function claimedAtPlaces(tallies: readonly Tally[]): Pick<Tally, 'caught' | 'faulty'> {
  const claimed = brokenLimiters.filter(({ undecidable }) => undecidable === null).map(({ name }) => name);
  const ofClaimed = tallies.filter(({ places, limiter }) => places > 1 && claimed.includes(limiter));
  return {
    caught: ofClaimed.reduce((sum, tally) => sum + tally.caught, 0),
    faulty: ofClaimed.reduce((sum, tally) => sum + tally.faulty, 0),
  };
}

function missed(tally: Tally, where: string, again: (seed: number) => string): readonly string[] {
  const limiter = brokenLimiters.find(({ name }) => name === tally.limiter);
  const enough = tally.places > 1 || tally.caught >= leastCaught * tally.faulty;
  if (limiter === undefined || limiter.undecidable !== null || tally.perMinute !== 60 || enough) {
    return [];
  }
  return Object.entries(tally.missed).map(
    ([reason, { runs, seed }]) => `MISSED ${where} in ${runs} of ${tally.faulty} (${reason}): ${again(seed)}`,
  );
}
