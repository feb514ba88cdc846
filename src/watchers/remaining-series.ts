import { boundsOnRemaining, type RemainingBound } from '../quota/judge/remaining-bounds.ts';

/** A served request, with its announced `Remaining`. Times are in ms. */
export interface ServedRequest {
  readonly exchange: number;
  readonly sent: number;
  readonly received: number;
  readonly remaining: number;
}

/** The number of counted requests that are removed from a list together, because removal moves all others. */
const mostDecided = 500;

const stepsDownNeeded = 3;

export type SeriesVerdict = 'explained' | 'unexplained' | 'not-judged';

/**
 * The values of `Remaining` under one value of `Limit`. They are unexplained only if no permitted limiter could have
 * left so many: for each bound, a response exceeded it that did not overlap a counted request.
 */
export class RemainingSeries {
  readonly first: ServedRequest;
  /** The bounds that no response has contradicted yet. */
  #bounds: readonly RemainingBound[];
  /** The requests that a later one may overlap, in the order of their responses. */
  #overlapping: ServedRequest[] = [];
  /** The number of counted requests that are still in the list. */
  #decided = 0;
  #countedUntil = Number.NEGATIVE_INFINITY;
  #served = 0;
  #stepsDown = 0;
  #latest: number;

  /** @param windowMs the shortest window that `limit` may be the figure of */
  constructor(limit: number, windowMs: number, first: ServedRequest) {
    this.first = first;
    this.#latest = first.remaining;
    this.#bounds = boundsOnRemaining(limit, windowMs);
  }

  /** Whether Remaining has gone down with some of the requests. */
  get goesDown(): boolean {
    return this.#stepsDown >= stepsDownNeeded;
  }

  /** Served requests so far. */
  get served(): number {
    return this.#served;
  }

  see(request: ServedRequest): SeriesVerdict {
    this.#served += 1;
    this.#stepsDown += request.remaining < this.#latest ? 1 : 0;
    this.#latest = request.remaining;
    this.#countDecidedBefore(request.sent);
    const judged = request.sent >= this.#countedUntil;
    if (judged) {
      this.#seeBounds(request);
    }
    this.#keep(request);
    if (!judged) {
      return 'not-judged';
    }
    return this.#bounds.length === 0 ? 'unexplained' : 'explained';
  }

  #seeBounds({ sent, received, remaining }: ServedRequest): void {
    let hold = true;
    for (const bound of this.#bounds) {
      bound.see(sent, received, remaining);
      hold &&= !bound.contradicted;
    }
    if (!hold) {
      this.#bounds = this.#bounds.filter(({ contradicted }) => !contradicted);
    }
  }

  /** Inserts a request. Responses arrive almost in order, so few others are compared. */
  #keep(request: ServedRequest): void {
    const kept = this.#overlapping;
    let place = kept.push(request) - 1;
    for (let other = kept[place - 1]; place > this.#decided && other !== undefined; other = kept[place - 1]) {
      if (other.received <= request.received) {
        return;
      }
      kept[place] = other;
      place -= 1;
      kept[place] = request;
    }
  }

  #countDecidedBefore(time: number): void {
    const kept = this.#overlapping;
    for (let next = kept[this.#decided]; next !== undefined && next.received <= time; ) {
      this.#decided += 1;
      this.#countedUntil = Math.max(this.#countedUntil, next.received);
      for (const bound of this.#bounds) {
        bound.count(next.sent);
      }
      next = kept[this.#decided];
    }
    if (this.#decided > mostDecided) {
      this.#overlapping = kept.slice(this.#decided);
      this.#decided = 0;
    }
  }
}
