import { sum } from 'd3-array';
import type { Histogram } from 'hdr-histogram-js';
import type { Operation } from '../exchange/exchange.ts';
import type { LoadDeviation, LoadSecond } from '../verdict/load-record.ts';
import type { GeneratorState } from './generator-health.ts';
import { type EncodedLatencies, type LatencyHistograms, microseconds } from './latency-histograms.ts';
import { latencyAt } from './objective.ts';

/** The maximum number of steps of a load: a longer one has steps of several seconds. */
const mostSteps = 3_600;
/** The shortest time with a meaningful rate, in ms. */
const shortestForRateMs = 100;

/** The requests of one step of a series. */
export interface StepCounts {
  readonly started: number;
  readonly answered: number;
  readonly failed: number;
  readonly refused: number;
}

type Tally = { -readonly [Member in keyof StepCounts]: StepCounts[Member] };

/** A completed step. */
interface SeriesStep extends StepCounts {
  /** Its first second, since the start of the measured time. */
  readonly second: number;
  readonly histogram: Histogram;
}

/** The seconds of a load: negative before the measured time. */
export interface SeriesSpan {
  readonly firstSecond: number;
  readonly lengthSeconds: number;
}

/** The results of each second of a load, or of each step of several seconds if it is very long. */
export class LoadSeries {
  readonly #histograms: LatencyHistograms;
  /** Of the current step. */
  readonly #histogram: Histogram;
  readonly #steps: LoadStep[] = [];
  readonly #stepSeconds: number;
  #second: number;
  #tally: Tally = emptyTally();
  #last: LoadSecond | null = null;

  constructor(histograms: LatencyHistograms, span: SeriesSpan) {
    this.#histograms = histograms;
    this.#histogram = histograms.forOneSecond();
    this.#second = span.firstSecond;
    this.#stepSeconds = stepSecondsOf(span);
  }

  /** The last completed step, or `null`. */
  get last(): LoadSecond | null {
    return this.#last;
  }

  /** The responses in the last complete second, or the rate so far in the first one. */
  recentRate(sinceBeginMs: number): number {
    return this.#last?.answered ?? (this.#tally.answered * 1000) / Math.max(shortestForRateMs, sinceBeginMs);
  }

  get steps(): readonly LoadStep[] {
    return this.#steps;
  }

  started(): void {
    this.#tally.started += 1;
  }

  answered(status: number, latencyMs: number): void {
    this.#tally.answered += 1;
    this.#tally.refused += status === 429 ? 1 : 0;
    this.#histogram.recordValue(microseconds(latencyMs));
  }

  failed(): void {
    this.#tally.failed += 1;
  }

  /** Completes every step that is over at `seconds` since the start of the measured time. */
  advance(seconds: number): void {
    while (seconds >= this.#second + this.#stepSeconds) {
      const step = { second: this.#second, ...this.#tally };
      const latencies = step.answered === 0 ? null : this.#histograms.encode(this.#histogram);
      this.#steps.push({ ...step, latencies });
      this.#last = loadSecond({ ...step, histogram: this.#histogram }, this.#stepSeconds);
      this.#second += this.#stepSeconds;
      this.#tally = emptyTally();
      this.#histogram.reset();
    }
  }
}

/** The duration of a step in seconds: a power of 2. */
export function stepSecondsOf({ lengthSeconds }: Pick<SeriesSpan, 'lengthSeconds'>): number {
  let stepSeconds = 1;
  while (lengthSeconds / stepSeconds > mostSteps) {
    stepSeconds *= 2;
  }
  return stepSeconds;
}

/** A step in the form of a record: counts per second, and percentiles. */
export function loadSecond(step: SeriesStep, stepSeconds: number): LoadSecond {
  const { second, answered, histogram } = step;
  const perSecond = (count: number): number => Math.round(count / stepSeconds);
  const latencyMs = (us: () => number): number | null => (answered === 0 ? null : us() / 1000);
  return {
    second,
    started: perSecond(step.started),
    answered: perSecond(answered),
    failed: perSecond(step.failed),
    refused: perSecond(step.refused),
    p50Ms: latencyMs(() => latencyAt(histogram, 50)),
    p99Ms: latencyMs(() => latencyAt(histogram, 99)),
    maxMs: latencyMs(() => histogram.maxValue),
  };
}

function emptyTally(): Tally {
  return { started: 0, answered: 0, failed: 0, refused: 0 };
}

/** The delay beyond which a start of the open loop counts as late, in ms. */
export const punctualMs = 2;

/** The results of the requests of one operation, or of all. */
export interface OutcomeCounts {
  readonly requests: number;
  readonly answered: number;
  /** Responses with a status of 400 and above except 429. */
  readonly errors: number;
  /** Requests without a complete response. */
  readonly failed: number;
  /** Those of them that timed out. */
  readonly timedOut: number;
  /** Requests that could not be started at their time, because every connection waited for a response. */
  readonly missed: number;
}

/** What is counted of the requests of a load. */
export interface LoadCounts {
  readonly outcomes: Readonly<Record<Operation, OutcomeCounts>>;
  /** Failures of transport, by their code. */
  readonly failures: Readonly<Record<string, number>>;
  readonly missedStarts: number;
  readonly lateStarts: number;
  /** How late the latest start was, in ms. */
  readonly latestStartMs: number;
  /** Creations that returned 201, measured or not. */
  readonly created: number;
  /** Requests that were retried after their reused connection was closed. */
  readonly sentAgain: number;
}

/** The figures of a load by one process, to be added to those of others: a record is made of the sum, also of one. */
export interface LoadFigures extends LoadCounts {
  readonly latencies: readonly EncodedLatencies[];
  readonly steps: readonly LoadStep[];
  /** The measured duration, in ms: less than planned if the load ended early. */
  readonly measuredMs: number;
  /** `null` if unknown. */
  readonly generator: GeneratorState | null;
  readonly engines: readonly string[];
  readonly notes: readonly string[];
  readonly deviations: readonly LoadDeviation[];
  readonly clock: LoadClock;
  /** The bound that ended it early, or `null`. */
  readonly ended: string | null;
  /** That the service no longer responded at the end, or `null`. */
  readonly gone: string | null;
  /** Closed loop: the rate limit of the whole load in requests per second, or `null`. */
  readonly heldBackTo: number | null;
}

/** The clocks of a load. */
export interface LoadClock {
  /** When it started by the wall clock, in ms since 1970. */
  readonly startedAtMs: number;
  /** The adjustment of the wall clock until the end of the load, in ms. */
  readonly setByMs: number;
}

/** The requests of one step of the series, not per second. */
export interface LoadStep extends StepCounts {
  readonly second: number;
  /** Encoded; `null` without a response. */
  readonly latencies: string | null;
}

/** The sums of these members. */
export function totals<Member extends string>(
  members: readonly Member[],
  all: readonly Readonly<Record<Member, number>>[],
): Record<Member, number> {
  const entries = members.map((member) => [member, sum(all, (one) => one[member])]);
  return Object.fromEntries(entries) as Record<Member, number>;
}

/** The sum of some outcomes. */
export function outcomeSum(outcomes: readonly OutcomeCounts[]): OutcomeCounts {
  return totals(['requests', 'answered', 'errors', 'failed', 'timedOut', 'missed'], outcomes);
}

export function emptyOutcome(): { -readonly [Member in keyof OutcomeCounts]: OutcomeCounts[Member] } {
  return { requests: 0, answered: 0, errors: 0, failed: 0, timedOut: 0, missed: 0 };
}
