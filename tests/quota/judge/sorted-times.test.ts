import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ascending,
  countBefore,
  countUpTo,
  countWhile,
  inOrder,
  smallestFrom,
} from '../../../src/quota/judge/sorted-times.ts';

const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });

it('counts times before a moment, and up to it', () => {
  fc.assert(
    fc.property(times, fc.integer({ min: -1, max: 51 }), (list, moment) => {
      const sorted = list.toSorted(ascending);
      expect(countBefore(sorted, moment)).toBe(list.filter((time) => time < moment).length);
      expect(countUpTo(sorted, moment)).toBe(list.filter((time) => time <= moment).length);
    }),
  );
});

it('tells the smallest from each position on', () => {
  expect(smallestFrom([3, 1, 4, 1, 5])).toEqual([1, 1, 1, 1, 5]);
});

it('sorts indices without changing its input', () => {
  fc.assert(
    fc.property(times, (list) => {
      const given = [...list.keys()];
      const time = (index: number) => list[index] ?? 0;
      const sorted = inOrder(given, time);
      const inTurn = list.toSorted(ascending);
      expect(sorted.map(time)).toEqual(inTurn);
      expect(given).toEqual([...list.keys()]);
    }),
  );
});

it('leaves those of the same time in their order', () => {
  const times = [3, 1, 3, 1, 2, 3];
  expect(inOrder([...times.keys()], (index) => times[index] ?? 0)).toEqual([1, 3, 4, 0, 2, 5]);
});

it('tests few of many positions to find the first that does not hold', () => {
  let asked = 0;
  const holds = (position: number) => {
    asked += 1;
    return position < 1000;
  };
  expect(countWhile(1 << 12, holds)).toBe(1000);
  expect(asked).toBeLessThanOrEqual(13);
});
