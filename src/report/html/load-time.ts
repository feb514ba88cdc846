import { sane } from '../picture/decimate.ts';
import type { LoadBin } from '../picture/load-bins.ts';
import type { Band } from './chart.tsx';
import { type Axis, timeAxis } from './chart-axis.ts';
import type { Place } from './chart-marks.tsx';

/** The time of a load from left to right, its warm-up with it. */
export function loadTimeAxis(bins: readonly LoadBin[]): Axis {
  const from = bins[0]?.fromSecond ?? 0;
  const to = bins.at(-1)?.toSecond ?? 1;
  return timeAxis(sane(from * 1_000), sane(to * 1_000));
}

/** A point in the middle of each bin; the line is broken where `y` gives `null`. */
export function binPlaces(
  bins: readonly LoadBin[],
  { place }: Axis,
  y: (bin: LoadBin) => number | null,
): readonly Place[] {
  return bins.map((bin) => ({ at: place((bin.fromSecond + bin.toSecond) * 500), y: y(bin) }));
}

/** The warm-up is shaded: its figures don't count. */
export function warmupBands(bins: readonly LoadBin[], { place }: Axis): readonly Band[] {
  const first = bins[0]?.fromSecond ?? 0;
  return first >= 0 ? [] : [{ from: 0, to: place(0), label: 'warm-up' }];
}
