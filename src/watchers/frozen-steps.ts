import type { ServedRequest } from './remaining-series.ts';

const stepsNeeded = 30;
const mostRefillAStep = 0.2;
const servedBefore = 3;

/**
 * Quick steps from one served request to the next, in which Remaining could hardly be refilled.
 *
 * Where others use the key, a sliding log may give back what they spent a window ago, and so hide one step or
 * many; that it hides every one of thirty, whenever they come, is no chance. Steps soon after a refused
 * request are left out, since its charge may be refunded late.
 */
export class FrozenSteps {
  readonly #limit: number;
  readonly #windowMs: number;
  #quick = 0;
  #down = 0;
  #streak = 0;
  #last: ServedRequest | null = null;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Another request of the key came between: a refused one, or one whose figure is of another limit. */
  interrupt(): void {
    this.#streak = 0;
  }

  see(request: ServedRequest): void {
    const last = this.#last;
    this.#last = request;
    this.#streak = last !== null && request.sent >= last.received ? this.#streak + 1 : 0;
    if (last === null || this.#streak === 0) {
      return;
    }
    if (request.remaining < last.remaining) {
      this.#down += 1;
    }
    const isQuick = (this.#limit * (request.received - last.sent)) / this.#windowMs <= mostRefillAStep;
    if (isQuick && this.#streak >= servedBefore && last.remaining > 0) {
      this.#quick += 1;
    }
  }

  get frozen(): boolean {
    return this.#quick >= stepsNeeded && this.#down === 0;
  }

  /** Steps at which the figure was seen to go down. */
  get down(): number {
    return this.#down;
  }
}
