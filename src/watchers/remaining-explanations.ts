/**
 * A kind of limiter that the document permits, as an explanation of the figures of Remaining.
 *
 * All of them say how many requests can be left at most, whatever else draws on the key: others only lower the
 * figure, and a refused request that is charged and refunded never raises it beyond what it was. Times are in
 * ms; a served request was decided somewhere between `sent` and `received`, and every bound takes the end that
 * leaves more.
 */
export interface Explanation {
  /** Takes in a served request that was surely decided before those judged next. */
  count(sent: number, received: number): void;
  /** Judges the figure of a served request that is not counted yet. */
  see(sent: number, received: number, remaining: number): void;
  /** Whether this kind of limiter can no longer have given the figures. */
  readonly contradicted: boolean;
}

/** Rounding, figures read just before the request was counted, edge nodes one request behind. */
const tolerance = 2;

/**
 * The full limit comes back at once, at moments at least `gapMs` apart: fixed windows, and buckets that are
 * refilled in coarse ticks. Counts how many such moments the figures need at least.
 */
export class FullAtOnce implements Explanation {
  readonly #limit: number;
  readonly #gapMs: number;
  #used = 0;
  #moments = 0;
  #lastMoment = Number.NEGATIVE_INFINITY;
  #start: number | null = null;
  contradicted = false;

  constructor(limit: number, gapMs: number) {
    this.#limit = limit;
    this.#gapMs = gapMs * 0.95;
  }

  count(sent: number): void {
    if (sent >= this.#lastMoment) {
      this.#used += 1;
    }
  }

  see(sent: number, received: number, remaining: number): void {
    this.#start ??= sent;
    // One above what is left after this request: the number of moments leaves a margin besides.
    if (remaining > this.#limit - this.#used) {
      this.#used = 0;
      this.#lastMoment = sent;
      this.#moments += 1;
      this.contradicted ||= this.#moments > Math.floor((received - this.#start) / this.#gapMs) + 2;
    }
  }
}

/** `limit` come back in each window, evenly but for ticks of `tickMs`: token bucket, GCRA. */
export class Refill implements Explanation {
  readonly #limit: number;
  readonly #perMs: number;
  readonly #tickMs: number;
  #level: number;
  /** Before any request it is full at all times. */
  #at = Number.NEGATIVE_INFINITY;
  contradicted = false;

  constructor(limit: number, windowMs: number, tickMs: number) {
    this.#limit = limit;
    this.#level = limit;
    this.#perMs = limit / windowMs;
    this.#tickMs = tickMs;
  }

  count(sent: number): void {
    const time = Math.max(sent, this.#at);
    this.#level = this.#levelAt(time) - 1;
    this.#at = time;
  }

  see(_sent: number, received: number, remaining: number): void {
    this.contradicted ||= remaining > this.#levelAt(received + this.#tickMs) - 1 + tolerance;
  }

  #levelAt(time: number): number {
    return Math.min(this.#limit, this.#level + this.#perMs * Math.max(0, time - this.#at));
  }
}

const mostTimes = 50_000;

/**
 * A request counts until it is a window old: sliding log; or counts for less the older it is: sliding counter,
 * also one of a few coarse buckets.
 */
export class Sliding implements Explanation {
  readonly #limit: number;
  readonly #spanMs: number;
  #times: number[] = [];
  #oldest = 0;
  #sum = 0;
  contradicted = false;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#spanMs = windowMs * 0.8;
  }

  count(sent: number): void {
    this.#times.push(sent);
    this.#sum += sent;
    if (this.#times.length - this.#oldest > mostTimes) {
      this.#forgetOldest();
    }
  }

  see(_sent: number, received: number, remaining: number): void {
    while ((this.#times[this.#oldest] ?? Number.POSITIVE_INFINITY) < received - this.#spanMs) {
      this.#forgetOldest();
    }
    const counted = this.#times.length - this.#oldest;
    const weight = counted - (counted * received - this.#sum) / this.#spanMs;
    this.contradicted ||= remaining > this.#limit - 1 - weight + tolerance;
  }

  #forgetOldest(): void {
    this.#sum -= this.#times[this.#oldest] ?? 0;
    this.#oldest += 1;
    if (this.#oldest > mostTimes) {
      this.#times = this.#times.slice(this.#oldest);
      this.#oldest = 0;
    }
  }
}
