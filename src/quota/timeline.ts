import type { Operation } from '../exchange/exchange.ts';

/** Why a request of a measurement was sent. */
export const phases = [
  /** The first few, one after the other: figures, clocks. */
  'calibrate',
  /** A burst beyond the limit, from a full quota. */
  'burst',
  /** A few spaced requests to the exhausted quota, which show a continuous refill. */
  'trickle',
  /** Sequential requests until the last response is a 429, whose promise is tested next. */
  'settle',
  /** Requests with another key, while the quota of this plan is exhausted. */
  'neighbour',
  /** The one request after the time of `Retry-After`. */
  'retry',
  /** A burst of as many requests as `Remaining` promised. */
  'spend',
  /**
   * The last request that a window permits: if it extends the window, that shows after the window should have ended.
   */
  'renew',
  /** The first request after the time of `Reset`. */
  'reset',
  /** Whether refused requests count. */
  'count',
  /** The list that shows whether refused creations were carried out. */
  'effect',
  /** After an excess: sequential requests over many connections. */
  'one-at-a-time',
  /** After an excess: one operation only, over many connections. */
  'one-operation',
  /** After an excess: the whole quota at one place, then at the next one. */
  'one-place',
  /** Spaced requests below the limit per minute, until the daily limit is reached. */
  'day',
  /** Further requests after many 429s. */
  'ban',
] as const;

export type Phase = (typeof phases)[number];

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

const operations: readonly Operation[] = ['listPets', 'createPet', 'getPet'];
const forms: readonly RetryAfterForm[] = ['absent', 'seconds', 'date', 'unreadable'];

/** The length of a chunk of a column, so that nothing is copied as a column grows. */
const chunkBits = 12;
const chunkLength = 1 << chunkBits;

type Numbers = Float64Array | Uint32Array | Uint16Array | Uint8Array;

/** One column with the numbers of all entries. */
class Column {
  readonly #chunks: Numbers[] = [];
  readonly #kind: new (
    length: number,
  ) => Numbers;

  constructor(kind: new (length: number) => Numbers) {
    this.#kind = kind;
  }

  set(index: number, value: number): void {
    if ((index & (chunkLength - 1)) === 0) {
      this.#chunks.push(new this.#kind(chunkLength));
    }
    (this.#chunks[index >>> chunkBits] as Numbers)[index & (chunkLength - 1)] = value;
  }

  readonly at = (index: number): number =>
    this.#chunks[index >>> chunkBits]?.[index & (chunkLength - 1)] ?? outside(index);
}

/**
 * The requests of a measurement, in the order in which they were added. Kept in columns: a million of them
 * take about 80 MB.
 */
export class Timeline {
  #length = 0;
  readonly #exchanges = new Column(Uint32Array);
  readonly #keys = new Column(Uint8Array);
  readonly #connections = new Column(Uint32Array);
  readonly #operations = new Column(Uint8Array);
  readonly #phases = new Column(Uint8Array);
  readonly #sent = new Column(Float64Array);
  readonly #answered = new Column(Float64Array);
  readonly #statuses = new Column(Uint16Array);
  readonly #limits = new Column(Float64Array);
  readonly #remaining = new Column(Float64Array);
  readonly #resets = new Column(Float64Array);
  readonly #forms = new Column(Uint8Array);
  readonly #retryAfter = new Column(Float64Array);
  readonly #dates = new Column(Float64Array);
  readonly #cached = new Column(Uint8Array);
  readonly #pages = new Column(Uint8Array);
  readonly #places = new Column(Uint8Array);
  readonly #unreadable = new Map<number, string>();

  get length(): number {
    return this.#length;
  }

  /** Returns the index of the entry. */
  add(entry: TimelineEntry): number {
    const index = this.#length;
    this.#length += 1;
    this.#exchanges.set(index, entry.exchange);
    this.#keys.set(index, entry.key);
    this.#connections.set(index, entry.connection);
    this.#operations.set(index, operations.indexOf(entry.operation));
    this.#phases.set(index, phases.indexOf(entry.phase));
    this.#sent.set(index, entry.sentAtMs);
    this.#answered.set(index, entry.answeredAtMs);
    this.#statuses.set(index, entry.status);
    this.#limits.set(index, entry.limit);
    this.#remaining.set(index, entry.remaining);
    this.#resets.set(index, entry.reset);
    this.#forms.set(index, forms.indexOf(entry.retryAfterForm));
    this.#retryAfter.set(index, entry.retryAfterMs);
    this.#dates.set(index, entry.dateMs);
    this.#cached.set(index, entry.cached ? 1 : 0);
    this.#pages.set(index, entry.page === true ? 1 : 0);
    this.#places.set(index, entry.place ?? 0);
    if (entry.unreadable !== null) {
      this.#unreadable.set(index, entry.unreadable);
    }
    return index;
  }

  /** @throws {RangeError} if there is no such entry. */
  at(index: number): TimelineEntry {
    return {
      exchange: this.exchange(index),
      key: this.key(index),
      connection: this.connection(index),
      operation: this.operation(index),
      phase: this.phase(index),
      sentAtMs: this.sentAtMs(index),
      answeredAtMs: this.answeredAtMs(index),
      status: this.status(index),
      limit: this.limit(index),
      remaining: this.remaining(index),
      reset: this.reset(index),
      retryAfterForm: this.retryAfterForm(index),
      retryAfterMs: this.retryAfterMs(index),
      unreadable: this.unreadable(index),
      dateMs: this.dateMs(index),
      cached: this.cached(index),
      page: this.page(index),
      place: this.place(index),
    };
  }

  readonly exchange = this.#exchanges.at;
  readonly key = this.#keys.at;
  readonly connection = this.#connections.at;
  readonly operation = (index: number): Operation => operations[this.#operations.at(index)] ?? outside(index);
  readonly phase = (index: number): Phase => phases[this.#phases.at(index)] ?? outside(index);
  readonly sentAtMs = this.#sent.at;
  readonly answeredAtMs = this.#answered.at;
  readonly status = this.#statuses.at;
  readonly limit = this.#limits.at;
  readonly remaining = this.#remaining.at;
  readonly reset = this.#resets.at;
  readonly retryAfterForm = (index: number): RetryAfterForm => forms[this.#forms.at(index)] ?? outside(index);
  readonly retryAfterMs = this.#retryAfter.at;
  readonly dateMs = this.#dates.at;
  readonly cached = (index: number): boolean => this.#cached.at(index) === 1;
  readonly page = (index: number): boolean => this.#pages.at(index) === 1;
  readonly place = this.#places.at;
  /** Whether it was served: a 2xx, and no web page. */
  served = (index: number): boolean => {
    const status = this.status(index);
    return status >= 200 && status < 300 && !this.page(index);
  };
  unreadable = (index: number): string | null => this.#unreadable.get(index) ?? null;
}

function outside(index: number): never {
  throw new RangeError(`the timeline has no entry ${index}`);
}
