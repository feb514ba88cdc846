import {
  type BitBucketSize,
  build,
  decodeFromCompressedBase64,
  encodeIntoCompressedBase64,
  type Histogram,
  JsHistogram,
} from 'hdr-histogram-js';
import type { Operation } from '../exchange/exchange.ts';
import type { SameTraffic } from '../exchange/operation-traffic.ts';
import type { LatencySummary } from '../verdict/load-record.ts';
import { operationWords } from './load-plan.ts';
import { latencyAt } from './objective.ts';

const shownPercentiles = [50, 75, 90, 95, 99, 99.9, 99.99] as const;
/** The highest latency of the histograms: an hour, in µs. */
const longestUs = 3.6e9;

/** The latencies of one operation and status: version 2 of the HDR format, compressed, base64. */
export interface EncodedLatencies {
  readonly operation: Operation;
  readonly status: number;
  readonly encoded: string;
}

/** Latencies of a load in µs, to three digits, by operation and status. */
export class LatencyHistograms {
  readonly #bits: BitBucketSize;
  readonly #cells: Cell[] = [];

  /** @param bits the size of a count: 64 for the sum of many loads */
  constructor(bits: 32 | 64 = 32) {
    this.#bits = bits;
  }

  /** Counts responses with the same latency. @param latencyMs since the scheduled start of their requests */
  record(operation: Operation, status: number, latencyMs: number, count = 1): void {
    this.#cell(operation, status).histogram.recordValueWithCount(microseconds(latencyMs), count);
  }

  /** Adds the responses of another load. */
  add({ operation, status, encoded }: EncodedLatencies): void {
    this.#cell(operation, status).histogram.add(this.decoded(encoded));
  }

  #cell(operation: Operation, status: number): Cell {
    for (const known of this.#cells) {
      if (known.status === status && known.operation === operation) {
        return known;
      }
    }
    const cell = { operation, status, histogram: this.#empty() };
    this.#cells.push(cell);
    return cell;
  }

  /** A coarser histogram for one second, with two digits. */
  forOneSecond(): JsHistogram {
    return this.#build(2);
  }

  get all(): Histogram {
    return this.#merged(() => true);
  }

  of(operation: Operation): Histogram {
    return this.#merged((cell) => cell.operation === operation);
  }

  get byOperation(): Readonly<Record<string, LatencySummary>> {
    const seen = new Set(this.#cells.map(({ operation }) => operation));
    const operations = Object.values(operationWords).filter((operation) => seen.has(operation));
    return Object.fromEntries(operations.map((operation) => [operation, summaryOf(this.of(operation))]));
  }

  get byStatus(): Readonly<Record<string, LatencySummary>> {
    const statuses = [...new Set(this.#cells.map(({ status }) => status))];
    return Object.fromEntries(
      statuses
        .sort((left, right) => left - right)
        .map((status) => [String(status), summaryOf(this.#merged((cell) => cell.status === status))]),
    );
  }

  /** All latencies in version 2 of the HDR format, compressed, base64. */
  encoded(): string {
    return this.encode(this.all);
  }

  /** The latencies of each operation and status. */
  get encodedCells(): readonly EncodedLatencies[] {
    return this.#cells.map(({ operation, status, histogram }) => ({
      operation,
      status,
      encoded: this.encode(histogram),
    }));
  }

  /** Every response, its duration to three digits. */
  traffic(): SameTraffic[] {
    return this.#cells.flatMap(({ operation, status, histogram }) => {
      const all: SameTraffic[] = [];
      const values = histogram.recordedValuesIterator;
      values.reset();
      while (values.hasNext()) {
        const { valueIteratedTo, countAtValueIteratedTo: count } = values.next();
        all.push({ operation, status, durationMs: valueIteratedTo / 1_000, count });
      }
      return all;
    });
  }

  encode(histogram: Histogram): string {
    return encodeIntoCompressedBase64(histogram);
  }

  /** The histogram that `encode` wrote. */
  decoded(encoded: string): JsHistogram {
    return this.#ofJavaScript(decodeFromCompressedBase64(encoded));
  }

  #merged(wanted: (cell: Cell) => boolean): Histogram {
    const merged = this.#empty();
    for (const cell of this.#cells) {
      if (wanted(cell)) {
        merged.add(cell.histogram);
      }
    }
    return merged;
  }

  #empty(): JsHistogram {
    return this.#build(3, this.#bits);
  }

  #build(numberOfSignificantValueDigits: 2 | 3, bitBucketSize: BitBucketSize = 32): JsHistogram {
    const histogram = build({
      lowestDiscernibleValue: 1,
      highestTrackableValue: longestUs,
      numberOfSignificantValueDigits,
      bitBucketSize,
      autoResize: false,
      useWebAssembly: false,
    });
    return this.#ofJavaScript(histogram);
  }

  #ofJavaScript(histogram: Histogram): JsHistogram {
    if (!(histogram instanceof JsHistogram)) {
      throw new Error('a histogram without WebAssembly is one of JavaScript');
    }
    return histogram;
  }
}

interface Cell {
  readonly operation: Operation;
  readonly status: number;
  readonly histogram: JsHistogram;
}

/** A latency in whole µs, at least one. */
export function microseconds(latencyMs: number): number {
  return Math.min(longestUs, Math.max(1, Math.round(latencyMs * 1000)));
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
