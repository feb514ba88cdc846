import { bisectLeft, bisectRight } from 'd3-array';
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
      Math.max(1, bisectLeft(starts, finishedAtMs) - bisectRight(ends, sentAtMs)),
    ]),
  );
}
