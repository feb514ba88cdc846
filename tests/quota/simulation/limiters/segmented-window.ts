import type { Limiter, LimiterKind, Outlook } from './limiter.ts';

/** Counts by segments of a window, each of which is forgotten as a whole. */
class SegmentedWindow implements Limiter {
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
    this.#forget(atMs);
    return this.#used() < this.#limit;
  }

  charge(atMs: number): void {
    this.#forget(atMs);
    const segment = Math.floor(atMs / this.#segmentMs);
    this.#counts.set(segment, (this.#counts.get(segment) ?? 0) + 1);
  }

  refuse(atMs: number): void {
    this.#forget(atMs);
  }

  outlook(atMs: number): Outlook {
    this.#forget(atMs);
    const oldest = Math.min(...this.#counts.keys(), Math.floor(atMs / this.#segmentMs));
    const forgottenMs = (oldest + this.#segments) * this.#segmentMs;
    return {
      limit: this.#limit,
      remaining: Math.max(0, this.#limit - this.#used()),
      resetMs: forgottenMs,
      retryMs: forgottenMs,
    };
  }

  copy(): Limiter {
    const copy = new SegmentedWindow(this.#limit, this.#segmentMs, this.#segments);
    copy.#counts = new Map(this.#counts);
    return copy;
  }

  #used(): number {
    let used = 0;
    for (const count of this.#counts.values()) {
      used += count;
    }
    return used;
  }

  #forget(atMs: number): void {
    const now = Math.floor(atMs / this.#segmentMs);
    for (const segment of this.#counts.keys()) {
      if (segment <= now - this.#segments) {
        this.#counts.delete(segment);
      }
    }
  }
}

/** A window that slides by so many segments: what was admitted in one is forgotten at once, a window after it began. */
export const segmentedWindow =
  (segments: number): LimiterKind =>
  (limit, windowMs) =>
    new SegmentedWindow(limit, windowMs / segments, segments);
