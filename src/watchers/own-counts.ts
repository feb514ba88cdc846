import type { ServedRequest } from './remaining-series.ts';

const fewestPairs = 16;
const fewestOfEach = 6;
/** Steps by another number than one, as a share of those pairs. */
const mostOthers = 0.1;
/** By how much the rates of refill that the figures ask for have to differ. */
const rateMargin = 2;
/** So many requests after another one of the key: what that was charged may be given back late. */
const servedBefore = 3;

/** The requests of one group since the last interruption. */
interface Group {
  readonly first: ServedRequest;
  last: ServedRequest;
  /** Where the newest requests began among which there was none of another group. */
  alone: ServedRequest;
  /** Requests of other groups since `last`, and since `first`. */
  between: number;
  hidden: number;
}

/**
 * Finds figures of Remaining that count each group of requests by itself, such as those of each operation: from one
 * request of a group to the next they go down by exactly one, however many of other groups were served in between.
 *
 * A refill would have to hide just these. As it is steady, it has a rate: fast enough to hide them, and so slow that it
 * hides nothing among requests of one group. If no rate is both, it is no refill.
 */
export class OwnCounts {
  readonly #windowMs: number;
  readonly #groups = new Map<string, Group>();
  /** From one request of a group to the next, with others in between. */
  readonly #pairs = new Map<string, number>();
  #firstSent: number | null = null;
  #newest: ServedRequest | null = null;
  #streak = 0;
  /** Steps by another number than one: what others used, or a request that overlapped. */
  #others = 0;
  /** Refills per ms: at least so many, and at most. */
  #leastRate = 0;
  #mostRate = Number.POSITIVE_INFINITY;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** Another request came between. */
  interrupt(): void {
    this.#groups.clear();
    this.#streak = 0;
  }

  /** @returns whether each group has a count of its own */
  see(request: ServedRequest, name: string): boolean {
    const newest = this.#newest;
    this.#newest = request;
    this.#firstSent ??= request.sent;
    // Later its own first requests may come back in time with the newest.
    const isEarly = request.received - this.#firstSent < this.#windowMs;
    if (!isEarly || request.remaining === 0) {
      return false;
    }
    if (newest !== null && request.sent < newest.received) {
      this.interrupt();
    }
    this.#streak += 1;
    if (this.#streak > servedBefore) {
      this.#compare(request, name);
    }
    return this.#areOwn();
  }

  #compare(request: ServedRequest, name: string): void {
    const own = this.#groups.get(name);
    const drop = own === undefined ? null : own.last.remaining - request.remaining;
    // Another window, or a limiter refilled in larger steps.
    if (drop !== null && drop < 0) {
      this.interrupt();
      return;
    }
    for (const [other, group] of this.#groups) {
      group.between += other === name ? 0 : 1;
    }
    if (own !== undefined && drop === 1) {
      this.#boundRate(own, request, name);
    } else {
      this.#others += drop === null ? 0 : 1;
      this.#groups.set(name, { first: request, last: request, alone: request, between: 0, hidden: 0 });
    }
  }

  /** Rounding to whole requests hides one more or less than the refill. */
  #boundRate(own: Group, request: ServedRequest, name: string): void {
    if (own.between === 0) {
      const shortestMs = Math.max(Number.MIN_VALUE, request.sent - own.alone.received);
      this.#mostRate = Math.min(this.#mostRate, 1 / shortestMs);
    } else {
      own.alone = request;
      own.hidden += own.between;
      own.between = 0;
      const longestMs = request.received - own.first.sent;
      this.#leastRate = Math.max(this.#leastRate, (own.hidden - 1) / longestMs);
      this.#pairs.set(name, (this.#pairs.get(name) ?? 0) + 1);
    }
    own.last = request;
  }

  #areOwn(): boolean {
    const pairs = [...this.#pairs.values()];
    const count = pairs.reduce((sum, own) => sum + own, 0);
    return (
      count >= fewestPairs &&
      pairs.filter((own) => own >= fewestOfEach).length >= 2 &&
      this.#others <= count * mostOthers &&
      this.#leastRate >= rateMargin * this.#mostRate
    );
  }
}
