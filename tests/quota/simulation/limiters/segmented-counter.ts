import type { Limiter, LimiterKind, Outlook } from './limiter.ts';

/** Counts by segments of a window; the oldest counts by the share of it that is still within the window. */
class SegmentedCounter implements Limiter {
  readonly #limit: number;
  readonly #segmentMs: number;
  readonly #segments: number;
  /** What was admitted in a segment, by its number since the epoch. */
  #counts = new Map<number, number>();

  constructor(limit: number, segmentMs: number, segments: number) {
    this.#limit = limit;
    this.#segmentMs = segmentMs;
    this.#segments = segments;
  }

  admits(atMs: number): boolean {
    return this.#estimate(atMs) < this.#limit;
  }

  charge(atMs: number): void {
    const now = Math.floor(atMs / this.#segmentMs);
    for (const segment of this.#counts.keys()) {
      if (segment < now - this.#segments) {
        this.#counts.delete(segment);
      }
    }
    this.#counts.set(now, (this.#counts.get(now) ?? 0) + 1);
  }

  refuse(): void {}

  outlook(atMs: number): Outlook {
    const used = this.#estimate(atMs);
    const now = Math.floor(atMs / this.#segmentMs);
    const [oldest = now] = this.#counts.keys();
    const admitsFrom = () => this.#admitsFrom(atMs);
    return {
      limit: this.#limit,
      remaining: Math.max(0, Math.floor(this.#limit - used)),
      resetMs: Math.max(atMs, (oldest + this.#segments + 1) * this.#segmentMs),
      // Computed only for who asks: it takes long.
      get retryMs() {
        return admitsFrom();
      },
    };
  }

  copy(): Limiter {
    const copy = new SegmentedCounter(this.#limit, this.#segmentMs, this.#segments);
    copy.#counts = new Map(this.#counts);
    return copy;
  }

  #estimate(atMs: number): number {
    const now = Math.floor(atMs / this.#segmentMs);
    const over = atMs / this.#segmentMs - now;
    let used = 0;
    for (const [segment, count] of this.#counts) {
      const age = now - segment;
      used += age < this.#segments ? count : age === this.#segments ? count * (1 - over) : 0;
    }
    return used;
  }

  /** It counts less and less, so that halving finds when it is little enough. */
  #admitsFrom(atMs: number): number {
    let low = atMs;
    let high = atMs + (this.#segments + 1) * this.#segmentMs;
    while (high - low > 0.01) {
      const middle = (low + high) / 2;
      if (this.#estimate(middle) < this.#limit) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return high;
  }
}

/** A sliding counter of so many segments: one is the usual counter of two windows. */
export const segmentedCounter =
  (segments: number): LimiterKind =>
  (limit, windowMs) =>
    new SegmentedCounter(limit, windowMs / segments, segments);
