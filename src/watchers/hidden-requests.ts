import type { ServedRequest } from './remaining-series.ts';

/** Chance and rounding explain fewer. */
const fewestHidden = 40;
/** With fewer that it shows, Remaining stands still. */
const fewestShown = 5;
/** The ratio of hidden requests to those that a refill could have restored, above which it did not restore them. */
const minRatio = 1.5;

/**
 * Counts served requests that Remaining does not show, in a stretch in which each one lowers it by one or not at all, as
 * if two processes in turn had a count each.
 *
 * A refill in steps would raise Remaining by more than the request lowers it, so here it restores one request at a time,
 * as quickly as the limit allows. Within a window any other limiter restores at most what the key had used before.
 */
export class HiddenRequests {
  readonly #limit: number;
  readonly #windowMs: number;
  #first: ServedRequest | null = null;
  #count = 0;
  #shown = 0;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** @param isConclusive whether the step may count against the service */
  step(last: ServedRequest, request: ServedRequest, isConclusive: boolean): void {
    const drop = last.remaining - request.remaining;
    const isWithin = this.#first === null || request.received - this.#first.sent < this.#windowMs;
    if (drop < 0 || drop > 1 || !isWithin) {
      this.#first = null;
      this.#count = 0;
      this.#shown = 0;
    } else if (isConclusive) {
      this.#first ??= last;
      this.#count += 1 - drop;
      this.#shown += drop;
    }
  }

  /** Whether no limiter explains them, if the newest request is this one. */
  areUnexplained({ received }: ServedRequest): boolean {
    if (this.#first === null || this.#count < fewestHidden || this.#shown < fewestShown) {
      return false;
    }
    const refill = (this.#limit / this.#windowMs) * (received - this.#first.sent);
    const usedBefore = this.#limit - this.#first.remaining;
    return this.#count > usedBefore && this.#count > minRatio * refill;
  }
}
