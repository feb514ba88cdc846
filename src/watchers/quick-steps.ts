import type { Operation } from '../exchange/exchange.ts';
import type { ServedRequest } from './remaining-series.ts';
import { StepContrast } from './step-contrast.ts';
import { type Habit, StepTally } from './step-tally.ts';

const mostRefillAStep = 0.2;
const servedBefore = 3;

/** A wrong way to count that shows in every step. */
export interface SteadyFault {
  readonly habit: Habit;
  /** The operation that is counted so, or `null` for all of them. */
  readonly operation: Operation | null;
}

/**
 * Quick steps from one served request to the next, in which Remaining could hardly be refilled, under one
 * figure of Limit.
 *
 * Others who use the key may hide one step or many: what they spent a window ago may come back, what they
 * spend now is missing. That they hide every one of thirty, in the same way, is no chance. Steps soon after a
 * refused request are left out, since its charge may be refunded late.
 */
export class QuickSteps {
  readonly #refillPerMs: number;
  readonly #windowMs: number;
  readonly #tallies = new Map<Operation | null, StepTally>();
  readonly #contrast = new StepContrast();
  #streak = 0;
  #down = 0;
  #last: ServedRequest | null = null;
  #firstSent: number | null = null;

  constructor(limit: number, windowMs: number) {
    this.#refillPerMs = limit / windowMs;
    this.#windowMs = windowMs;
  }

  /** Another request of the key came between: a refused one, or one whose figure is of another limit. */
  interrupt(): void {
    this.#last = null;
    this.#streak = 0;
    this.#contrast.interrupt();
  }

  see(request: ServedRequest, operation: Operation): SteadyFault | null {
    const last = this.#last;
    this.#last = request;
    this.#firstSent ??= request.sent;
    this.#streak = last !== null && request.sent >= last.received ? this.#streak + 1 : 0;
    if (last === null || this.#streak === 0) {
      this.#contrast.interrupt();
      return null;
    }
    const drop = last.remaining - request.remaining;
    this.#down += drop > 0 ? 1 : 0;
    const refill = this.#refillPerMs * (request.received - last.sent);
    const isUndisturbed = this.#streak >= servedBefore && last.remaining > 0;
    const isTelling = refill <= mostRefillAStep && isUndisturbed;
    // Later its own first requests may come back in time with the newest.
    const isEarly = request.received - this.#firstSent < this.#windowMs;
    const uncounted = isUndisturbed && isEarly ? this.#contrast.see(last, request, operation) : null;
    return (
      this.#add(null, drop, refill, isTelling) ??
      this.#add(operation, drop, refill, isTelling) ??
      (uncounted === null ? null : { habit: 'frozen', operation: uncounted })
    );
  }

  /** Steps at which the figure was seen to go down. */
  get down(): number {
    return this.#down;
  }

  #add(operation: Operation | null, drop: number, refill: number, isTelling: boolean): SteadyFault | null {
    const tally = this.#tallies.get(operation) ?? new StepTally();
    this.#tallies.set(operation, tally);
    tally.add(drop, refill, isTelling);
    const { habit } = tally;
    return habit === null ? null : { habit, operation };
  }
}
