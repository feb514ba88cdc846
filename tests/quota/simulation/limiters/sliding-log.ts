import type { Limiter, LimiterKind, Outlook } from './limiter.ts';

interface SlidingLogOptions {
  readonly limit: number;
  readonly windowMs: number;
  readonly countsRefused: boolean;
  /** Whether `Reset` is when the first or when the last request of the log leaves it. */
  readonly reset: 'oldest' | 'newest';
}

class SlidingLog implements Limiter {
  readonly #options: SlidingLogOptions;
  #times: number[] = [];
  /** Times before this index have left the log. */
  #first = 0;

  constructor(options: SlidingLogOptions) {
    this.#options = options;
  }

  admits(atMs: number): boolean {
    this.#forget(atMs);
    return this.#counted() < this.#options.limit;
  }

  charge(atMs: number): void {
    this.#forget(atMs);
    this.#times.push(atMs);
  }

  refuse(atMs: number): void {
    this.#forget(atMs);
    if (this.#options.countsRefused) {
      this.#times.push(atMs);
    }
  }

  outlook(atMs: number): Outlook {
    this.#forget(atMs);
    const { limit, windowMs, reset } = this.#options;
    const oldest = this.#times[this.#first] ?? atMs;
    const newest = this.#times.at(-1) ?? atMs;
    const decisive = this.#times[Math.max(this.#first, this.#times.length - limit)] ?? atMs;
    return {
      limit,
      remaining: Math.max(0, limit - this.#counted()),
      resetMs: (reset === 'newest' ? newest : this.#options.countsRefused ? decisive : oldest) + windowMs,
      retryMs: decisive + windowMs,
    };
  }

  copy(): Limiter {
    const copy = new SlidingLog(this.#options);
    copy.#times = this.#times.slice(this.#first);
    return copy;
  }

  #counted(): number {
    return this.#times.length - this.#first;
  }

  #forget(atMs: number): void {
    while ((this.#times[this.#first] ?? atMs) <= atMs - this.#options.windowMs) {
      this.#first += 1;
    }
    if (this.#first > 4096) {
      this.#times = this.#times.slice(this.#first);
      this.#first = 0;
    }
  }
}

/** The admitted requests of the last `windowMs` count; it resets when the first of them no longer does. */
export const slidingLog: LimiterKind = (limit, windowMs) =>
  new SlidingLog({ limit, windowMs, countsRefused: false, reset: 'oldest' });

/** The same, which resets when the last of them no longer counts. */
export const slidingLogUntilNewest: LimiterKind = (limit, windowMs) =>
  new SlidingLog({ limit, windowMs, countsRefused: false, reset: 'newest' });

/** The refused requests of the last `windowMs` count too. */
export const slidingLogOfAttempts: LimiterKind = (limit, windowMs) =>
  new SlidingLog({ limit, windowMs, countsRefused: true, reset: 'oldest' });
