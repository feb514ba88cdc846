import type { Operation } from '../exchange/exchange.ts';
import type { LatencyHistograms } from './latency-histograms.ts';
import type { LoadAnswer, LoadRequest } from './load-engine.ts';
import type { LoadSeries } from './load-series.ts';

/** Later than this after its time, a start of the open loop is a late one, in ms. */
const punctualMs = 2;

/** Which part of a load is measured, in ms of the run's clock. */
export interface MeasuredSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The results of the requests of one operation, or of all. */
export interface OutcomeCounts {
  readonly requests: number;
  readonly answered: number;
  /** Responses with a status of 400 and above except 429. */
  readonly errors: number;
  /** Requests that brought no whole answer. */
  readonly failed: number;
  /** Those of them whose time was over. */
  readonly timedOut: number;
  /** Requests that could not be started at their time, since every connection waited for an answer. */
  readonly missed: number;
}

type Tally = { -readonly [Member in keyof OutcomeCounts]: OutcomeCounts[Member] };

/**
 * The ledger of a load: started requests and their results. Only requests scheduled within the measured time are in the
 * statistics; the series has all of them.
 */
export class LoadLedger {
  readonly #span: MeasuredSpan;
  readonly #histograms: LatencyHistograms;
  readonly #series: LoadSeries;
  #latestAnsweredMs = Number.NEGATIVE_INFINITY;
  #earliestUnansweredMs = Number.POSITIVE_INFINITY;
  readonly #failures = new Map<string, number>();
  readonly #tallies: Readonly<Record<Operation, Tally>> = {
    listPets: emptyTally(),
    createPet: emptyTally(),
    getPet: emptyTally(),
  };
  missedStarts = 0;
  lateStarts = 0;
  /** How late the latest start was, in ms. */
  latestStartMs = 0;
  /** Creations that returned 201, measured or not. */
  created = 0;
  /** Refusals since the last answer that was none, measured or not. */
  refusedInARow = 0;
  /** Requests without a response that were scheduled after all requests with one. */
  unansweredAtTheEnd = 0;
  /** The time of the last response, in ms of the run's clock, or `null`. */
  lastAnswerMs: number | null = null;
  /** Requests that were sent again, since the kept connection under them was closed. */
  repeated = 0;

  constructor(span: MeasuredSpan, histograms: LatencyHistograms, series: LoadSeries) {
    this.#span = span;
    this.#histograms = histograms;
    this.#series = series;
  }

  /** Failures of transport, by their code. */
  get failures(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#failures);
  }

  /** The results of the requests of an operation, or of all. */
  outcome(operation: Operation | null): OutcomeCounts {
    if (operation !== null) {
      return this.#tallies[operation];
    }
    const sum = emptyTally();
    for (const tally of Object.values(this.#tallies)) {
      sum.requests += tally.requests;
      sum.answered += tally.answered;
      sum.errors += tally.errors;
      sum.failed += tally.failed;
      sum.timedOut += tally.timedOut;
      sum.missed += tally.missed;
    }
    return sum;
  }

  /** A request was started. @param intendedAtMs when it was to be */
  started({ operation }: LoadRequest, intendedAtMs: number, atMs: number): void {
    this.advance(atMs);
    this.#series.started();
    if (this.#isMeasured(intendedAtMs)) {
      const lateMs = atMs - intendedAtMs;
      this.#tallies[operation].requests += 1;
      this.lateStarts += lateMs > punctualMs ? 1 : 0;
      this.latestStartMs = Math.max(this.latestStartMs, lateMs);
    }
  }

  /**
   * A scheduled request was not started. If that was detected late, the generator stalled and needed too many
   * connections at once: then the generator is the cause.
   */
  missed({ operation }: LoadRequest, intendedAtMs: number, atMs: number): void {
    if (!this.#isMeasured(intendedAtMs)) {
      return;
    }
    this.missedStarts += 1;
    if (atMs - intendedAtMs > punctualMs) {
      this.lateStarts += 1;
    } else {
      this.#tallies[operation].missed += 1;
    }
  }

  /** A started request was cancelled by the generator itself: it is not counted. */
  withdrawn({ operation }: LoadRequest, intendedAtMs: number): void {
    this.#tallies[operation].requests -= this.#isMeasured(intendedAtMs) ? 1 : 0;
  }

  /** The result of a started request. */
  ended(answer: LoadAnswer): void {
    const { intendedAtMs, finishedAtMs, status, failure } = answer;
    const { operation } = answer.request;
    this.advance(finishedAtMs);
    const tally = this.#isMeasured(intendedAtMs) ? this.#tallies[operation] : emptyTally();
    this.created += status === 201 && operation === 'createPet' ? 1 : 0;
    this.refusedInARow = status === 429 ? this.refusedInARow + 1 : 0;
    this.#watchTheEnd(answer);
    if (failure !== null) {
      this.#series.failed();
      tally.failed += 1;
      tally.timedOut += failure.code === 'timeout' ? 1 : 0;
      if (this.#isMeasured(intendedAtMs)) {
        this.#failures.set(failure.code, (this.#failures.get(failure.code) ?? 0) + 1);
      }
      return;
    }
    this.#series.answered(status, finishedAtMs - intendedAtMs);
    tally.answered += 1;
    tally.errors += status >= 400 && status !== 429 ? 1 : 0;
    if (this.#isMeasured(intendedAtMs)) {
      this.#histograms.record(operation, status, finishedAtMs - intendedAtMs);
    }
  }

  /** Closes the seconds that are over. */
  advance(atMs: number): void {
    this.#series.advance((atMs - this.#span.fromMs) / 1000);
  }

  /** Requests that hang end last and prove nothing, so the start times decide. */
  #watchTheEnd({ status, intendedAtMs, finishedAtMs }: LoadAnswer): void {
    if (status !== 0) {
      this.lastAnswerMs = finishedAtMs;
      this.#latestAnsweredMs = Math.max(this.#latestAnsweredMs, intendedAtMs);
      if (intendedAtMs >= this.#earliestUnansweredMs) {
        this.unansweredAtTheEnd = 0;
        this.#earliestUnansweredMs = Number.POSITIVE_INFINITY;
      }
    } else if (intendedAtMs > this.#latestAnsweredMs) {
      this.unansweredAtTheEnd += 1;
      this.#earliestUnansweredMs = Math.min(this.#earliestUnansweredMs, intendedAtMs);
    }
  }

  #isMeasured(intendedAtMs: number): boolean {
    return intendedAtMs >= this.#span.fromMs && intendedAtMs < this.#span.toMs;
  }
}

function emptyTally(): Tally {
  return { requests: 0, answered: 0, errors: 0, failed: 0, timedOut: 0, missed: 0 };
}
