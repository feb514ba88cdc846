import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WholeNumbers } from '../../src/quota/whole-numbers.ts';

const figures = fc.oneof(
  fc.integer({ min: 0, max: 100_000 }),
  fc.constantFrom(Number.NaN, 0, 4_294_967_294, 4_294_967_295, 4_294_967_296, 1e15, -1, 0.5, 1e20),
);
/** More than are kept together. */
const many = 70_000;

it.each([1, 1000])('gives back what was put in, by a unit of %i', (unit) => {
  fc.assert(
    fc.property(fc.array(fc.tuple(figures, fc.constantFrom(1, unit)), { maxLength: 60 }), (parts) => {
      const values = parts.map(([figure, times]) => figure * times);
      const numbers = new WholeNumbers(unit);
      for (const [index, value] of values.entries()) {
        numbers.set(index, value);
      }
      expect(values.map((_, index) => numbers.at(index))).toEqual(values);
    }),
  );
});

it('keeps what stands around a figure that does not fit, in the same stretch and in others', () => {
  const odd = new Map([
    [65_000, 1_800_000_000_123],
    [65_535, Number.NaN],
    [69_999, 2.5],
  ]);
  const numbers = new WholeNumbers();
  for (let index = 0; index < many; index += 1) {
    numbers.set(index, odd.get(index) ?? index);
  }
  const wrong = Array.from({ length: many }, (_, index) => index).filter(
    (index) => !Object.is(numbers.at(index), odd.get(index) ?? index),
  );
  expect(wrong).toEqual([]);
});

it('has nothing where nothing was put in', () => {
  const numbers = new WholeNumbers();
  expect([numbers.at(0), numbers.at(-1)]).toEqual([undefined, undefined]);
  numbers.set(0, 7);
  expect(numbers.at(many)).toBeUndefined();
});
