import type { Histogram } from 'hdr-histogram-js';
import type { LoadSecond } from '../verdict/load-record.ts';
import { type LatencyHistograms, microseconds } from './latency-histograms.ts';
import type { LoadStep } from './load-figures.ts';
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
