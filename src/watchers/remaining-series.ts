import { boundsOnRemaining } from '../quota/judge/permitted-limiters.ts';
import type { RemainingBound } from '../quota/judge/remaining-bounds.ts';

/** A request that was served, with the figure that its answer showed. Times in ms. */
export interface ServedRequest {
  readonly exchange: number;
  readonly sent: number;
  readonly received: number;
  readonly remaining: number;
}

export type SeriesVerdict = 'explained' | 'unexplained' | 'not-judged';

/**
 * The values of `Remaining` under one value of `Limit`. They are unexplained only if no permitted limiter could have
 * left so many: for each bound, a response exceeded it that did not overlap a counted request.
 */
export class RemainingSeries {
  readonly first: ServedRequest;
  /** The bounds that no response has contradicted yet. */
  #bounds: readonly RemainingBound[];
  #overlapping: ServedRequest[] = [];
  #countedUntil = Number.NEGATIVE_INFINITY;
  #served = 0;

  /** @param windowMs the shortest window that `limit` may be the figure of */
  constructor(limit: number, windowMs: number, first: ServedRequest) {
    this.first = first;
    this.#bounds = boundsOnRemaining(limit, windowMs);
  }

  /** Served requests so far. */
  get served(): number {
    return this.#served;
  }

  see(request: ServedRequest): SeriesVerdict {
    this.#served += 1;
    this.#countDecidedBefore(request.sent);
    const judged = request.sent >= this.#countedUntil;
    if (judged) {
      for (const bound of this.#bounds) {
        bound.see(request.sent, request.received, request.remaining);
      }
      if (this.#bounds.some(({ contradicted }) => contradicted)) {
        this.#bounds = this.#bounds.filter(({ contradicted }) => !contradicted);
      }
    }
    this.#overlapping.push(request);
    if (!judged) {
      return 'not-judged';
    }
    return this.#bounds.length === 0 ? 'unexplained' : 'explained';
  }

  #countDecidedBefore(time: number): void {
    const stillOpen: ServedRequest[] = [];
    for (const request of this.#overlapping) {
      if (request.received <= time) {
        this.#countedUntil = Math.max(this.#countedUntil, request.received);
        for (const bound of this.#bounds) {
          bound.count(request.sent);
        }
      } else {
        stillOpen.push(request);
      }
    }
    this.#overlapping = stillOpen;
  }
}
