import type { ServedRequest } from './remaining-series.ts';

/** The minimum ratio of the bounds that excludes every steady rate. */
const minContradiction = 2;
const maxSteps = 16;

/**
 * Bounds on a steady rate, in requests per ms: of a refill, or of another client of the key. Each span of time shows how
 * many requests the service restored or another client used. A span with many requests and a longer one with few
 * exclude every steady rate.
 */
export class SteadyRate {
  #min = 0;
  #max = Number.POSITIVE_INFINITY;

  /** Whole requests differ by one at most from what the rate yields. */
  add(from: ServedRequest, to: ServedRequest, count: number): void {
    const longestMs = to.received - from.sent;
    const shortestMs = Math.max(Number.MIN_VALUE, to.sent - from.received);
    this.#min = Math.max(this.#min, (count - 1) / longestMs);
    this.#max = Math.min(this.#max, (count + 1) / shortestMs);
  }

  get isExcluded(): boolean {
    return this.#min >= minContradiction * this.#max;
  }
}

/** Adds each span of up to 16 consecutive steps to the bounds on a rate. */
export class SteadySeries {
  readonly #rate: SteadyRate;
  #starts: { readonly request: ServedRequest; count: number }[] = [];

  constructor(rate: SteadyRate) {
    this.#rate = rate;
  }

  interrupt(): void {
    if (this.#starts.length > 0) {
      this.#starts = [];
    }
  }

  step(from: ServedRequest, to: ServedRequest, count: number): void {
    this.#starts = [...this.#starts.slice(1 - maxSteps), { request: from, count: 0 }];
    for (const start of this.#starts) {
      start.count += count;
      this.#rate.add(start.request, to, start.count);
    }
  }
}
