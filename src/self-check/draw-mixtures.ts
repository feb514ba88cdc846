import fc from 'fast-check';
import { canBeMixed, limiterNames, mixtureOf, variants } from '../../reference-impl/index.ts';

const names = variants.map(({ name }) => name);

/** Every variant once, in as many mixtures as there are limiters, or more if some fit into none. */
const mixturesOfAll = fc
  .shuffledSubarray(names, { minLength: names.length })
  .map(distributed)
  .map((mixtures) => mixtures.filter(({ length }) => length >= 2));

function distributed(shuffled: readonly string[]): string[][] {
  const mixtures: string[][] = limiterNames.map(() => []);
  // Those that fit with fewest come first, while there is a choice: else the last mixtures stay small.
  const fits = new Map(
    shuffled.map((name) => [name, shuffled.filter((other) => canBeMixed(other, name)).length]),
  );
  for (const name of shuffled.toSorted((one, other) => (fits.get(one) ?? 0) - (fits.get(other) ?? 0))) {
    const fitting = mixtures.filter((mixture) => mixture.every((other) => canBeMixed(other, name)));
    const [smallest] = fitting.toSorted((one, other) => one.length - other.length);
    if (smallest === undefined) {
      mixtures.push([name]);
    } else {
      smallest.push(name);
    }
  }
  return mixtures;
}

/**
 * The names of random mixtures of variants, reproducible by seed. A variant is drawn again only when all others have
 * been drawn.
 *
 * @param count by default as many as it takes to draw every variant once
 */
export function drawMixtures(seed: number, count: number | null): string[] {
  const numRuns = count === null ? 1 : Math.ceil(count / limiterNames.length) + 1;
  const drawn = fc.sample(mixturesOfAll, { seed, numRuns }).flat();
  return drawn.slice(0, count ?? drawn.length).map((mixture) => mixtureOf(mixture).name);
}
