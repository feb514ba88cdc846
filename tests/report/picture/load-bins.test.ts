import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimate } from '../../../src/report/picture/decimate.ts';
import { loadBins } from '../../../src/report/picture/load-data.ts';
import { propertyRuns } from '../../property-runs.ts';
import { stalledLoad } from '../sample-load.ts';

test('every second of a short load is a point, in its order', () => {
  const bins = loadBins([...stalledLoad.series].reverse());
  expect(bins).toHaveLength(35);
  expect(bins[0]).toMatchObject({ fromSecond: -5, toSecond: -4, started: 250 });
  expect(bins[19]).toMatchObject({ fromSecond: 14, answered: 240, p99Ms: 990 });
});

test('seconds of a long load are put together: rates by their mean, latencies by the highest', () => {
  const series = Array.from({ length: 1_000 }, (_, second) => ({
    second,
    started: 10,
    answered: second % 2 === 0 ? 5 : 15,
    failed: 0,
    refused: 0,
    p50Ms: null,
    p99Ms: second === 500 ? 900 : 2,
    maxMs: null,
  }));
  const bins = loadBins(series);
  expect(bins).toHaveLength(334);
  expect(bins.every(({ fromSecond, toSecond }) => toSecond - fromSecond <= 3)).toBe(true);
  expect(Math.max(...bins.map(({ p99Ms }) => p99Ms ?? 0))).toBe(900);
  expect(bins[0]).toMatchObject({ started: 10, p50Ms: null, answered: 25 / 3 });
});

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
    { numRuns: propertyRuns(60) },
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
