import type { Operation } from '../exchange/exchange.ts';

/** Why a request of a measurement was sent. */
export type Phase =
  /** The first few, one after the other: figures, clocks. */
  | 'calibrate'
  /** Many at once, from a full quota, beyond the limit. */
  | 'burst'
  /** A few, spaced, while the quota is used up: what refills by the second shows. */
  | 'trickle'
  /** One after the other until the last answer is a 429, whose promise is tested next. */
  | 'settle'
  /** Another key's, while this plan's is used up. */
  | 'neighbour'
  /** The one request after the time of `Retry-After`. */
  | 'retry'
  /** As many at once as `Remaining` promised, and no more. */
  | 'spend'
  /** The first request after the time of `Reset`. */
  | 'reset'
  /** Whether refused requests count. */
  | 'count'
  /** The list that shows whether refused creations were carried out. */
  | 'effect'
  /** After an excess: over one connection, by one operation only. */
  | 'one-of-each'
  /** After an excess: over many connections, by one operation only. */
  | 'one-operation'
  /** After an excess: over one connection, by all operations. */
  | 'one-connection'
  /** Spaced below the limit of the minute, until the figure of the day is reached. */
  | 'day'
  /** Asking on after many 429s. */
  | 'ban';

export const phases: readonly Phase[] = [
  'calibrate',
  'burst',
  'trickle',
  'settle',
  'neighbour',
  'retry',
  'spend',
  'reset',
  'count',
  'effect',
  'one-of-each',
  'one-operation',
  'one-connection',
  'day',
  'ban',
];

/** How a `Retry-After` reads (RFC 9110 section 10.2.3). */
export type RetryAfterForm = 'absent' | 'seconds' | 'date' | 'unreadable';

/**
 * One request of a measurement. The server decided on it at some moment between `sentAtMs` and `answeredAtMs`.
 * Figures that an answer doesn't have, or that can't be read, are NaN.
 */
export interface TimelineEntry {
  /** The number of its exchange in the run. */
  readonly exchange: number;
  /** Whose it is: N of the credential `quota-key-N`, or 0 for the key of the run. */
  readonly key: number;
  readonly connection: number;
  readonly operation: Operation;
  readonly phase: Phase;
  /** By one monotonic clock in ms: just before the request was written. */
  readonly sentAtMs: number;
  /** The same clock, when the headers of the answer were handled; the end of the attempt, where none came. */
  readonly answeredAtMs: number;
  /** The HTTP status, or 0 where no answer came. */
  readonly status: number;
  /** `X-RateLimit-Limit`, `-Remaining` and `-Reset` as they were announced. */
  readonly limit: number;
  readonly remaining: number;
  readonly reset: number;
  readonly retryAfterForm: RetryAfterForm;
  /** The time from receipt that `Retry-After` asks to wait, in ms; NaN where it is absent or unreadable. */
  readonly retryAfterMs: number;
  /** What stood in an unreadable `Retry-After` or `Reset`, for findings; otherwise `null`. */
  readonly unreadable: string | null;
  /** `Date`, in ms since 1970. */
  readonly dateMs: number;
  /** Whether it came from a cache (`Age` above 0): it says nothing of the limiter. */
  readonly cached: boolean;
  /** Whether it is a web page (2xx, HTML), as something in front of the service sends it: no operation has one. */
  readonly page?: boolean;
}

const operations: readonly Operation[] = ['listPets', 'createPet', 'getPet'];
const cachedBit = 1;
const pageBit = 2;
const forms: readonly RetryAfterForm[] = ['absent', 'seconds', 'date', 'unreadable'];

/**
 * The requests of a measurement, in the order in which they were added. Kept in columns: a million of them
 * take about 80 MB.
 */
export class Timeline {
  #length = 0;
  #capacity = 1024;
  #times = new Float64Array(this.#capacity * 7);
  #numbers = new Int32Array(this.#capacity * 3);
  #kinds = new Uint8Array(this.#capacity * 5);
  readonly #unreadable = new Map<number, string>();

  get length(): number {
    return this.#length;
  }

  /** Returns the index of the entry. */
  add(entry: TimelineEntry): number {
    if (this.#length === this.#capacity) {
      this.#grow();
    }
    const index = this.#length;
    this.#length += 1;
    this.#times.set(
      [
        entry.sentAtMs,
        entry.answeredAtMs,
        entry.limit,
        entry.remaining,
        entry.reset,
        entry.retryAfterMs,
        entry.dateMs,
      ],
      index * 7,
    );
    this.#numbers.set([entry.exchange, entry.connection, entry.status], index * 3);
    this.#kinds.set(
      [
        entry.key,
        operations.indexOf(entry.operation),
        phases.indexOf(entry.phase),
        forms.indexOf(entry.retryAfterForm),
        (entry.cached ? cachedBit : 0) | (entry.page === true ? pageBit : 0),
      ],
      index * 5,
    );
    if (entry.unreadable !== null) {
      this.#unreadable.set(index, entry.unreadable);
    }
    return index;
  }

  /** @throws {RangeError} where there is no such entry. */
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
    };
  }

  sentAtMs = (index: number): number => this.#time(index, 0);
  answeredAtMs = (index: number): number => this.#time(index, 1);
  limit = (index: number): number => this.#time(index, 2);
  remaining = (index: number): number => this.#time(index, 3);
  reset = (index: number): number => this.#time(index, 4);
  retryAfterMs = (index: number): number => this.#time(index, 5);
  dateMs = (index: number): number => this.#time(index, 6);
  exchange = (index: number): number => this.#numbers[index * 3] ?? outside(index);
  connection = (index: number): number => this.#numbers[index * 3 + 1] ?? outside(index);
  status = (index: number): number => this.#numbers[index * 3 + 2] ?? outside(index);
  key = (index: number): number => this.#kinds[index * 5] ?? outside(index);
  operation = (index: number): Operation =>
    operations[this.#kinds[index * 5 + 1] ?? operations.length] ?? outside(index);
  phase = (index: number): Phase => phases[this.#kinds[index * 5 + 2] ?? phases.length] ?? outside(index);
  retryAfterForm = (index: number): RetryAfterForm =>
    forms[this.#kinds[index * 5 + 3] ?? forms.length] ?? outside(index);
  cached = (index: number): boolean => ((this.#kinds[index * 5 + 4] ?? 0) & cachedBit) !== 0;
  page = (index: number): boolean => ((this.#kinds[index * 5 + 4] ?? 0) & pageBit) !== 0;
  /** Whether it was served: a 2xx, and no web page. */
  served = (index: number): boolean => {
    const status = this.status(index);
    return status >= 200 && status < 300 && !this.page(index);
  };
  unreadable = (index: number): string | null => this.#unreadable.get(index) ?? null;

  #time(index: number, column: number): number {
    return this.#times[index * 7 + column] ?? outside(index);
  }

  #grow(): void {
    this.#capacity *= 2;
    const times = new Float64Array(this.#capacity * 7);
    times.set(this.#times);
    this.#times = times;
    const numbers = new Int32Array(this.#capacity * 3);
    numbers.set(this.#numbers);
    this.#numbers = numbers;
    const kinds = new Uint8Array(this.#capacity * 5);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
  }
}

function outside(index: number): never {
  throw new RangeError(`the timeline has no entry ${index}`);
}
