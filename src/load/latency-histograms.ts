import type { Histogram } from 'hdr-histogram-js';
import type { Operation } from '../exchange/exchange.ts';
import type { LatencySummary } from '../verdict/load-record.ts';
import { operationWords } from './load-plan.ts';

type HistogramLibrary = typeof import('hdr-histogram-js');

const shownPercentiles = [50, 75, 90, 95, 99, 99.9, 99.99] as const;
/** An hour in µs: nothing waits longer. */
const longestUs = 3.6e9;

/** Latencies of a load in µs, to three digits, by operation and status. */
export class LatencyHistograms {
  readonly #library: HistogramLibrary;
  readonly #cells = new Map<string, { operation: Operation; status: number; histogram: Histogram }>();

  private constructor(library: HistogramLibrary) {
    this.#library = library;
  }

  /** Loads the library of histograms, for which no other command has to wait. */
  static async create(): Promise<LatencyHistograms> {
    return new LatencyHistograms(await import('hdr-histogram-js'));
  }

  /** Counts one answer. @param latencyMs from the moment when its request was to be started */
  record(operation: Operation, status: number, latencyMs: number): void {
    const key = operation + status;
    let cell = this.#cells.get(key);
    if (cell === undefined) {
      cell = { operation, status, histogram: this.#empty() };
      this.#cells.set(key, cell);
    }
    cell.histogram.recordValue(microseconds(latencyMs));
  }

  /** A coarser histogram for one second, with two digits. */
  forOneSecond(): Histogram {
    return this.#library.build({
      lowestDiscernibleValue: 1,
      highestTrackableValue: longestUs,
      numberOfSignificantValueDigits: 2,
      bitBucketSize: 32,
      autoResize: false,
      useWebAssembly: false,
    });
  }

  get all(): Histogram {
    return this.#merged(() => true);
  }

  of(operation: Operation): Histogram {
    return this.#merged((cell) => cell.operation === operation);
  }

  get byOperation(): Readonly<Record<string, LatencySummary>> {
    const seen = new Set([...this.#cells.values()].map(({ operation }) => operation));
    const operations = Object.values(operationWords).filter((operation) => seen.has(operation));
    return Object.fromEntries(operations.map((operation) => [operation, summaryOf(this.of(operation))]));
  }

  get byStatus(): Readonly<Record<string, LatencySummary>> {
    const statuses = [...new Set([...this.#cells.values()].map(({ status }) => status))];
    return Object.fromEntries(
      statuses
        .sort((left, right) => left - right)
        .map((status) => [String(status), summaryOf(this.#merged((cell) => cell.status === status))]),
    );
  }

  /** All latencies in version 2 of the HDR format, compressed, base64. */
  encoded(): string {
    return this.#library.encodeIntoCompressedBase64(this.all);
  }

  #merged(wanted: (cell: { operation: Operation; status: number }) => boolean): Histogram {
    const merged = this.#empty();
    for (const cell of this.#cells.values()) {
      if (wanted(cell)) {
        merged.add(cell.histogram);
      }
    }
    return merged;
  }

  #empty(): Histogram {
    return this.#library.build({
      lowestDiscernibleValue: 1,
      highestTrackableValue: longestUs,
      numberOfSignificantValueDigits: 3,
      bitBucketSize: 32,
      autoResize: false,
      useWebAssembly: false,
    });
  }
}

/** A latency as a histogram takes it: whole µs, at least one. */
export function microseconds(latencyMs: number): number {
  return Math.min(longestUs, Math.max(1, Math.round(latencyMs * 1000)));
}

/** The latency that a share of the answers did not exceed, in µs. The histogram rounds up; never beyond the longest. */
export function latencyAt(histogram: Histogram, percentile: number): number {
  return Math.min(histogram.getValueAtPercentile(percentile), histogram.maxValue);
}

/** The statistics of a histogram in ms; zeros if empty. */
export function summaryOf(histogram: Histogram): LatencySummary {
  const count = histogram.totalCount;
  const ms = (us: number): number => Math.round(us) / 1000;
  return {
    count,
    meanMs: count === 0 ? 0 : ms(histogram.mean),
    minMs: count === 0 ? 0 : ms(histogram.minNonZeroValue),
    maxMs: count === 0 ? 0 : ms(histogram.maxValue),
    percentilesMs: Object.fromEntries(
      shownPercentiles.map((percentile) => [
        String(percentile),
        count === 0 ? 0 : ms(latencyAt(histogram, percentile)),
      ]),
    ),
  };
}
