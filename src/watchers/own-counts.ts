import type { ServedRequest } from './remaining-series.ts';
import { SteadyRate, SteadySeries } from './steady-rate.ts';

const minPairs = 16;
const minPairsOfEach = 6;
/** Steps in which Remaining does not decrease by one, as a share of the pairs. */
const maxOthers = 0.1;
/** A limiter may refund a refused request late, so the requests soon after it do not count. */
const minServedBefore = 3;

/** The requests of one group since the last interruption. */
interface Group {
  readonly series: SteadySeries;
  last: ServedRequest;
  /** Requests of other groups since `last`. */
  between: number;
}

/** Pairs of consecutive requests of one group with requests of other groups in between. */
interface Pairs {
  readonly count: number;
  /** Those in between, which Remaining does not show. */
  readonly hidden: number;
}

/**
 * Finds a separate count of Remaining for each group of requests, such as each operation: from one request of a group to
 * the next, Remaining decreases by one, however many requests of other groups the service serves in between.
 *
 * A service with a single count would have to restore exactly those. A steady refill does not: it would hide many
 * requests of other groups and none of the same group. A sliding log restores at most what the key had used before.
 */
export class OwnCounts {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #groups = new Map<string, Group>();
  readonly #pairs = new Map<string, Pairs>();
  readonly #refillRate = new SteadyRate();
  #first: ServedRequest | null = null;
  #newest: ServedRequest | null = null;
  #streak = 0;
  /** Steps in which Remaining does not decrease by one, because of other clients or overlapping requests. */
  #others = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Ends the series at another request of the key: a refused one, or one with another Limit. */
  interrupt(): void {
    // Before, there are no groups.
    if (this.#streak > minServedBefore) {
      this.#groups.clear();
    }
    this.#streak = 0;
  }

  /** @returns whether each group has its own count */
  see(request: ServedRequest, name: string): boolean {
    const newest = this.#newest;
    this.#newest = request;
    this.#first ??= request;
    // After one window a limiter may restore the first requests of the run at the rate of the latest ones.
    const isEarly = request.received - this.#first.sent < this.#windowMs;
    if (!isEarly || request.remaining === 0) {
      return false;
    }
    if (newest !== null && request.sent < newest.received) {
      this.interrupt();
    }
    this.#streak += 1;
    if (this.#streak > minServedBefore) {
      this.#compare(request, name);
    }
    return this.#areOwn();
  }

  #compare(request: ServedRequest, name: string): void {
    const own = this.#groups.get(name);
    const drop = own === undefined ? null : own.last.remaining - request.remaining;
    // Remaining increases at a new window, and at the refill of a limiter with larger steps.
    if (drop !== null && drop < 0) {
      this.interrupt();
      return;
    }
    for (const [other, group] of this.#groups) {
      group.between += other === name ? 0 : 1;
    }
    if (own !== undefined && drop === 1) {
      this.#addPair(own, request, name);
    } else {
      this.#others += drop === null ? 0 : 1;
      this.#groups.set(name, { series: new SteadySeries(this.#refillRate), last: request, between: 0 });
    }
  }

  #addPair(own: Group, request: ServedRequest, name: string): void {
    own.series.step(own.last, request, own.between);
    if (own.between > 0) {
      const pairs = this.#pairs.get(name) ?? { count: 0, hidden: 0 };
      this.#pairs.set(name, { count: pairs.count + 1, hidden: pairs.hidden + own.between });
    }
    own.last = request;
    own.between = 0;
  }

  #areOwn(): boolean {
    if (this.#pairs.size < 2) {
      return false;
    }
    const pairs = [...this.#pairs.values()];
    const count = pairs.reduce((sum, own) => sum + own.count, 0);
    const usedBefore = this.#limit - (this.#first?.remaining ?? 0);
    return (
      count >= minPairs &&
      pairs.filter((own) => own.count >= minPairsOfEach).length >= 2 &&
      this.#others <= count * maxOthers &&
      pairs.some(({ hidden }) => hidden > usedBefore) &&
      this.#refillRate.isExcluded
    );
  }
}
