import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  ascending,
  countBefore,
  countUpTo,
  firstFrom,
  inOrder,
  readTimes,
  smallestFrom,
  sortByTime,
} from '../../../src/quota/judge/sorted-times.ts';

const times = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 60 });

it('counts times before a moment, and up to it', () => {
  fc.assert(
    fc.property(times, fc.integer({ min: -1, max: 51 }), (list, moment) => {
      const sorted = Float64Array.from(list).sort();
      expect(countBefore(sorted, moment)).toBe(list.filter((time) => time < moment).length);
      expect(countUpTo(sorted, moment)).toBe(list.filter((time) => time <= moment).length);
    }),
  );
});

it('sorts, however far out of order, and keeps what was sent first before', () => {
  fc.assert(
    fc.property(times, (list) => {
      expect([...ascending(Float64Array.from(list))]).toEqual([...list].sort((one, other) => one - other));
      const indices = sortByTime(Int32Array.from(list.keys()), (index) => list[index] ?? 0);
      expect(Array.from(indices, (index) => list[index])).toEqual(
        [...list].sort((one, other) => one - other),
      );
    }),
  );
  const backwards = Float64Array.from({ length: 5000 }, (_, position) => -position);
  expect(ascending(backwards)[0]).toBe(-4999);
  const indices = sortByTime(
    Int32Array.from({ length: 5000 }, (_, position) => position),
    (index) => -index,
  );
  expect([indices[0], indices.at(-1)]).toEqual([4999, 0]);
});

it('tells the smallest from each position on', () => {
  expect([...smallestFrom(Float64Array.from([3, 1, 4, 1, 5]))]).toEqual([1, 1, 1, 1, 5]);
});

it('puts indices in order without changing those that it is given, and finds the first from a moment on', () => {
  fc.assert(
    fc.property(times, fc.integer({ min: -1, max: 51 }), (list, moment) => {
      const given = Int32Array.from(list.keys());
      const time = (index: number) => list[index] ?? 0;
      const sorted = inOrder(given, time);
      const inTurn = [...list].sort((one, other) => one - other);
      expect([...readTimes(sorted, time)]).toEqual(inTurn);
      expect([...given]).toEqual([...list.keys()]);
      expect(firstFrom(sorted, time, moment)).toBe(inTurn.filter((one) => one < moment).length);
    }),
  );
});
