import type { Limiter, LimiterKind, Outlook } from './limiter.ts';

/** Below it two levels of a bucket are the same, in tokens: times since 1970 are rounded in doubles. */
const tolerance = 1e-4;

interface TokenBucketOptions {
  readonly capacity: number;
  /** The figure that is announced. */
  readonly limit: number;
  /** How long one token takes, in ms. */
  readonly spacingMs: number;
  /** It is refilled at whole multiples of this, in ms; 0 for always. */
  readonly tickMs: number;
  /** Whether `Reset` is when it is full again or when it has one more token. */
  readonly reset: 'full' | 'next';
}

class TokenBucket implements Limiter {
  readonly #options: TokenBucketOptions;
  #level: number;
  #filledMs = Number.NEGATIVE_INFINITY;

  constructor(options: TokenBucketOptions) {
    this.#options = options;
    this.#level = options.capacity;
  }

  admits(atMs: number): boolean {
    this.#fill(atMs);
    return this.#level >= 1 - tolerance;
  }

  charge(atMs: number): void {
    this.#fill(atMs);
    this.#level -= 1;
  }

  refuse(atMs: number): void {
    this.#fill(atMs);
  }

  outlook(atMs: number): Outlook {
    this.#fill(atMs);
    const { capacity, limit, reset } = this.#options;
    const level = Math.max(0, this.#level + tolerance);
    const next = Math.min(capacity, Math.floor(level) + 1);
    return {
      limit,
      remaining: Math.floor(level),
      resetMs: Math.max(atMs, this.#reaches(reset === 'full' ? capacity : next)),
      retryMs: this.#reaches(1),
    };
  }

  copy(): Limiter {
    const copy = new TokenBucket(this.#options);
    copy.#level = this.#level;
    copy.#filledMs = this.#filledMs;
    return copy;
  }

  #reaches(level: number): number {
    const { spacingMs, tickMs } = this.#options;
    const lackMs = Math.max(0, level - this.#level) * spacingMs;
    if (tickMs === 0 || lackMs <= tolerance * spacingMs) {
      return this.#filledMs + lackMs;
    }
    // However little it lacks, it comes with a refill.
    return this.#filledMs + Math.max(1, Math.ceil(lackMs / tickMs - tolerance)) * tickMs;
  }

  #fill(atMs: number): void {
    const { capacity, spacingMs, tickMs } = this.#options;
    const untilMs = tickMs === 0 ? atMs : Math.floor(atMs / tickMs) * tickMs;
    if (untilMs > this.#filledMs) {
      this.#level = Math.min(capacity, this.#level + (untilMs - this.#filledMs) / spacingMs);
      this.#filledMs = untilMs;
    }
  }
}

/** A bucket that holds `limit` and refills all the time; it resets when it is full. */
export const tokenBucket: LimiterKind = (limit, windowMs) =>
  new TokenBucket({ capacity: limit, limit, spacingMs: windowMs / limit, tickMs: 0, reset: 'full' });

/** The same, which resets with its next token. */
export const tokenBucketUntilNext: LimiterKind = (limit, windowMs) =>
  new TokenBucket({ capacity: limit, limit, spacingMs: windowMs / limit, tickMs: 0, reset: 'next' });

/** A bucket that is refilled once in a sixtieth of the window: each second of a minute. */
export const tickedTokenBucket: LimiterKind = (limit, windowMs) =>
  new TokenBucket({
    capacity: limit,
    limit,
    spacingMs: windowMs / limit,
    tickMs: Math.min(1000, windowMs / 60),
    reset: 'full',
  });

/** A bucket that is refilled with an equal share so many times a window, between a bucket and a fixed window. */
export const steppedTokenBucket =
  (steps: number): LimiterKind =>
  (limit, windowMs) =>
    new TokenBucket({
      capacity: limit,
      limit,
      spacingMs: windowMs / limit,
      tickMs: windowMs / steps,
      reset: 'next',
    });

/** A bucket of whole tokens, each of which comes at its own time. */
export const wholeTokenBucket: LimiterKind = (limit, windowMs) =>
  new TokenBucket({
    capacity: limit,
    limit,
    spacingMs: windowMs / limit,
    tickMs: windowMs / limit,
    reset: 'full',
  });

/** A bucket that refills with the limit, but holds only this share of it. */
export const shallowTokenBucket =
  (share: number): LimiterKind =>
  (limit, windowMs) =>
    new TokenBucket({
      capacity: Math.floor(limit * share),
      limit,
      spacingMs: windowMs / limit,
      tickMs: 0,
      reset: 'full',
    });

/** A bucket that holds the limit, but refills that many times as quickly. */
export const hastyTokenBucket =
  (times: number): LimiterKind =>
  (limit, windowMs) =>
    new TokenBucket({
      capacity: limit,
      limit,
      spacingMs: windowMs / limit / times,
      tickMs: 0,
      reset: 'full',
    });
