import type { LoadSecond } from '../../verdict/load-record.ts';
import { mostPoints, sane, saneCount } from './decimate.ts';

/** One point of the chart of a load: a second, or several, with mean rates and the highest latencies. */
export interface LoadBin extends Omit<LoadSecond, 'second'> {
  /** Seconds since the start of the measured time. */
  readonly fromSecond: number;
  readonly toSecond: number;
}

/** The seconds of a load in order, merged if there are more than 400. */
export function loadBins(series: readonly LoadSecond[]): readonly LoadBin[] {
  const ordered = series
    .filter(({ second }) => Number.isFinite(second))
    .sort((left, right) => left.second - right.second);
  const size = Math.max(1, Math.ceil(ordered.length / mostPoints));
  const bins: LoadBin[] = [];
  for (let from = 0; from < ordered.length; from += size) {
    bins.push(together(ordered.slice(from, from + size)));
  }
  return bins;
}

function together(seconds: readonly LoadSecond[]): LoadBin {
  const mean = (figure: (second: LoadSecond) => number) =>
    seconds.reduce((sum, second) => sum + saneCount(figure(second)), 0) / seconds.length;
  const highest = (figure: (second: LoadSecond) => number | null) => {
    const known = seconds.map(figure).filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known.map(saneCount));
  };
  return {
    fromSecond: sane(seconds[0]?.second ?? 0),
    toSecond: sane(seconds.at(-1)?.second ?? 0) + 1,
    started: mean(({ started }) => started),
    answered: mean(({ answered }) => answered),
    failed: mean(({ failed }) => failed),
    refused: mean(({ refused }) => refused),
    p50Ms: highest(({ p50Ms }) => p50Ms),
    p99Ms: highest(({ p99Ms }) => p99Ms),
    maxMs: highest(({ maxMs }) => maxMs),
  };
}
