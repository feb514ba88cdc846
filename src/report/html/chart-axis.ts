import { ticks as roundValues } from 'd3-array';
import { latencyText, numberText, tickText } from '../words.ts';

export interface Tick {
  /** Its position: 0 to 1 from the left on a time axis, px from the top on others. */
  readonly at: number;
  readonly label: string;
}

export interface Axis {
  readonly place: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/** The minimum distance of labels, in px. */
const leastGap = 18;
/** Units of time, with the minimum span for each; in ms. */
const units: readonly { readonly from: number; readonly size: number; readonly name: string }[] = [
  { from: 10_800_000, size: 3_600_000, name: 'h' },
  { from: 600_000, size: 60_000, name: 'min' },
  { from: 2_000, size: 1_000, name: 's' },
];

/** A time axis for values in ms; positions are 0 to 1. */
export function timeAxis(fromMs: number, toMs: number): Axis {
  const end = Math.max(toMs, fromMs + 1);
  const place = linear([fromMs, end], [0, 1]);
  const { size: unit, name } = units.find(({ from }) => end - fromMs >= from) ?? { size: 1, name: 'ms' };
  const ticks = roundValues(fromMs / unit, end / unit, 4).map((value) => ({
    at: place(value * unit),
    label: value === 0 ? '0' : `${numberText(value, 3)} ${name}`,
  }));
  return { place, ticks };
}

/** A linear axis from the bottom to the top, with a margin for lines at either end. */
export function linearAxis(from: number, to: number, height: number): Axis {
  const end = to - from > 1e-6 ? to : from + 1;
  const place = linear([from, end], [height - 2, 2]);
  const ticks = roundValues(from, end, Math.max(2, Math.floor(height / 45))).map((value) => ({
    at: place(value),
    label: tickText(value),
  }));
  return { place, ticks };
}

/** Latencies in ms from 0 at the foot of a picture; `headroom` px are left above the longest. */
export function latencyAxis(values: readonly number[], height: number, headroom = 4): Axis {
  const most = values.filter(Number.isFinite).reduce((high, value) => Math.max(high, value), 0);
  const end = Math.max(1e-3, most);
  const place = linear([0, end], [height - 2, headroom]);
  const ticks = roundValues(0, end, Math.floor(height / 45)).map((value) => ({
    at: place(value),
    label: value === 0 ? '0' : latencyText(value),
  }));
  return { place, ticks: apart(ticks) };
}

/**
 * Counts above and below a line, in one scale. `place` of a count above is its px from the top; of one below, given as a
 * negative number, likewise.
 */
export function mirroredAxis(mostAbove: number, mostBelow: number, height: number): Axis {
  const most = Math.max(1, mostAbove);
  const place = linear([-mostBelow, most], [height, 0]);
  const ticks = roundValues(-mostBelow, most, Math.floor(height / 30)).map((value) => ({
    at: place(value),
    label: tickText(Math.abs(value)),
  }));
  return { place, ticks: apart([{ at: place(0), label: '0' }, ...ticks]) };
}

/** A linear scale; values out of range are clamped. */
function linear([from, to]: readonly [number, number], [start, end]: readonly [number, number]) {
  return (value: number): number => {
    const share = Math.min(1, Math.max(0, (value - from) / (to - from)));
    return start + share * (end - start);
  };
}

/** Omits ticks whose labels would overlap an earlier one. */
function apart(ticks: readonly Tick[]): Tick[] {
  const kept: Tick[] = [];
  for (const tick of ticks) {
    if (kept.every(({ at }) => Math.abs(at - tick.at) >= leastGap)) {
      kept.push(tick);
    }
  }
  return kept;
}
