import type { Exchange } from '../exchange/exchange.ts';
import type { RateFields } from '../exchange/rate-fields.ts';
import type { Deviation } from '../verdict/finding.ts';
import { RemainingSeries, type ServedRequest } from './remaining-series.ts';
import type { Notes, WatchContext } from './watch.ts';
import type { WatchedExchange } from './watched-exchange.ts';

const id = 'rate/remaining-counts-down';
/** The maximum number of values of Limit: a service has two, a faulty one any number. */
const mostSeries = 8;

type ServedTimes = Pick<Exchange, 'number' | 'sentAtMs' | 'headersAtMs' | 'finishedAtMs' | 'across'>;
type Announced = Pick<RateFields, 'limitFigure' | 'remainingFigure'>;

interface Figure {
  readonly series: RemainingSeries;
  isReported: boolean;
}

/**
 * rate/remaining-counts-down in all traffic: Remaining never exceeds the maximum of every permitted limiter. A check with
 * its own requests judges the steps of Remaining.
 */
export class RemainingCountWatcher {
  readonly #context: WatchContext;
  /** By limit, separately before and after a restart. */
  readonly #figures = new Map<string, Figure>();
  /** Values of Limit that Remaining exceeded, which another requirement judges. */
  readonly #exceeded = new Set<number>();
  #last = { limit: -1, across: undefined as Exchange['across'], name: '' };

  constructor(context: WatchContext) {
    this.#context = context;
  }

  see(watched: WatchedExchange, notes: Notes): void {
    if (showsRemaining(watched)) {
      const deviation = this.judge(watched.exchange, watched.rate);
      if (deviation !== 'not-judged') {
        notes.judge(id, deviation);
      }
    }
  }

  /** The deviation that a served request completes, or `null`; `not-judged` if it is no evidence. */
  judge(
    { number, sentAtMs, headersAtMs, finishedAtMs, across }: ServedTimes,
    { limitFigure: limit, remainingFigure: remaining }: Announced,
  ): Deviation | null | 'not-judged' {
    if (across === 'during' || limit === null || remaining === null || limit === 0) {
      return 'not-judged';
    }
    if (remaining > limit) {
      this.#exceeded.add(limit);
    }
    const served = { exchange: number, sent: sentAtMs, received: headersAtMs ?? finishedAtMs, remaining };
    const figure = this.#exceeded.has(limit) ? null : this.#figureOf(limit, across, served);
    if (figure === null || figure.isReported) {
      return 'not-judged';
    }
    const { series } = figure;
    const verdict = series.see(served);
    if (verdict !== 'unexplained') {
      return verdict === 'explained' && series.goesDown ? null : 'not-judged';
    }
    figure.isReported = true;
    return unexplained(series, served, limit);
  }

  #figureOf(limit: number, across: Exchange['across'], first: ServedRequest): Figure | null {
    const { planLimit, minuteMs, dayMs } = this.#context;
    if (planLimit?.perMinute === limit && planLimit.perDay === limit) {
      // It is unknown whose Remaining is shown.
      return null;
    }
    // Nearly all responses have the same.
    if (this.#last.limit !== limit || this.#last.across !== across) {
      this.#last = { limit, across, name: `${limit} ${across ?? ''}` };
    }
    const { name } = this.#last;
    const known = this.#figures.get(name);
    if (known !== undefined || this.#figures.size >= mostSeries) {
      return known ?? null;
    }
    const windowMs = planLimit?.perDay === limit ? dayMs : minuteMs;
    const figure = { series: new RemainingSeries(limit, windowMs, first), isReported: false };
    this.#figures.set(name, figure);
    return figure;
  }
}

/** Whether an exchange is evidence for `Remaining`: a served, documented request with the key. */
export function showsRemaining({ exchange, request, response, rate }: WatchedExchange): boolean {
  return (
    exchange.request.credential === 'api-key' &&
    response !== null &&
    response.status >= 200 &&
    response.status < 300 &&
    request.operation !== null &&
    !request.unusual &&
    !rate.cached
  );
}

function unexplained({ first, served }: RemainingSeries, last: ServedRequest, limit: number): Deviation {
  const seconds = ((last.received - first.sent) / 1000).toFixed(2);
  return {
    kind: 'goes-down-too-little',
    message: 'X-RateLimit-Remaining does not go down by one with each served request',
    expected: `one less with each served request: no kind of limiter refills so much in ${seconds} s`,
    actual: `X-RateLimit-Remaining: ${first.remaining}, and ${last.remaining} of ${limit} after ${served} served requests`,
    related: [{ role: 'the first served request', exchange: first.exchange }],
  };
}
