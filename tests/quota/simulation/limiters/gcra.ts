import type { Limiter, LimiterKind, Outlook } from './limiter.ts';

/**
 * The generic cell rate algorithm on epoch seconds in doubles, as many libraries compute it. The rounding of
 * such large numbers makes its first `Remaining` now and then one smaller than its limit allows.
 */
class Gcra implements Limiter {
  readonly #limit: number;
  readonly #spacing: number;
  #theoreticalArrival = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#spacing = windowMs / 1000 / limit;
  }

  admits(atMs: number): boolean {
    return this.#allowedAt(atMs / 1000) <= atMs / 1000;
  }

  charge(atMs: number): void {
    this.#theoreticalArrival = Math.max(this.#theoreticalArrival, atMs / 1000) + this.#spacing;
  }

  refuse(): void {}

  outlook(atMs: number): Outlook {
    const now = atMs / 1000;
    const tolerance = this.#limit * this.#spacing;
    const room = now - (Math.max(this.#theoreticalArrival, now) - tolerance);
    return {
      limit: this.#limit,
      remaining: Math.max(0, Math.floor(room / this.#spacing)),
      resetMs: Math.max(this.#theoreticalArrival, now) * 1000,
      retryMs: this.#allowedAt(now) * 1000,
    };
  }

  copy(): Limiter {
    const copy = new Gcra(this.#limit, this.#limit * this.#spacing * 1000);
    copy.#theoreticalArrival = this.#theoreticalArrival;
    return copy;
  }

  #allowedAt(now: number): number {
    const next = Math.max(this.#theoreticalArrival, now) + this.#spacing;
    return next - this.#limit * this.#spacing;
  }
}

/** The generic cell rate algorithm whose burst is the limit; it resets when all of it is free again. */
export const gcra: LimiterKind = (limit, windowMs) => new Gcra(limit, windowMs);
