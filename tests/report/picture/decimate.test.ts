import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimate } from '../../../src/report/picture/decimate.ts';

const lines = fc
  .array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 3_000 })
  .map((heights) => heights.map((y, x) => ({ x, y })));

test('a line keeps its ends, its highest and its lowest point, in a bounded number of points', () => {
  fc.assert(
    fc.property(lines, fc.integer({ min: 4, max: 500 }), (points, most) => {
      const kept = decimate(points, most);
      expect(kept.length).toBeLessThanOrEqual(Math.max(most, 4));
      expect(points).toEqual(expect.arrayContaining([...kept.slice(0, 3)]));
      expect([kept[0], kept.at(-1)]).toEqual([points[0], points.at(-1)]);
      const heights = (some: typeof kept) => some.map(({ y }) => y);
      expect(Math.max(...heights(kept))).toBe(Math.max(...heights(points)));
      expect(Math.min(...heights(kept))).toBe(Math.min(...heights(points)));
      expect(kept.every(({ x }, index) => index === 0 || x > (kept[index - 1]?.x ?? 0))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('a short line stays as it is', () => {
  const points = [
    { x: 0, y: 1 },
    { x: 1, y: 1 },
  ];
  expect(decimate(points)).toBe(points);
  expect(decimate([])).toEqual([]);
});
