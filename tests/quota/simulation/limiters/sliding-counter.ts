import type { Limiter, LimiterKind, Outlook } from './limiter.ts';

/** Beyond the rounding of a double, below anything that is measured, in ms. */
const aMoment = 0.01;

interface SlidingCounterOptions {
  readonly limit: number;
  readonly windowMs: number;
  /** What the estimate must stay below for one more to be admitted. */
  readonly ceiling: number;
  /** Whether `Reset` is when this window ends, or when nothing of it counts any more. */
  readonly reset: 'window end' | 'empty';
}

class SlidingCounter implements Limiter {
  readonly #options: SlidingCounterOptions;
  #startMs = Number.NEGATIVE_INFINITY;
  #used = 0;
  #before = 0;

  constructor(options: SlidingCounterOptions) {
    this.#options = options;
  }

  admits(atMs: number): boolean {
    this.#turn(atMs);
    return this.#estimate(atMs) < this.#options.ceiling;
  }

  charge(atMs: number): void {
    this.#turn(atMs);
    this.#used += 1;
  }

  refuse(atMs: number): void {
    this.#turn(atMs);
  }

  outlook(atMs: number): Outlook {
    this.#turn(atMs);
    const { limit, windowMs, reset } = this.#options;
    return {
      limit,
      remaining: Math.max(0, Math.floor(limit - this.#estimate(atMs))),
      resetMs: this.#startMs + (reset === 'empty' && this.#used > 0 ? 2 : 1) * windowMs,
      retryMs: this.#admittedAgainAt(),
    };
  }

  copy(): Limiter {
    const copy = new SlidingCounter(this.#options);
    copy.#startMs = this.#startMs;
    copy.#used = this.#used;
    copy.#before = this.#before;
    return copy;
  }

  /** When the share of the window before, or else of this one, has become small enough. */
  #admittedAgainAt(): number {
    const { windowMs, ceiling } = this.#options;
    if (this.#used < ceiling && this.#before > 0) {
      const share = (ceiling - this.#used) / this.#before;
      return this.#startMs + windowMs * Math.max(0, 1 - share) + aMoment;
    }
    const share = this.#used > 0 ? ceiling / this.#used : 1;
    return this.#startMs + windowMs + windowMs * Math.max(0, 1 - share) + aMoment;
  }

  #estimate(atMs: number): number {
    return this.#used + this.#before * (1 - (atMs - this.#startMs) / this.#options.windowMs);
  }

  #turn(atMs: number): void {
    const { windowMs } = this.#options;
    const startMs = Math.floor(atMs / windowMs) * windowMs;
    if (startMs > this.#startMs) {
      this.#before = startMs === this.#startMs + windowMs ? this.#used : 0;
      this.#used = 0;
      this.#startMs = startMs;
    }
  }
}

/** Admits while the estimate is below the limit, and so one more than it where a window begins. */
export const slidingCounter: LimiterKind = (limit, windowMs) =>
  new SlidingCounter({ limit, windowMs, ceiling: limit, reset: 'window end' });

/** Admits only what keeps the estimate at the limit at most. */
export const cautiousSlidingCounter: LimiterKind = (limit, windowMs) =>
  new SlidingCounter({ limit, windowMs, ceiling: limit - 1 + 1e-9, reset: 'window end' });

/** Admits while the estimate is below the limit; it resets when nothing counts any more. */
export const slidingCounterUntilEmpty: LimiterKind = (limit, windowMs) =>
  new SlidingCounter({ limit, windowMs, ceiling: limit, reset: 'empty' });
