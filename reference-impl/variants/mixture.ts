import { variants } from './catalogue.ts';
import { alternatives, highest, isIn, lowest } from './mixing.ts';
import type { Variant } from './variant.ts';

/** What parts the names of a mixture's variants. */
const plus = '+';

/** Whether one service can be both at once. */
export function canBeMixed(name: string, other: string): boolean {
  return name !== other && !alternatives.some((list) => isIn(name, list) && isIn(other, list));
}

/**
 * Several variants as one, each laid where it does not cover another one. Its name is theirs, parted by `+`.
 *
 * @throws {Error} where a name is unknown, or two of them can't be mixed.
 */
export function mixtureOf(names: readonly string[]): Variant {
  const chosen = names.map((name) => known(name)).toSorted((left, right) => place(left) - place(right));
  const clash = names
    .flatMap((name, index) => names.slice(index + 1).map((other) => [name, other] as const))
    .find(([name, other]) => !canBeMixed(name, other));
  if (clash !== undefined) {
    throw new Error(`No service is both ${clash[0]} and ${clash[1]}.`);
  }
  const categories = chosen.find(({ categoryIds }) => categoryIds !== null);
  return {
    name: chosen.map(({ name }) => name).join(plus),
    categoryIds: categories?.categoryIds ?? null,
    apply: (parts) => chosen.reduce((mixed, { apply }) => apply(mixed), parts),
  };
}

/** The variants of a mixture by its name; one name for a variant alone. */
export function namesInMixture(name: string): string[] {
  return name.split(plus);
}

function known(name: string): Variant {
  const found = variants.find((variant) => variant.name === name);
  if (found === undefined) {
    throw new Error(`There is no variant named ${name}.`);
  }
  return found;
}

/** Lowest ones first, then those in the order of the catalogue, then the highest ones. */
function place({ name }: Variant): number {
  const above = highest.indexOf(name);
  if (above >= 0) {
    return lowest.length + variants.length + above;
  }
  const below = lowest.indexOf(name);
  return below >= 0 ? below : lowest.length + variants.findIndex((variant) => variant.name === name);
}
