import type { Operation } from '../exchange/exchange.ts';
import type { Phase } from './quota-wire.ts';

/** How a `Retry-After` reads (RFC 9110 section 10.2.3). */
export type RetryAfterForm = 'absent' | 'seconds' | 'date' | 'unreadable';

/**
 * One request of a measurement. The server decided on it at some moment between `sentAtMs` and `answeredAtMs`.
 * Figures that an answer doesn't have, or that can't be read, are NaN.
 */
export interface TimelineEntry {
  readonly exchange: number;
  /** Whose it is: N of the credential `quota-key-N`, or 0 for the key of the run. */
  readonly key: number;
  readonly connection: number;
  readonly operation: Operation;
  readonly phase: Phase;
  /** By one monotonic clock in ms: just before the request was written. */
  readonly sentAtMs: number;
  /** The time of the response headers by the same clock, or the end of the attempt. */
  readonly answeredAtMs: number;
  /** The HTTP status, or 0 without a response. */
  readonly status: number;
  /** `X-RateLimit-Limit`, `-Remaining` and `-Reset` as they were announced. */
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  readonly retryAfterForm: RetryAfterForm;
  /** The wait of `Retry-After` from the receipt, in ms; NaN if absent or unreadable. */
  readonly retryAfterMs: number;
  /** The value of an unreadable `Retry-After` or `Reset`, for findings; otherwise `null`. */
  readonly unreadable: string | null;
  /** `Date`, in ms since 1970. */
  readonly dateMs: number;
  /** Whether it is from a cache (`Age` above 0), so it proves nothing about the limiter. */
  readonly cached: boolean;
  /** Whether it is a web page (2xx, HTML), as something in front of the service sends it: no operation has one. */
  readonly page?: boolean;
  /** The place that it was sent to: N of the Nth `--place`, or 0 for the base URL. */
  readonly place?: number;
}

/** The requests of a measurement, in the order in which they were added: a million of them take about 250 MB. */
export class Timeline {
  readonly #entries: TimelineEntry[];

  constructor(entries: readonly TimelineEntry[] = []) {
    this.#entries = [...entries];
  }

  /** The entries from an index on, up to another one, which is not among them. */
  entries(from = 0, to = this.length): readonly TimelineEntry[] {
    return this.#entries.slice(from, to);
  }

  /** The indices that are wanted, from one on. */
  where(wanted: (index: number) => boolean, from = 0): number[] {
    return Array.from({ length: this.length - from }, (_, position) => from + position).filter(wanted);
  }

  get length(): number {
    return this.#entries.length;
  }

  /** Returns the index of the entry. */
  add(entry: TimelineEntry): number {
    return this.#entries.push(entry) - 1;
  }

  /** @throws {RangeError} if there is no such entry. */
  readonly at = (index: number): TimelineEntry => {
    const entry = this.#entries[index];
    if (entry === undefined) {
      throw new RangeError(`the timeline has no entry ${index}`);
    }
    return entry;
  };

  readonly exchange = (index: number): number => this.at(index).exchange;
  readonly key = (index: number): number => this.at(index).key;
  readonly connection = (index: number): number => this.at(index).connection;
  readonly operation = (index: number): Operation => this.at(index).operation;
  readonly phase = (index: number): Phase => this.at(index).phase;
  readonly sentAtMs = (index: number): number => this.at(index).sentAtMs;
  readonly answeredAtMs = (index: number): number => this.at(index).answeredAtMs;
  readonly status = (index: number): number => this.at(index).status;
  readonly limit = (index: number): number => this.at(index).limit;
  readonly remaining = (index: number): number => this.at(index).remaining;
  readonly reset = (index: number): number => this.at(index).reset;
  readonly retryAfterForm = (index: number): RetryAfterForm => this.at(index).retryAfterForm;
  readonly retryAfterMs = (index: number): number => this.at(index).retryAfterMs;
  readonly dateMs = (index: number): number => this.at(index).dateMs;
  readonly cached = (index: number): boolean => this.at(index).cached;
  readonly page = (index: number): boolean => this.at(index).page === true;
  readonly place = (index: number): number => this.at(index).place ?? 0;
  /** Whether it was served: a 2xx, and no web page. */
  readonly served = (index: number): boolean => {
    const { status, page } = this.at(index);
    return status >= 200 && status < 300 && page !== true;
  };
}
