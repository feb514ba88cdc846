import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  countBefore,
  countUpTo,
  countWhile,
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
      const indices = sortByTime(Int32Array.from(list.keys()), (index) => list[index] ?? 0);
      expect(Array.from(indices, (index) => list[index])).toEqual(
        [...list].sort((one, other) => one - other),
      );
    }),
  );
  const indices = sortByTime(
    Int32Array.from({ length: 5000 }, (_, position) => position),
    (index) => -index,
  );
  expect([indices[0], indices.at(-1)]).toEqual([4999, 0]);
});

it('tells the smallest from each position on', () => {
  expect([...smallestFrom(Float64Array.from([3, 1, 4, 1, 5]))]).toEqual([1, 1, 1, 1, 5]);
});

it('sorts indices without changing its input', () => {
  fc.assert(
    fc.property(times, (list) => {
      const given = Int32Array.from(list.keys());
      const time = (index: number) => list[index] ?? 0;
      const sorted = inOrder(given, time);
      const inTurn = [...list].sort((one, other) => one - other);
      expect([...readTimes(sorted, time)]).toEqual(inTurn);
      expect([...given]).toEqual([...list.keys()]);
    }),
  );
});

type Compare = (one: number, other: number) => number;

/** Tells whether a list was sorted from scratch. */
function watchSort(list: Int32Array) {
  const watched = { fromScratch: false };
  const sort: (compare?: Compare) => unknown = list.sort.bind(list);
  const value = (compare?: Compare) => {
    watched.fromScratch = true;
    return sort(compare);
  };
  Object.defineProperty(list, 'sort', { value });
  return watched;
}

it('sorts from scratch only what is too far out of order', () => {
  const backwards = (length: number) => Array.from({ length }, (_, position) => length - position);
  const indices = (length: number) => {
    const list = Int32Array.from(backwards(length).keys());
    const watched = watchSort(list);
    const time = (index: number) => -index;
    expect([...sortByTime(list, time)]).toEqual([...backwards(length).keys()].toReversed());
    return watched.fromScratch;
  };
  expect([1, 129, 130, 200].map(indices)).toEqual([false, false, true, true]);
});

it('asks for the times of its own indices alone', () => {
  const time = (index: number) => [-3, -2, -5][index] ?? Number.POSITIVE_INFINITY;
  expect([...sortByTime(Int32Array.from([0, 1, 2]), time)]).toEqual([2, 0, 1]);
});

it('leaves those of the same time in their order', () => {
  const times = [3, 1, 3, 1, 2, 3];
  expect([...sortByTime(Int32Array.from(times.keys()), (index) => times[index] ?? 0)]).toEqual([
    1, 3, 4, 0, 2, 5,
  ]);
});

it('returns the same array if it is in order', () => {
  const indices = Int32Array.from([0, 1, 2]);
  expect(inOrder(indices, (index) => [1, 1, 2][index] ?? 0)).toBe(indices);
  expect(inOrder(indices, (index) => [1, 2, 1][index] ?? 0)).not.toBe(indices);
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

it('reads the time of those nearly in order a few times each', () => {
  let read = 0;
  const nearly = Int32Array.from({ length: 1000 }, (_, position) => position ^ 1);
  sortByTime(nearly, (index) => {
    read += 1;
    return index;
  });
  expect(read).toBeLessThan(4000);
});
