/** Percentiles of a trend that together describe its distribution: every whole one, and finer ones near the end. */
const percentiles: readonly number[] = [
  ...Array.from({ length: 98 }, (_, index) => index + 1),
  ...Array.from({ length: 19 }, (_, index) => Math.round((98.1 + index / 10) * 10) / 10),
  ...Array.from({ length: 9 }, (_, index) => Math.round((99.91 + index / 100) * 100) / 100),
  99.995,
  99.999,
];

/** The statistics that k6 writes of each trend (`summaryTrendStats`). */
export const trendStats: readonly string[] = [
  'count',
  'min',
  'max',
  ...percentiles.map((percentile) => `p(${percentile})`),
];

/**
 * The values of a trend, each rounded up to the next percentile: how many have which latency in ms. The value at a
 * percentile is exact.
 *
 * @throws {Error} with the reason if its statistics contradict each other
 */
export function valuesOf(
  stats: Readonly<Record<string, number>>,
): { readonly ms: number; readonly count: number }[] {
  const count = stats['count'] ?? Number.NaN;
  const steps = [
    { percentile: 0, ms: stats['min'] },
    ...percentiles.map((percentile) => ({ percentile, ms: stats[`p(${percentile})`] })),
    { percentile: 100, ms: stats['max'] },
  ];
  if (!Number.isSafeInteger(count) || count < 1) {
    throw new Error('a trend has no count');
  }
  const values: { ms: number; count: number }[] = [];
  let counted = 0;
  let last = 0;
  for (const { percentile, ms } of steps) {
    // k6 interpolates between the values on both sides of this rank.
    const upTo = percentile === 100 ? count : Math.floor((percentile / 100) * (count - 1)) + 1;
    if (ms === undefined || !(ms >= last - roundingMs)) {
      throw new Error('the percentiles of a trend do not rise');
    }
    last = Math.max(last, ms);
    if (upTo > counted) {
      values.push({ ms: last, count: upTo - counted });
      counted = upTo;
    }
  }
  return values;
}

/** Interpolated values may be smaller than their neighbours by a rounding error. */
const roundingMs = 1e-6;
