import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairwise } from '../../src/arbitraries/pairwise.ts';

const dimensions = fc
  .array(fc.integer({ min: 1, max: 6 }), { minLength: 2, maxLength: 6 })
  .map((sizes) =>
    Object.fromEntries(
      sizes.map((size, index) => [`d${index}`, Array.from({ length: size }, (_, at) => at)]),
    ),
  );

test('every two values of different dimensions meet', () => {
  fc.assert(
    fc.property(dimensions, (given) => {
      const rows = pairwise(given);
      const names = Object.keys(given);
      for (const [index, one] of names.entries()) {
        for (const other of names.slice(index + 1)) {
          const met = new Set(rows.map((row) => `${row[one]} ${row[other]}`));
          expect(met.size).toBe((given[one]?.length ?? 0) * (given[other]?.length ?? 0));
        }
      }
    }),
  );
});

test('the rows are few, have a value of each dimension, and are always the same', () => {
  fc.assert(
    fc.property(dimensions, (given) => {
      const rows = pairwise(given);
      const sizes = Object.values(given).map(({ length }) => length);
      const [largest = 1, second = 1] = sizes.toSorted((left, right) => right - left);
      expect(rows.length).toBeGreaterThanOrEqual(largest * second);
      expect(rows.length).toBeLessThanOrEqual(largest * second + 3 * largest + 6);
      expect(
        rows.every((row) => Object.keys(given).every((name) => given[name]?.includes(row[name] ?? -1))),
      ).toBe(true);
      expect(pairwise(given)).toEqual(rows);
    }),
  );
});
