import { type Exchange, type Operation, operations } from '../exchange/exchange.ts';
import { pairs } from '../exchange/headers.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { recordExchange } from '../target/exchange-record.ts';
import type { Finding } from '../verdict/finding.ts';
import type { LoadDeviation } from '../verdict/load-record.ts';
import { internalError, type RunEvent } from '../verdict/run-event.ts';
import type { Watch } from '../watchers/watch.ts';
import type { EvidenceSample } from './evidence-sample.ts';
import type { LoadAnswer } from './load-engine.ts';
import type { PlainAnswers } from './plain-answers.ts';
import type { PlainHeaders } from './plain-headers.ts';
import { type SeriesWatch, seriesRequirement } from './series-watch.ts';

/** The speed of a load at the time of a finding. */
export interface LoadMoment {
  /** Seconds since the start of the measured time. */
  readonly second: number;
  /** Responses in the previous second. */
  readonly rate: number;
}

/** The maximum number of distinguished kinds of violations, to bound memory. */
const mostKinds = 1_000;

/** The number of occurrences of each deviation in a load. */
export class DeviationTally {
  readonly #deviations = new Map<string, LoadDeviation>();

  /** Counts a finding. Returns the key of its deviation. */
  count({ requirement, kind }: Finding, operation: Operation, moment: LoadMoment): string {
    const firstSecond = Math.floor(moment.second);
    const operations = { [operation]: 1 };
    return this.add({ requirement, kind, count: 1, operations, firstSecond, rateThen: moment.rate });
  }

  /** Adds occurrences. Returns the key of their deviation. */
  add(deviation: LoadDeviation): string {
    const name = `${deviation.requirement} ${deviation.kind}`;
    const known = this.#deviations.get(name);
    if (known !== undefined || this.#deviations.size < mostKinds) {
      this.#deviations.set(name, known === undefined ? deviation : sumOf(known, deviation));
    }
    return name;
  }

  get deviations(): readonly LoadDeviation[] {
    return [...this.#deviations.values()];
  }
}

function sumOf(one: LoadDeviation, other: LoadDeviation): LoadDeviation {
  const sums = operations.map(
    (name) => [name, (one.operations?.[name] ?? 0) + (other.operations?.[name] ?? 0)] as const,
  );
  return {
    ...(other.firstSecond < one.firstSecond ? other : one),
    count: one.count + other.count,
    operations: Object.fromEntries(sums.filter(([, count]) => count > 0)),
  };
}

/** The options of a `LoadWatch`. */
export interface LoadWatchParts {
  /** Judge single responses; shown each one that is not obviously correct. */
  readonly watches: readonly Watch[];
  readonly series: SeriesWatch;
  readonly plain: PlainAnswers;
  readonly sample: EvidenceSample;
  /** The finding of a refusal that no permitted limiter explains, or `null`; called for every 429. */
  readonly judgeRefusal: (answer: LoadAnswer) => Finding | null;
  readonly redactor: Redactor;
  /** The wall clock at time 0 of the run, in ms since 1970. */
  readonly epochAtOriginMs: number;
  readonly record: (event: RunEvent) => void;
  readonly moment: () => LoadMoment;
  /** The part of the load that it watches, to complete a sentence; may be empty. */
  readonly place: string;
}

/**
 * Watches every response of a load. Obviously correct ones are recognised quickly; any other is recorded as an exchange
 * and shown to the watches of a run. So the verdicts are those of the watches on every response.
 */
export class LoadWatch {
  readonly #parts: LoadWatchParts;
  readonly #tally = new DeviationTally();
  #judged: Promise<void> = Promise.resolve();
  #failed = false;

  constructor(parts: LoadWatchParts) {
    this.#parts = parts;
  }

  get deviations() {
    return this.#tally.deviations;
  }

  /** Judges one response, in the order in which they ended. */
  see(answer: LoadAnswer): void {
    const { plain, series, sample, judgeRefusal } = this.#parts;
    const headers = plain.headersOf(answer);
    const { judged, findings } = series.see(answer, headers);
    const refusal = answer.status === 429 ? judgeRefusal(answer) : null;
    const isFirst = sample.isFirstOfAKind(answer);
    const place = sample.draw();
    const repeated = plain.repeatedId(answer);
    const own = [...findings, ...[refusal, repeated].filter((finding) => finding !== null)];
    const isPlain = plain.isPlain(answer, headers);
    const isNews = plain.isNews(answer);
    if (own.length === 0 && !isFirst && place === -1 && isPlain) {
      return;
    }
    const recorded = this.#exchangeOf(answer);
    // Decoding takes time, but the watches still see the responses in their order.
    this.#judged = Promise.all([recorded, this.#judged])
      .then(([exchange]) => this.#judge(answer, exchange, headers, { own, judged, isFirst, isNews, place }))
      .catch((error: unknown) => this.#fail(error));
  }

  /** Resolves when every response has been judged, and records the random sample. */
  async finish(): Promise<void> {
    await this.#judged;
    for (const exchange of this.#parts.sample.drawnExchanges) {
      this.#parts.record({ type: 'exchange', exchange, touched: [] });
    }
  }

  #judge(
    answer: LoadAnswer,
    exchange: Exchange,
    headers: PlainHeaders | null,
    seen: {
      readonly own: readonly Finding[];
      readonly judged: boolean;
      readonly isFirst: boolean;
      readonly isNews: boolean;
      readonly place: number;
    },
  ): void {
    const { watches, plain, sample, record } = this.#parts;
    const results = seen.isNews ? watches.map((watch) => watch.see(exchange)) : [];
    const judged = results.flatMap(({ findings }) => findings);
    if (judged.length === 0) {
      plain.learn(answer, headers);
    }
    const isKnown = ({ requirement }: Finding) => judged.some((one) => one.requirement === requirement);
    const findings = [...judged, ...seen.own.filter((one) => !isKnown(one))];
    const moment = this.#parts.moment();
    const { operation } = answer.request;
    const reported = findings.filter((finding) =>
      sample.keepsDeviation(this.#tally.count(finding, operation, moment), operation),
    );
    if (reported.length > 0 || seen.isFirst) {
      const touched = results.flatMap((result) => result.touched);
      record({
        type: 'exchange',
        exchange,
        touched: seen.judged ? [...touched, seriesRequirement] : touched,
      });
    } else if (seen.place !== -1) {
      sample.put(seen.place, exchange);
    }
    for (const finding of reported) {
      record({ type: 'finding', finding: underLoad(finding, moment, this.#parts.place) });
    }
  }

  /** Reports an internal error once; a load with one has no verdict. */
  #fail(error: unknown): void {
    if (!this.#failed) {
      this.#failed = true;
      this.#parts.record(internalError(error));
    }
  }

  #exchangeOf(answer: LoadAnswer): Promise<Exchange> {
    const { number, request, sentAtMs, traceparent, status, headers, body } = answer;
    const startedAt = new Date(this.#parts.epochAtOriginMs + sentAtMs).toISOString();
    return recordExchange(
      { number, check: 'load', startedAt, traceparent },
      request.outgoing,
      request.body?.length ?? 0,
      { ...answer, answer: status === 0 ? null : { status, headers: pairs(headers), body } },
      this.#parts.redactor,
    );
  }
}

/** A load finds failures that only occur under load, so the finding includes the rate. */
function underLoad(finding: Finding, { rate }: LoadMoment, place: string): Finding {
  return { ...finding, message: `${finding.message}, at about ${Math.round(rate)} requests/s${place}` };
}
