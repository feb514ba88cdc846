import type { Operation } from '../exchange/exchange.ts';
import type { LatencyHistograms } from './latency-histograms.ts';
import type { LoadAnswer, LoadRequest } from './load-engine.ts';
import {
  emptyOutcome,
  type LoadCounts,
  type LoadSeries,
  type OutcomeCounts,
  outcomeSum,
  punctualMs,
} from './load-figures.ts';
import type { LoadBounds, LoadPlan } from './load-plan.ts';

/** The maximum number of responses that wait to be counted: each keeps its body in memory. */
const mostWaiting = 256;

export interface LedgerParts {
  /** The measured part of the load, in ms of the run's clock. */
  readonly span: { readonly fromMs: number; readonly toMs: number };
  readonly histograms: LatencyHistograms;
  readonly series: LoadSeries;
  readonly plan: Pick<LoadPlan, 'maxCreations'>;
  readonly bounds: LoadBounds;
  /** Receives the start and the result of each request. */
  readonly onStart: (atMs: number) => void;
  readonly onAnswer: (answer: LoadAnswer) => void;
}

/**
 * The ledger of a load: started requests and their results. Only requests scheduled within the measured time are in the
 * statistics; the series has all of them. Ends the load at a bound.
 */
export class LoadLedger {
  readonly #parts: LedgerParts;
  readonly #stop = new AbortController();
  #waiting: LoadAnswer[] = [];
  #starts = 0;
  #creations = 0;
  #latestAnsweredMs = Number.NEGATIVE_INFINITY;
  #earliestUnansweredMs = Number.POSITIVE_INFINITY;
  readonly #failures = new Map<string, number>();
  readonly #tallies: Readonly<Record<Operation, ReturnType<typeof emptyOutcome>>> = {
    listPets: emptyOutcome(),
    createPet: emptyOutcome(),
    getPet: emptyOutcome(),
  };
  missedStarts = 0;
  lateStarts = 0;
  /** How late the latest start was, in ms. */
  latestStartMs = 0;
  /** Creations that returned 201, measured or not. */
  created = 0;
  /** Consecutive refusals, measured or not. */
  #refusedInARow = 0;
  /** Requests without a response that were scheduled after all requests with one. */
  unansweredAtTheEnd = 0;
  /** The time of the last response, in ms of the run's clock, or `null`. */
  lastAnswerMs: number | null = null;
  /** Requests that were retried after their reused connection was closed. */
  sentAgain = 0;
  /** The bound that was reached, or `null`. */
  endedBy: string | null = null;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
  }

  /** Aborted at a bound. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get counts(): LoadCounts {
    const { missedStarts, lateStarts, latestStartMs, created, sentAgain } = this;
    return {
      outcomes: this.#tallies,
      failures: Object.fromEntries(this.#failures),
      missedStarts,
      lateStarts,
      latestStartMs,
      created,
      sentAgain,
    };
  }

  get outcome(): OutcomeCounts {
    return outcomeSum(Object.values(this.#tallies));
  }

  /** A request was started. @param intendedAtMs its scheduled start */
  started({ operation }: LoadRequest, intendedAtMs: number, atMs: number): void {
    this.advance(atMs);
    this.#parts.series.started();
    if (this.#isMeasured(intendedAtMs)) {
      const lateMs = atMs - intendedAtMs;
      this.#tallies[operation].requests += 1;
      this.lateStarts += lateMs > punctualMs ? 1 : 0;
      this.latestStartMs = Math.max(this.latestStartMs, lateMs);
    }
    this.#parts.onStart(atMs);
    this.#boundStarts(operation);
  }

  #boundStarts(operation: Operation): void {
    const { bounds, plan } = this.#parts;
    this.#starts += 1;
    if (bounds.total !== null && this.#starts >= bounds.total) {
      this.#end(`the daily allowance of the key, ${bounds.total} requests, is exhausted`);
    }
    this.#creations += operation === 'createPet' ? 1 : 0;
    if (this.#creations >= bounds.creations) {
      const most = plan.maxCreations.toLocaleString('en');
      this.#end(`it reached its limit of ${most} creations: raise --max-creations, or pass --read-only`);
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

  /** A request was retried after its reused connection was closed. */
  repeated(): void {
    this.sentAgain += 1;
  }

  /** A started request was cancelled by the generator itself. */
  withdrawn({ operation }: LoadRequest, intendedAtMs: number): void {
    this.#tallies[operation].requests -= this.#isMeasured(intendedAtMs) ? 1 : 0;
  }

  /**
   * Responses are counted and judged in order, after the next requests were sent: so the service does not wait for it,
   * and judging many responses in a row stays in the caches of the processor.
   */
  ended(answer: LoadAnswer): void {
    const waiting = this.#waiting.push(answer);
    if (waiting === 1) {
      setImmediate(() => this.flush());
    } else if (waiting === mostWaiting) {
      this.flush();
    }
  }

  /** Counts and judges the waiting responses. */
  flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const answer of waiting) {
      this.#take(answer);
    }
  }

  #take(answer: LoadAnswer): void {
    this.#count(answer);
    this.#parts.onAnswer(answer);
    const { refusedInARow } = this.#parts.bounds;
    if (refusedInARow !== null && this.#refusedInARow >= refusedInARow) {
      this.#end(
        `${refusedInARow} consecutive requests within the allowance were refused with 429: another client may use the key (pass --beyond-limit to continue anyway)`,
      );
    }
  }

  #end(reason: string): void {
    this.endedBy ??= reason;
    this.#stop.abort();
  }

  #count(answer: LoadAnswer): void {
    const { intendedAtMs, finishedAtMs, status, failure } = answer;
    const { operation } = answer.request;
    this.advance(finishedAtMs);
    const isMeasured = this.#isMeasured(intendedAtMs);
    const tally = isMeasured ? this.#tallies[operation] : emptyOutcome();
    this.created += status === 201 && operation === 'createPet' ? 1 : 0;
    this.#refusedInARow = status === 429 ? this.#refusedInARow + 1 : 0;
    this.#watchTheEnd(answer);
    if (failure !== null) {
      this.#parts.series.failed();
      tally.failed += 1;
      tally.timedOut += failure.code === 'timeout' ? 1 : 0;
      if (isMeasured) {
        this.#failures.set(failure.code, (this.#failures.get(failure.code) ?? 0) + 1);
      }
      return;
    }
    this.#parts.series.answered(status, finishedAtMs - intendedAtMs);
    tally.answered += 1;
    tally.errors += status >= 400 && status !== 429 ? 1 : 0;
    if (isMeasured) {
      this.#parts.histograms.record(operation, status, finishedAtMs - intendedAtMs);
    }
  }

  /** Completes the steps of the series up to a time. */
  advance(atMs: number): void {
    this.#parts.series.advance((atMs - this.#parts.span.fromMs) / 1000);
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
    return intendedAtMs >= this.#parts.span.fromMs && intendedAtMs < this.#parts.span.toMs;
  }
}
