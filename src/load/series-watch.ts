import type { Exchange } from '../exchange/exchange.ts';
import { pairs } from '../exchange/headers.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import type { Finding } from '../verdict/finding.ts';
import { RemainingCountWatcher, showsRemaining } from '../watchers/remaining-count.ts';
import type { WatchContext } from '../watchers/watch.ts';
import { describeExchange } from '../watchers/watched-exchange.ts';
import type { LoadAnswer } from './load-engine.ts';
import type { PlainHeaders } from './plain-headers.ts';

/** The requirement that `SeriesWatch` decides. */
export const seriesRequirement = 'rate/remaining-counts-down';

export interface SeriesResult {
  /** Whether it is evidence. */
  readonly judged: boolean;
  readonly findings: readonly Finding[];
}

const nothingJudged: SeriesResult = { judged: false, findings: [] };
const nothingFound: SeriesResult = { judged: true, findings: [] };

/**
 * Shows every response of a load to the watcher of `X-RateLimit-Remaining`, because only the whole series is evidence.
 * All requests are ordinary ones with the key, so the watcher needs the responses alone.
 */
export class SeriesWatch {
  readonly #watcher: RemainingCountWatcher;

  constructor(context: WatchContext) {
    this.#watcher = new RemainingCountWatcher(context);
  }

  /**
   * Processes one response, in the order of their ends.
   *
   * @param plain its parsed numbers, if available
   */
  see(answer: LoadAnswer, plain: PlainHeaders | null): SeriesResult {
    if (answer.status < 200 || answer.status > 299) {
      return nothingJudged;
    }
    if (plain !== null) {
      return this.#resultOf(answer, { limitFigure: plain.limit, remainingFigure: plain.remaining });
    }
    const rate = readRateFields(pairs(answer.headers));
    return rate.cached ? nothingJudged : this.#resultOf(answer, rate);
  }

  /** Processes a recorded exchange. */
  seeExchange(exchange: Exchange): SeriesResult {
    const watched = describeExchange(exchange);
    return showsRemaining(watched) ? this.#resultOf(exchange, watched.rate) : nothingJudged;
  }

  #resultOf(...[served, announced]: Parameters<RemainingCountWatcher['judge']>): SeriesResult {
    const deviation = this.#watcher.judge(served, announced);
    if (deviation === 'not-judged') {
      return nothingJudged;
    }
    if (deviation === null) {
      return nothingFound;
    }
    const finding = { requirement: seriesRequirement, exchange: served.number, related: [], ...deviation };
    return { judged: true, findings: [finding] };
  }
}
