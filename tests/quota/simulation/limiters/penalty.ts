import type { Limiter, LimiterKind, Outlook } from './limiter.ts';

/** Blocks for a window from a refused request on, and begins anew after that. */
class Penalty implements Limiter {
  readonly #begin: () => Limiter;
  readonly #windowMs: number;
  readonly #extended: boolean;
  #inner: Limiter;
  #blockedUntilMs: number | null = null;

  constructor(begin: () => Limiter, windowMs: number, extended: boolean) {
    this.#begin = begin;
    this.#windowMs = windowMs;
    this.#extended = extended;
    this.#inner = begin();
  }

  admits(atMs: number): boolean {
    return !this.#blocked(atMs) && this.#inner.admits(atMs);
  }

  charge(atMs: number): void {
    this.#inner.charge(atMs);
  }

  refuse(atMs: number): void {
    if (!this.#blocked(atMs) || this.#extended) {
      this.#blockedUntilMs = atMs + this.#windowMs;
    }
  }

  outlook(atMs: number): Outlook {
    const inner = this.#inner.outlook(atMs);
    const until = this.#blocked(atMs) ? this.#blockedUntilMs : null;
    return until === null ? inner : { limit: inner.limit, remaining: 0, resetMs: until, retryMs: until };
  }

  copy(): Limiter {
    const copy = new Penalty(this.#begin, this.#windowMs, this.#extended);
    copy.#inner = this.#inner.copy();
    copy.#blockedUntilMs = this.#blockedUntilMs;
    return copy;
  }

  #blocked(atMs: number): boolean {
    if (this.#blockedUntilMs !== null && atMs >= this.#blockedUntilMs) {
      this.#blockedUntilMs = null;
      this.#inner = this.#begin();
    }
    return this.#blockedUntilMs !== null;
  }
}

/** Blocks for a window from the first refused request on. */
export const penaltyFromFirst =
  (kind: LimiterKind): LimiterKind =>
  (limit, windowMs) =>
    new Penalty(() => kind(limit, windowMs), windowMs, false);

/** Blocks for a window from the last refused request on. */
export const penaltyFromLast =
  (kind: LimiterKind): LimiterKind =>
  (limit, windowMs) =>
    new Penalty(() => kind(limit, windowMs), windowMs, true);
