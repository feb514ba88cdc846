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
  readonly page: boolean;
  /** The place that it was sent to: N of the Nth `--place`, or 0 for the base URL. */
  readonly place: number;
}

/** The requests of a measurement, in the order in which they were added: a million of them take about 250 MB. */
export type Timeline = readonly TimelineEntry[];

/** Whether it was served: a 2xx, and no web page. */
export function isServed({ status, page }: Pick<TimelineEntry, 'status' | 'page'>): boolean {
  return status >= 200 && status < 300 && !page;
}
