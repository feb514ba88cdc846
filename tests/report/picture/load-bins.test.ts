import { expect, test } from 'vitest';
import { loadBins } from '../../../src/report/picture/load-bins.ts';
import { stalledLoad } from '../sample-load.ts';

test('every second of a short load is a point, in its order', () => {
  const bins = loadBins([...stalledLoad.series].reverse());
  expect(bins).toHaveLength(35);
  expect(bins[0]).toMatchObject({ fromMs: -5_000, toMs: -4_000, started: 250 });
  expect(bins[19]).toMatchObject({ fromMs: 14_000, answered: 240, p99Ms: 990 });
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
  expect(bins.every(({ fromMs, toMs }) => toMs - fromMs <= 3_000)).toBe(true);
  expect(Math.max(...bins.map(({ p99Ms }) => p99Ms ?? 0))).toBe(900);
  expect(bins[0]).toMatchObject({ started: 10, p50Ms: null, answered: 25 / 3 });
});
