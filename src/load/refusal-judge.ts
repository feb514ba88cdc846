/** The stated plan of a key, and that no other client uses it. */
export interface OwnPlan {
  readonly perMinute: number;
  readonly minuteMs: number;
}

/** The number of bins per window; uncertainty within a bin counts in the service's favour. */
const binsAWindow = 600;
/** The possible drift of two clocks, as a share of the time. */
const drift = 0.001;
const slackMs = 60;
/** The share of the limit that a bucket with one refill per second may withhold. */
const coarseRefill = 2 / 60;

/**
 * Decides whether a permitted limiter could have returned a 429, from the times of all requests with the key. None could
 * if fewer requests than the plan grants may have been counted in the window before (fixed window, sliding log, token
 * bucket), and the weighted count of a sliding counter is below the limit for every alignment of its windows.
 *
 * A request counts for every bin between its start and its response. Other clients may have used the key before the
 * first bin, so nothing is flagged within two windows, unless the quota was announced as full.
 */
export class RefusalJudge {
  readonly #plan: OwnPlan;
  readonly #binMs: number;
  /** The numbers of requests and responses by the end of each of the last bins, as a ring buffer. */
  readonly #sent: Float64Array;
  readonly #answered: Float64Array;
  readonly #bins = 3 * binsAWindow;
  readonly #blindUntilMs: number;
  #newest = 0;
  #sentCount = 0;
  #answeredCount = 0;

  /** @param fullAtStart whether the service announced a full quota at time 0 */
  constructor(plan: OwnPlan, fullAtStart: boolean) {
    this.#plan = plan;
    this.#binMs = plan.minuteMs / binsAWindow;
    this.#sent = new Float64Array(this.#bins);
    this.#answered = new Float64Array(this.#bins);
    this.#blindUntilMs = fullAtStart ? Number.NEGATIVE_INFINITY : 2 * plan.minuteMs * (1 + drift) + slackMs;
  }

  sent(atMs: number): void {
    this.#advance(atMs);
    this.#sentCount += 1;
    this.#sent[this.#newest % this.#bins] = this.#sentCount;
  }

  answered(atMs: number): void {
    this.#advance(atMs);
    this.#answeredCount += 1;
    this.#answered[this.#newest % this.#bins] = this.#answeredCount;
  }

  /**
   * Whether a 429 to a request sent at `sentAtMs` was within the allowance for every permitted limiter. Call it before
   * `answered`.
   */
  isUnexplained(sentAtMs: number, answeredAtMs: number): boolean {
    const isForgotten = this.#newest - this.#binOf(sentAtMs) > binsAWindow / 2;
    if (sentAtMs < this.#blindUntilMs || isForgotten) {
      return false;
    }
    const windowMs = this.#plan.minuteMs * (1 + drift) + slackMs;
    const justifying = this.#plan.perMinute * (1 - coarseRefill) - 1;
    // The refused request itself is in flight, and does not justify its own refusal.
    const counted = this.#possible(sentAtMs - windowMs, answeredAtMs) - 1;
    return counted < justifying && this.#mostWeighted(sentAtMs, answeredAtMs, windowMs) < justifying;
  }

  /** The largest weighted count of a sliding counter, over all alignments of its windows. */
  #mostWeighted(sentAtMs: number, answeredAtMs: number, windowMs: number): number {
    let most = 0;
    for (let boundaryMs = answeredAtMs; boundaryMs >= sentAtMs - windowMs; boundaryMs -= this.#binMs) {
      const current = this.#possible(boundaryMs, answeredAtMs) - 1;
      const previous = this.#possible(boundaryMs - windowMs, boundaryMs);
      const share = 1 - Math.max(0, sentAtMs - boundaryMs - this.#binMs) / windowMs;
      most = Math.max(most, current + previous * Math.min(1, Math.max(0, share)));
    }
    return most;
  }

  /** The requests that may have been counted in a span: sent before its end, with no response before its start. */
  #possible(fromMs: number, toMs: number): number {
    return this.#at(this.#sent, this.#binOf(toMs)) - this.#at(this.#answered, this.#binOf(fromMs) - 1);
  }

  #at(counts: Float64Array, bin: number): number {
    if (bin < 0 || bin <= this.#newest - this.#bins) {
      return 0;
    }
    return counts[Math.min(bin, this.#newest) % this.#bins] ?? 0;
  }

  #binOf(atMs: number): number {
    return Math.floor(atMs / this.#binMs);
  }

  /** Times may be slightly out of order; late ones count for the newest bin. */
  #advance(atMs: number): void {
    const bin = Math.max(this.#newest, this.#binOf(atMs));
    const first = Math.max(this.#newest + 1, bin - this.#bins + 1);
    for (let index = first; index <= bin; index += 1) {
      this.#sent[index % this.#bins] = this.#sentCount;
      this.#answered[index % this.#bins] = this.#answeredCount;
    }
    this.#newest = bin;
  }
}
