import { brokenLimiters } from '../catalogue/broken-limiters.ts';
import type { Tally } from './tally.ts';
import { tierOne } from './tiers.ts';

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
