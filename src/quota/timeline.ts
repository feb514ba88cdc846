import type { Operation } from '../exchange/exchange.ts';
import { WholeNumbers } from './whole-numbers.ts';

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
  /** One more in a window that was spent but for it: what it makes longer shows when the window should be over. */
  | 'renew'
  /** The first request after the time of `Reset`. */
  | 'reset'
  /** Whether refused requests count. */
  | 'count'
  /** The list that shows whether refused creations were carried out. */
  | 'effect'
  /** After an excess: one request after the other, over many connections. */
  | 'one-at-a-time'
  /** After an excess: over many connections, by one operation only. */
  | 'one-operation'
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
  'renew',
  'reset',
  'count',
  'effect',
  'one-at-a-time',
  'one-operation',
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
}

const operations: readonly Operation[] = ['listPets', 'createPet', 'getPet'];
const cachedBit = 1;
const pageBit = 2;
const forms: readonly RetryAfterForm[] = ['absent', 'seconds', 'date', 'unreadable'];

/** Entries whose times and kinds are kept together: so nothing is copied as the timeline grows. */
const chunkBits = 16;
const chunkLength = 1 << chunkBits;
const chunkMask = chunkLength - 1;

/**
 * The requests of a measurement, in the order in which they were added. Kept in columns: a million of them
 * take about 55 MB.
 */
export class Timeline {
  #length = 0;
  /** The times of each request and response. */
  readonly #times: Float64Array[] = [];
  readonly #kinds: Uint8Array[] = [];
  readonly #exchanges = new WholeNumbers();
  readonly #connections = new WholeNumbers();
  readonly #statuses: Uint16Array[] = [];
  readonly #limits = new WholeNumbers();
  readonly #remaining = new WholeNumbers();
  readonly #resets = new WholeNumbers();
  /** Both come in whole seconds. */
  readonly #retryAfter = new WholeNumbers(1000);
  readonly #dates = new WholeNumbers(1000);
  readonly #unreadable = new Map<number, string>();

  get length(): number {
    return this.#length;
  }

  /** Returns the index of the entry. */
  add(entry: TimelineEntry): number {
    const index = this.#length;
    this.#length += 1;
    this.#addTimes(index, entry);
    this.#addKinds(index, entry);
    this.#exchanges.set(index, entry.exchange);
    this.#connections.set(index, entry.connection);
    this.#limits.set(index, entry.limit);
    this.#remaining.set(index, entry.remaining);
    this.#resets.set(index, entry.reset);
    this.#retryAfter.set(index, entry.retryAfterMs);
    this.#dates.set(index, entry.dateMs);
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
    };
  }

  sentAtMs = (index: number): number =>
    this.#times[index >>> chunkBits]?.[(index & chunkMask) * 2] ?? outside(index);
  answeredAtMs = (index: number): number =>
    this.#times[index >>> chunkBits]?.[(index & chunkMask) * 2 + 1] ?? outside(index);
  limit = (index: number): number => this.#limits.at(index) ?? outside(index);
  remaining = (index: number): number => this.#remaining.at(index) ?? outside(index);
  reset = (index: number): number => this.#resets.at(index) ?? outside(index);
  retryAfterMs = (index: number): number => this.#retryAfter.at(index) ?? outside(index);
  dateMs = (index: number): number => this.#dates.at(index) ?? outside(index);
  exchange = (index: number): number => this.#exchanges.at(index) ?? outside(index);
  connection = (index: number): number => this.#connections.at(index) ?? outside(index);
  status = (index: number): number =>
    this.#statuses[index >>> chunkBits]?.[index & chunkMask] ?? outside(index);
  key = (index: number): number => this.#kind(index, 0);
  operation = (index: number): Operation => operations[this.#kind(index, 1)] ?? outside(index);
  phase = (index: number): Phase => phases[this.#kind(index, 2)] ?? outside(index);
  retryAfterForm = (index: number): RetryAfterForm => forms[this.#kind(index, 3)] ?? outside(index);
  cached = (index: number): boolean => (this.#kind(index, 4) & cachedBit) !== 0;
  page = (index: number): boolean => (this.#kind(index, 4) & pageBit) !== 0;
  /** Whether it was served: a 2xx, and no web page. */
  served = (index: number): boolean => {
    const status = this.status(index);
    return status >= 200 && status < 300 && !this.page(index);
  };
  unreadable = (index: number): string | null => this.#unreadable.get(index) ?? null;

  #kind(index: number, column: number): number {
    return this.#kinds[index >>> chunkBits]?.[(index & chunkMask) * 5 + column] ?? outside(index);
  }

  #addTimes(index: number, { sentAtMs, answeredAtMs, status }: TimelineEntry): void {
    const position = index & chunkMask;
    if (position === 0) {
      this.#times.push(new Float64Array(chunkLength * 2));
      this.#statuses.push(new Uint16Array(chunkLength));
    }
    const times = this.#times[index >>> chunkBits] as Float64Array;
    times[position * 2] = sentAtMs;
    times[position * 2 + 1] = answeredAtMs;
    (this.#statuses[index >>> chunkBits] as Uint16Array)[position] = status;
  }

  #addKinds(index: number, { key, operation, phase, retryAfterForm, cached, page }: TimelineEntry): void {
    const position = (index & chunkMask) * 5;
    if (position === 0) {
      this.#kinds.push(new Uint8Array(chunkLength * 5));
    }
    const kinds = this.#kinds[index >>> chunkBits] as Uint8Array;
    kinds[position] = key;
    kinds[position + 1] = operations.indexOf(operation);
    kinds[position + 2] = phases.indexOf(phase);
    kinds[position + 3] = forms.indexOf(retryAfterForm);
    kinds[position + 4] = (cached ? cachedBit : 0) | (page === true ? pageBit : 0);
  }
}

function outside(index: number): never {
  throw new RangeError(`the timeline has no entry ${index}`);
}
