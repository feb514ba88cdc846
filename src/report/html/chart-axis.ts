import { scaleLinear, scaleLog, scaleSqrt } from 'd3-scale';
import { latencyText, numberText, tickText } from '../number-text.ts';

/** A label at an axis. */
export interface Tick {
  /** Along the axis: of the time 0 to 1 from the left; of a height in px from the top. */
  readonly at: number;
  readonly label: string;
}

/** What turns values into places. */
export interface Axis {
  readonly place: (value: number) => number;
  readonly ticks: readonly Tick[];
}

/** Labels nearer to each other than this touch, in px. */
const leastGap = 18;
/** Units of time, each from the span on from which it is used: all in ms. */
const units: readonly { readonly from: number; readonly size: number; readonly name: string }[] = [
  { from: 10_800_000, size: 3_600_000, name: 'h' },
  { from: 600_000, size: 60_000, name: 'min' },
  { from: 2_000, size: 1_000, name: 's' },
];

/** Time from left to right, values in ms: places from 0 to 1, kept within the picture. */
export function timeAxis(fromMs: number, toMs: number): Axis {
  const end = Math.max(toMs, fromMs + 1);
  const scale = scaleLinear([fromMs, end], [0, 1]).clamp(true);
  const { size: unit, name } = units.find(({ from }) => end - fromMs >= from) ?? { size: 1, name: 'ms' };
  const ticks = scaleLinear([fromMs / unit, end / unit], [0, 1])
    .ticks(4)
    .map((value) => ({
      at: scale(value * unit),
      label: value === 0 ? '0' : `${numberText(value, 3)} ${name}`,
    }));
  return { place: scale, ticks };
}

/** Values from the foot of a picture to its head, evenly; a line at either end is still seen whole. */
export function linearAxis(from: number, to: number, height: number): Axis {
  const end = to - from > 1e-6 ? to : from + 1;
  const scale = scaleLinear([from, end], [height - 2, 2]).clamp(true);
  const ticks = scale
    .ticks(Math.max(2, Math.floor(height / 45)))
    .map((value) => ({ at: scale(value), label: tickText(value) }));
  return { place: scale, ticks };
}

/**
 * Latencies in ms from the foot of a picture to its head, each power of ten as high as the next; `headroom` px
 * are left above the longest.
 */
export function latencyAxis(values: readonly number[], height: number, headroom = 4): Axis {
  const positive = values.filter((value) => value > 0 && Number.isFinite(value));
  const least = Math.max(
    1e-3,
    positive.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY),
  );
  const low = Number.isFinite(least) ? least : 1;
  const high = positive.reduce((most, value) => Math.max(most, value), low);
  const scale = scaleLog([low / 1.25, Math.max(high * 1.25, low * 4)], [height - 4, headroom]).clamp(true);
  const place = (value: number) => (value > 0 ? scale(value) : height - 4);
  const marks = [1, 2, 5].flatMap((digit) =>
    Array.from({ length: 20 }, (_, power) => digit * 10 ** (power - 3)),
  );
  const [bottom = 0, top = 0] = scale.domain();
  const ticks = apart(
    marks
      .filter((value) => value >= bottom && value <= top)
      .map((value) => ({ at: place(value), label: latencyText(value) })),
  );
  return { place, ticks };
}

/**
 * Counts above and below a line, on square roots: two a second can be seen beside a hundred. `place` of a count
 * above is its px from the top; of one below, given as a negative number, likewise.
 */
export function mirroredAxis(mostAbove: number, mostBelow: number, height: number): Axis {
  const roots = Math.sqrt(Math.max(1, mostAbove)) + Math.sqrt(mostBelow);
  const middle = Math.round((height * Math.sqrt(Math.max(1, mostAbove))) / roots);
  const above = scaleSqrt([0, Math.max(1, mostAbove)], [middle, 0]).clamp(true);
  const below = scaleSqrt([0, Math.max(1, mostBelow)], [middle, Math.max(height, middle + 1)]).clamp(true);
  const place = (value: number) => (value < 0 ? below(-value) : above(value));
  const marks = roundNumbers(Math.max(mostAbove, mostBelow)).flatMap((value) => [
    ...(value <= mostAbove ? [{ at: place(value), label: tickText(value) }] : []),
    ...(value <= mostBelow ? [{ at: place(-value), label: tickText(value) }] : []),
  ]);
  return { place, ticks: apart([{ at: middle, label: '0' }, ...marks]) };
}

/** 1, 2, 5, 10 and so on, the greatest first. */
function roundNumbers(most: number): number[] {
  const numbers: number[] = [];
  for (let power = 1; power <= most && numbers.length < 60; power *= 10) {
    numbers.push(...[power, 2 * power, 5 * power].filter((value) => value <= most));
  }
  return numbers.reverse();
}

/** Leaves out what would touch an earlier one. */
function apart(ticks: readonly Tick[]): Tick[] {
  const kept: Tick[] = [];
  for (const tick of ticks) {
    if (kept.every(({ at }) => Math.abs(at - tick.at) >= leastGap)) {
      kept.push(tick);
    }
  }
  return kept;
}
