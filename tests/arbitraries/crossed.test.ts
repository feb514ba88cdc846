import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crossed } from '../../src/arbitraries/crossed.ts';

const list = fc.integer({ min: 0, max: 12 }).map((length) => Array.from({ length }, (_, index) => index));

test('every pair stands there once', () => {
  fc.assert(
    fc.property(list, list, (left, right) => {
      const pairs = crossed(left, right).map(([one, other]) => `${one} ${other}`);
      expect(new Set(pairs).size).toBe(left.length * right.length);
    }),
  );
});

test('a beginning as long as the longer list holds every item of both', () => {
  fc.assert(
    fc.property(list, list, (left, right) => {
      fc.pre(left.length > 0 && right.length > 0);
      const pairs = crossed(left, right).slice(0, Math.max(left.length, right.length));
      expect(new Set(pairs.map(([one]) => one)).size).toBe(left.length);
      expect(new Set(pairs.map(([, other]) => other)).size).toBe(right.length);
    }),
  );
});
