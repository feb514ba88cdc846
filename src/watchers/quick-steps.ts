import type { Operation } from '../exchange/exchange.ts';
import type { ServedRequest } from './remaining-series.ts';
import { StepContrast } from './step-contrast.ts';
import { type Habit, StepTally } from './step-tally.ts';

const mostRefillAStep = 0.2;
const servedBefore = 3;

/** A counting fault in every step. */
export interface SteadyFault {
  readonly habit: Habit;
  /** The operation with this fault, or `null` for all operations. */
  readonly operation: Operation | null;
}

/**
 * Judges steps: the change of Remaining between consecutive served requests with the same Limit. Conclusive steps are so
 * quick that a refill is unlikely.
 *
 * Other clients of the key may hide a step: a limiter may restore their earlier requests, and their current requests
 * lower Remaining further. They do not hide thirty steps in the same way by chance. Steps soon after a refused request
 * do not count, because a limiter may refund it late.
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

  /** Ends the series at another request of the key: a refused one, or one with another Limit. */
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
    const isConclusive = refill <= mostRefillAStep && isUndisturbed;
    // After one window a limiter may restore the first requests of the run at the rate of the latest ones.
    const isEarly = request.received - this.#firstSent < this.#windowMs;
    const uncounted = isUndisturbed && isEarly ? this.#contrast.see(last, request, operation) : null;
    return (
      this.#add(null, drop, refill, isConclusive) ??
      this.#add(operation, drop, refill, isConclusive) ??
      (uncounted === null ? null : { habit: 'frozen', operation: uncounted })
    );
  }

  /** The number of steps in which Remaining decreased. */
  get down(): number {
    return this.#down;
  }

  #add(operation: Operation | null, drop: number, refill: number, isConclusive: boolean): SteadyFault | null {
    const tally = this.#tallies.get(operation) ?? new StepTally();
    this.#tallies.set(operation, tally);
    tally.add(drop, refill, isConclusive);
    const { habit } = tally;
    return habit === null ? null : { habit, operation };
  }
}
