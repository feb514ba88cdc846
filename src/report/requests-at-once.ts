import type { ReportExchanges } from './report.ts';

/**
 * The number of requests in flight during each exchange, itself included, by the number of the exchange. Exchanges that follow each
 * other have 1; requests that were sent again count only once.
 */
export function requestsAtOnce(exchanges: ReportExchanges): ReadonlyMap<number, number> {
  const all = [...exchanges.values()].filter(({ retryOf }) => retryOf === undefined);
  const starts = all.map(({ sentAtMs }) => sentAtMs).sort((left, right) => left - right);
  const ends = all.map(({ finishedAtMs }) => finishedAtMs).sort((left, right) => left - right);
  return new Map(
    all.map(({ number, sentAtMs, finishedAtMs }) => [
      number,
      Math.max(1, countBelow(starts, finishedAtMs) - countUpTo(ends, sentAtMs)),
    ]),
  );
}

function countBelow(sorted: readonly number[], bound: number): number {
  return firstIndex(sorted, (value) => value >= bound);
}

function countUpTo(sorted: readonly number[], bound: number): number {
  return firstIndex(sorted, (value) => value > bound);
}

/** The first index whose value is beyond, in an ascending list: its length if none is. */
function firstIndex(sorted: readonly number[], isBeyond: (value: number) => boolean): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (isBeyond(sorted[middle] ?? 0)) {
      to = middle;
    } else {
      from = middle + 1;
    }
  }
  return from;
}
