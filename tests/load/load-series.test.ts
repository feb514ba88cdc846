import { build } from 'hdr-histogram-js';
import { describe, expect, it } from 'vitest';
import { LoadSeries } from '../../src/load/load-series.ts';

function newSeries(firstSecond: number, lengthSeconds = 10): LoadSeries {
  return new LoadSeries(build({ numberOfSignificantValueDigits: 2 }), { firstSecond, lengthSeconds });
}

describe('LoadSeries', () => {
  it('tells each second by itself, the warm-up below 0, and seconds without an answer', () => {
    const series = newSeries(-1);
    series.started();
    series.answered(200, 5);
    series.advance(0);
    series.started();
    series.failed();
    series.advance(1.2);
    series.answered(429, 2);
    series.advance(2);
    expect(series.entries).toEqual([
      expect.objectContaining({ second: -1, started: 1, answered: 1, p50Ms: expect.closeTo(5, 0) }),
      { second: 0, started: 1, answered: 0, failed: 1, refused: 0, p50Ms: null, p99Ms: null, maxMs: null },
      expect.objectContaining({ second: 1, answered: 1, refused: 1, maxMs: expect.closeTo(2, 0) }),
    ]);
  });

  it('stays bounded for days, with counts a second', () => {
    const series = newSeries(0, 100_000);
    for (let second = 0; second < 100_000; second += 1) {
      series.started();
      series.answered(200, second === 50_000 ? 900 : 10);
      series.advance(second + 1);
    }
    expect(series.entries.length).toBeLessThan(3_600);
    expect(series.entries.every(({ started }) => started === 1)).toBe(true);
    expect(Math.max(...series.entries.map(({ maxMs }) => maxMs ?? 0))).toBeGreaterThan(890);
    const seconds = series.entries.map(({ second }) => second);
    expect(seconds).toEqual([...seconds].sort((left, right) => left - right));
  });
});
