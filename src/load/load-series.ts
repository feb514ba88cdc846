import type { Histogram } from 'hdr-histogram-js';
import type { LoadSecond } from '../verdict/load-record.ts';
import { latencyAt, microseconds } from './latency-histograms.ts';

/**
 * The maximum number of entries of a series, an even number; beyond it neighbours are merged to their mean per second.
 */
const mostEntries = 3_600;

/** A rate of a shorter time would say nothing, in ms. */
const shortestForRateMs = 100;

interface Tally {
  started: number;
  answered: number;
  failed: number;
  refused: number;
}

/** The results of each second of a load. Bounded: a very long load has steps of several seconds. */
export class LoadSeries {
  readonly #histogram: Histogram;
  readonly #entries: LoadSecond[] = [];
  #stepSeconds = 1;
  #second: number;
  #tally: Tally = emptyTally();

  /**
   * @param histogram reused for each second
   * @param firstSecond the first second of the load, negative with a warm-up
   */
  constructor(histogram: Histogram, firstSecond: number) {
    this.#histogram = histogram;
    this.#second = firstSecond;
  }

  /** The last second that is over, or `null`. */
  get last(): LoadSecond | null {
    return this.#entries.at(-1) ?? null;
  }

  /**
   * The responses in the last complete second, or the rate so far in the first one.
   *
   * @param sinceBeginMs the duration so far
   */
  recentRate(sinceBeginMs: number): number {
    return this.last?.answered ?? (this.#tally.answered * 1000) / Math.max(shortestForRateMs, sinceBeginMs);
  }

  get entries(): readonly LoadSecond[] {
    return this.#entries;
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

  /** Closes every step that is over at `seconds` since the start of what is measured. */
  advance(seconds: number): void {
    while (seconds >= this.#second + this.#stepSeconds) {
      this.#close();
    }
  }

  #close(): void {
    const { started, answered, failed, refused } = this.#tally;
    const perSecond = (count: number): number => Math.round(count / this.#stepSeconds);
    const figure = (us: number): number | null => (answered === 0 ? null : us / 1000);
    this.#entries.push({
      second: this.#second,
      started: perSecond(started),
      answered: perSecond(answered),
      failed: perSecond(failed),
      refused: perSecond(refused),
      p50Ms: figure(answered === 0 ? 0 : latencyAt(this.#histogram, 50)),
      p99Ms: figure(answered === 0 ? 0 : latencyAt(this.#histogram, 99)),
      maxMs: figure(answered === 0 ? 0 : this.#histogram.maxValue),
    });
    this.#second += this.#stepSeconds;
    this.#tally = emptyTally();
    this.#histogram.reset();
    if (this.#entries.length === mostEntries) {
      this.#halve();
    }
  }

  #halve(): void {
    const entries = this.#entries.splice(0);
    for (let index = 0; index + 1 < entries.length; index += 2) {
      const [one, other] = [entries[index], entries[index + 1]];
      if (one !== undefined && other !== undefined) {
        this.#entries.push(mean(one, other));
      }
    }
    this.#stepSeconds *= 2;
  }
}

function emptyTally(): Tally {
  return { started: 0, answered: 0, failed: 0, refused: 0 };
}

/** The percentiles of both together can't be had any more: the mean of the middle, the worse of the tail. */
function mean(one: LoadSecond, other: LoadSecond): LoadSecond {
  const half = (left: number, right: number): number => Math.round((left + right) / 2);
  return {
    second: one.second,
    started: half(one.started, other.started),
    answered: half(one.answered, other.answered),
    failed: half(one.failed, other.failed),
    refused: half(one.refused, other.refused),
    p50Ms:
      one.p50Ms === null || other.p50Ms === null ? (one.p50Ms ?? other.p50Ms) : (one.p50Ms + other.p50Ms) / 2,
    p99Ms: larger(one.p99Ms, other.p99Ms),
    maxMs: larger(one.maxMs, other.maxMs),
  };
}

function larger(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
