import type { Exchange, RecordedResponse } from '../exchange/exchange.ts';
import { pairs } from '../exchange/headers.ts';
import { type RateFields, readRateFields } from '../exchange/rate-fields.ts';
import { sentHeaderList } from '../target/sent-headers.ts';
import type { Finding } from '../verdict/finding.ts';
import { RemainingCountWatcher } from '../watchers/remaining-count.ts';
import type { WatchContext } from '../watchers/watch.ts';
import { describeExchange, type WatchedExchange } from '../watchers/watched-exchange.ts';
import type { LoadAnswer, LoadRequest } from './load-engine.ts';
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

type Writable<Type> = { -readonly [Member in keyof Type]: Type[Member] };

/**
 * Shows every answer of a load to the watcher of `X-RateLimit-Remaining`: its figures only make sense as a whole
 * series. It looks at a few facts of an exchange, so no exchange is recorded for it.
 */
export class SeriesWatch {
  readonly #watcher: RemainingCountWatcher;
  readonly #watched = new Map<LoadRequest, WatchedExchange>();

  constructor(context: WatchContext) {
    this.#watcher = new RemainingCountWatcher(context);
  }

  /**
   * Processes one response, in the order of their ends.
   *
   * @param plain its parsed numbers, if available
   */
  see(answer: LoadAnswer, plain: PlainHeaders | null): SeriesResult {
    const seen: Writable<WatchedExchange> = this.#watchedOf(answer);
    const exchange: Writable<Exchange> = seen.exchange;
    exchange.number = answer.number;
    exchange.sentAtMs = answer.sentAtMs;
    exchange.headersAtMs = answer.headersAtMs;
    exchange.finishedAtMs = answer.finishedAtMs;
    seen.response = answer.status === 0 ? null : responseOf(answer.status);
    seen.rate = plain === null ? readRateFields(pairs(answer.headers)) : fieldsOf(plain);
    return this.#resultOf(seen);
  }

  /** The same for an exchange that is on record. */
  seeExchange(exchange: Exchange): SeriesResult {
    return this.#resultOf(describeExchange(exchange));
  }

  #resultOf(seen: WatchedExchange): SeriesResult {
    const deviation = this.#watcher.judge(seen);
    if (deviation === 'not-judged') {
      return nothingJudged;
    }
    if (deviation === null) {
      return nothingFound;
    }
    const finding = {
      requirement: seriesRequirement,
      exchange: seen.exchange.number,
      related: [],
      ...deviation,
    };
    return { judged: true, findings: [finding] };
  }

  /** The description of a request is constant, so it is cached. */
  #watchedOf(answer: LoadAnswer): WatchedExchange {
    const { request, headerBlock } = answer;
    let known = this.#watched.get(request);
    if (known === undefined) {
      known = describeExchange(emptyExchange(request, headerBlock));
      if (headerBlock !== '') {
        this.#watched.set(request, known);
      }
    }
    return known;
  }
}

/** Shared by all responses, because no watcher keeps it. */
const plainFields: Writable<RateFields> = readRateFields([]);

function fieldsOf({ limit, remaining }: PlainHeaders): RateFields {
  plainFields.limitFigure = limit;
  plainFields.remainingFigure = remaining;
  return plainFields;
}

const responses = new Map<number, RecordedResponse>();

function responseOf(status: number): RecordedResponse {
  let response = responses.get(status);
  if (response === undefined) {
    response = { status, headers: [], body: '', bodyBytes: 0, utf8: true, secretsEchoedIn: [] };
    responses.set(status, response);
  }
  return response;
}

/** The description only depends on the sent request; secrets in it are irrelevant. */
function emptyExchange({ outgoing, body }: LoadRequest, headerBlock: string): Exchange {
  return {
    number: 0,
    check: 'load',
    startedAt: '',
    sentAtMs: 0,
    headersAtMs: null,
    finishedAtMs: 0,
    connection: 0,
    traceparent: '',
    request: {
      method: outgoing.method,
      target: outgoing.target,
      headers: sentHeaderList(headerBlock, {
        method: outgoing.method,
        bodyBytes: body?.length ?? 0,
        isChunked: false,
      }),
      body: body === null ? null : body.toString('utf8'),
      credential: outgoing.credential,
    },
    response: null,
    failure: null,
  };
}
