import { max, mean } from 'd3-array';
import type { LoadSecond } from '../../verdict/load-record.ts';

/** The maximum number of points of a line. */
const mostPoints = 400;

/** One point of the chart of a load: a second, or several, with mean rates and the highest latencies. */
export interface LoadBin extends Omit<LoadSecond, 'second'> {
  /** ms since the start of the measured time: negative in the warm-up. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** The seconds of a load in order, merged if there are more than 400. */
export function loadBins(series: readonly LoadSecond[]): readonly LoadBin[] {
  const ordered = series.toSorted((left, right) => left.second - right.second);
  const size = Math.max(1, Math.ceil(ordered.length / mostPoints));
  const bins: LoadBin[] = [];
  for (let from = 0; from < ordered.length; from += size) {
    bins.push(together(ordered.slice(from, from + size)));
  }
  return bins;
}

function together(seconds: readonly LoadSecond[]): LoadBin {
  const average = (figure: 'started' | 'answered' | 'failed' | 'refused') =>
    mean(seconds, (second) => second[figure]) ?? 0;
  const highest = (figure: 'p50Ms' | 'p99Ms' | 'maxMs') => max(seconds, (second) => second[figure]) ?? null;
  return {
    fromMs: (seconds[0]?.second ?? 0) * 1_000,
    toMs: ((seconds.at(-1)?.second ?? 0) + 1) * 1_000,
    started: average('started'),
    answered: average('answered'),
    failed: average('failed'),
    refused: average('refused'),
    p50Ms: highest('p50Ms'),
    p99Ms: highest('p99Ms'),
    maxMs: highest('maxMs'),
  };
}
