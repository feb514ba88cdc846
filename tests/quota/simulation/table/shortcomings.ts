import { brokenLimiters } from '../catalogue/broken-limiters.ts';
import type { PlacesResults } from './summary.ts';
import type { Tally } from './tally.ts';
import { tierOne } from './tiers.ts';

/** What has to be caught of what can be, at 60 a minute. */
export const leastCaught = 0.98;

/** False positives, misattributed and missed faults, each on a line with the command that repeats it. */
export function shortcomings(
  tallies: readonly Tally[],
  places: PlacesResults | null = null,
): readonly string[] {
  return [...(places === null ? [] : ofPlaces(places)), ...ofTallies(tallies)];
}

/** How much less may be caught at several places than at one, as a share. */
const mostLessAtPlaces = 0.1;

function ofPlaces({ falsePositives: { flagged, first }, power }: PlacesResults): string[] {
  const [one = 1, several = 0] = power.map(({ caught, faulty }) => caught / faulty);
  return [
    ...(flagged === 0 ? [] : [`FALSE POSITIVE at several places: ${first}`]),
    ...(several >= one - mostLessAtPlaces ? [] : [`MISSED at several places: ${several}, at one ${one}`]),
  ];
}

function ofTallies(tallies: readonly Tally[]): string[] {
  return tallies.flatMap((tally) => {
    const again = (seed: number) =>
      `node scripts/simulate-limiters.mjs --only '${tally.limiter}' --limit ${tally.perMinute} --foreign ${tally.foreignPerSecond} --seed ${seed}`;
    const where = `${tally.limiter} at ${tally.perMinute}, others ${tally.foreignPerSecond}/s`;
    const misattributed = Object.entries(tally.misattributed)
      .filter(([name]) => tally.foreignPerSecond === 0 || tierOne.has(name.split(' ')[0] ?? ''))
      .map(
        ([name, { runs, seed }]) =>
          `FALSE POSITIVE ${where}: ${name} in ${runs} of ${tally.runs}: ${again(seed)}`,
      );
    return [...misattributed, ...missed(tally, where, again)];
  });
}

function missed(tally: Tally, where: string, again: (seed: number) => string): readonly string[] {
  const limiter = brokenLimiters.find(({ name }) => name === tally.limiter);
  const enough = tally.caught >= leastCaught * tally.faulty;
  if (limiter === undefined || limiter.undecidable !== null || tally.perMinute !== 60 || enough) {
    return [];
  }
  return Object.entries(tally.missed).map(
    ([reason, { runs, seed }]) => `MISSED ${where} in ${runs} of ${tally.faulty} (${reason}): ${again(seed)}`,
  );
}
