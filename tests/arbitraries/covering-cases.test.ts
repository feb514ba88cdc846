import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coveringCases } from '../../src/arbitraries/covering-cases.ts';

const dimensions = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 5 })
  .map((sizes) =>
    Object.fromEntries(
      sizes.map((size, index) => [`d${index}`, Array.from({ length: size }, (_, at) => at)]),
    ),
  );
const strengths = fc.constantFrom(1, 2, 3);

/** Every choice of `count` of the names. */
function choices(names: readonly string[], count: number): string[][] {
  return count === 0
    ? [[]]
    : names.flatMap((name, index) =>
        choices(names.slice(index + 1), count - 1).map((others) => [name, ...others]),
      );
}

const product = (numbers: readonly number[]) => numbers.reduce((all, one) => all * one, 1);

test('the values of every so many dimensions meet', () => {
  fc.assert(
    fc.property(dimensions, strengths, (given, strength) => {
      const cases = coveringCases(given, strength);
      const names = Object.keys(given);
      for (const chosen of choices(names, Math.min(strength, names.length))) {
        const met = new Set(cases.map((one) => chosen.map((name) => one[name]).join(' ')));
        expect(met.size).toBe(product(chosen.map((name) => given[name]?.length ?? 0)));
      }
    }),
  );
});

test('the cases are few, have a value of each dimension, and are always the same', () => {
  fc.assert(
    fc.property(dimensions, strengths, (given, strength) => {
      const cases = coveringCases(given, strength);
      const sizes = Object.values(given)
        .map(({ length }) => length)
        .toSorted((left, right) => right - left);
      const least = product(sizes.slice(0, strength));
      expect(cases.length).toBeGreaterThanOrEqual(least);
      expect(cases.length).toBeLessThanOrEqual(2 * least + 12);
      expect(cases.length).toBeLessThanOrEqual(product(sizes));
      for (const one of cases) {
        expect(Object.keys(given).every((name) => given[name]?.includes(one[name] ?? -1))).toBe(true);
      }
      expect(coveringCases(given, strength)).toEqual(cases);
    }),
  );
});
