import fc from 'fast-check';
import { canBeMixed, mixtureOf, variants } from '../../reference-impl/index.ts';

const fewest = 4;
const most = 16;

function compatible(names: readonly string[]): readonly string[] {
  const taken: string[] = [];
  for (const name of names) {
    if (taken.every((other) => canBeMixed(other, name))) {
      taken.push(name);
    }
  }
  return taken;
}

/** Variants that can be had at once: each is only taken where it goes with those before it. */
const mixture = fc
  .shuffledSubarray(
    variants.map(({ name }) => name),
    { minLength: fewest, maxLength: most },
  )
  .map(compatible)
  .filter((names) => names.length >= 2);

/** The names of so many mixtures of variants, the same ones for the same seed. */
export function drawMixtures(seed: number, count: number): string[] {
  return fc.sample(mixture, { seed, numRuns: count }).map((names) => mixtureOf(names).name);
}
