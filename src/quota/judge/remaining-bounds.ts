import { allowanceOf, cutMs } from './limiter-model.ts';

/**
 * The upper bound of the remaining requests of a limiter, updated by each served request.
 *
 * It holds even if other clients use the key: they only lower Remaining, and a refused request that is charged and
 * refunded never raises it. Times are in ms; a served request was decided between `sent` and `received`, and every
 * bound takes the end that leaves more.
 */
export interface RemainingBound {
  /** Takes in a served request that was surely decided before those judged next. */
  count(sent: number): void;
  /** Judges the figure of a served request that is not counted yet. */
  see(sent: number, received: number, remaining: number): void;
  /** Whether no limiter within this bound can have given the figures. */
  readonly contradicted: boolean;
}

/** Rounding, figures read just before the request was counted, edge nodes one request behind. */
const tolerance = 2;

/**
 * At most the full limit is restored at a time, with at least `gapMs` between. Counts the minimum number of such times.
 */
export class FullAtOnce implements RemainingBound {
  readonly #limit: number;
  readonly #gapMs: number;
  #used = 0;
  #moments = 0;
  #lastMoment = Number.NEGATIVE_INFINITY;
  #start: number | null = null;
  /** The moments can't be further apart. */
  mostGapMs = Number.POSITIVE_INFINITY;

  constructor(limit: number, gapMs: number) {
    this.#limit = limit;
    this.#gapMs = gapMs;
  }

  get contradicted(): boolean {
    return this.mostGapMs < this.#gapMs;
  }

  count(sent: number): void {
    if (sent >= this.#lastMoment) {
      this.#used += 1;
    }
  }

  see(sent: number, received: number, remaining: number): void {
    this.#start ??= sent;
    // One more than the rest after this request, as a margin.
    if (remaining > this.#limit - this.#used) {
      this.#used = 0;
      this.#lastMoment = sent;
      this.#moments += 1;
      if (this.#moments > 2) {
        this.mostGapMs = Math.min(this.mostGapMs, (received - this.#start) / (this.#moments - 2));
      }
    }
  }
}

/** By how much timers may have a step end too early, as a share of it. */
const unevenness = 0.05;

/**
 * `limit` requests are restored per window, continuously or in steps of any length and phase. Large restorations
 * require long steps, frequent ones short steps.
 */
export class Refill implements RemainingBound {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #slackMs: number;
  readonly #moments: FullAtOnce;
  #level: number;
  /** Before any request it is full at all times. */
  #at = Number.NEGATIVE_INFINITY;
  #leastStepMs = 0;

  constructor(limit: number, windowMs: number, slackMs: number) {
    this.#limit = limit;
    this.#level = limit;
    this.#windowMs = windowMs;
    this.#slackMs = slackMs;
    this.#moments = new FullAtOnce(limit, 0);
  }

  get contradicted(): boolean {
    const mostStepMs = Math.min(this.#windowMs, this.#moments.mostGapMs / (1 - unevenness));
    return this.#leastStepMs > mostStepMs + this.#slackMs;
  }

  count(sent: number): void {
    const time = Math.max(sent, this.#at);
    const refill = ((time - this.#at) * this.#limit) / this.#windowMs;
    this.#level = Math.min(this.#limit, this.#level + refill) - 1;
    this.#at = time;
    this.#moments.count(sent);
  }

  see(sent: number, received: number, remaining: number): void {
    this.#moments.see(sent, received, remaining);
    const level = remaining + 1 - tolerance;
    const dueMs = ((level - this.#level) * this.#windowMs) / this.#limit;
    const stepMs = level > this.#limit ? Number.POSITIVE_INFINITY : dueMs - (received - this.#at);
    this.#leastStepMs = Math.max(this.#leastStepMs, stepMs);
  }
}

const mostTimes = 50_000;

/** A request counts at least until it is `spanMs` old: as a whole, or for less the older it is. */
class Sliding implements RemainingBound {
  readonly #limit: number;
  readonly #spanMs: number;
  readonly #fadesPerMs: number;
  #times: number[] = [];
  #oldest = 0;
  #sum = 0;
  contradicted = false;

  constructor(limit: number, spanMs: number, counts: 'as a whole' | 'for less and less') {
    this.#limit = limit;
    this.#spanMs = spanMs;
    this.#fadesPerMs = counts === 'as a whole' ? 0 : 1 / spanMs;
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
    const weight = counted - (counted * received - this.#sum) * this.#fadesPerMs;
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

/** The upper bounds of `Remaining` of the permitted limiters: no permitted limiter exceeds all of them. */
export function boundsOnRemaining(limit: number, windowMs: number): readonly RemainingBound[] {
  const allowance = allowanceOf(limit, windowMs);
  const { slackMs, tickMs } = allowance;
  const blurMs = slackMs + tickMs;
  return [
    new FullAtOnce(limit, windowMs - cutMs(allowance)),
    // The log that forgets earliest: with two segments, it forgets requests at the end of one half a window later.
    new Sliding(limit, windowMs / 2 - blurMs, 'as a whole'),
    // Refilled evenly, or in steps of any length up to the window.
    new Refill(limit, windowMs, slackMs),
    // With any number of segments, a request at the end of a segment has the lowest weight.
    new Sliding(limit, windowMs - blurMs, 'for less and less'),
  ];
}
