import { type Explanation, FullAtOnce, Refill, Sliding } from './remaining-explanations.ts';

/** A request that was served, with the figure that its answer showed. Times in ms. */
export interface ServedRequest {
  readonly exchange: number;
  readonly sent: number;
  readonly received: number;
  readonly remaining: number;
}

/** What a series of figures shows. */
export type SeriesVerdict = 'explained' | 'unexplained' | 'not-judged';

/**
 * The figures of Remaining under one figure of Limit. They are unexplained only where every permitted kind of
 * limiter is contradicted, each by an answer that was not under way together with one that counts against it.
 */
export class RemainingSeries {
  readonly first: ServedRequest;
  readonly #window: Explanation;
  readonly #sliding: Explanation;
  readonly #evenRefill: Explanation;
  readonly #coarseTicks: readonly [Explanation, Explanation];
  readonly #all: readonly Explanation[];
  #overlapping: ServedRequest[] = [];
  #countedUntil = Number.NEGATIVE_INFINITY;
  #served = 0;

  /** @param windowMs the shortest window that `limit` may be the figure of */
  constructor(limit: number, windowMs: number, first: ServedRequest) {
    this.first = first;
    // Buckets are refilled in ticks of a second at most: a sixtieth of a minute.
    const coarseTickMs = windowMs / 60;
    const fineTickMs = coarseTickMs / 4;
    this.#window = new FullAtOnce(limit, windowMs);
    this.#sliding = new Sliding(limit, windowMs);
    this.#evenRefill = new Refill(limit, windowMs, fineTickMs);
    this.#coarseTicks = [new Refill(limit, windowMs, coarseTickMs), new FullAtOnce(limit, fineTickMs)];
    this.#all = [this.#window, this.#sliding, this.#evenRefill, ...this.#coarseTicks];
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
      for (const explanation of this.#all) {
        explanation.see(request.sent, request.received, request.remaining);
      }
    }
    this.#overlapping.push(request);
    if (!judged) {
      return 'not-judged';
    }
    return this.#isContradicted() ? 'unexplained' : 'explained';
  }

  #countDecidedBefore(time: number): void {
    const stillOpen: ServedRequest[] = [];
    for (const request of this.#overlapping) {
      if (request.received <= time) {
        this.#countedUntil = Math.max(this.#countedUntil, request.received);
        for (const explanation of this.#all) {
          explanation.count(request.sent, request.received);
        }
      } else {
        stillOpen.push(request);
      }
    }
    this.#overlapping = stillOpen;
  }

  #isContradicted(): boolean {
    return (
      this.#window.contradicted &&
      this.#sliding.contradicted &&
      this.#evenRefill.contradicted &&
      this.#coarseTicks.some((explanation) => explanation.contradicted)
    );
  }
}
