import type { Operation } from '../exchange/exchange.ts';
import { HiddenRequests } from './hidden-requests.ts';
import type { ServedRequest } from './remaining-series.ts';
import { SteadyRate, SteadySeries } from './steady-rate.ts';
import { StepContrast } from './step-contrast.ts';
import { StepLumps } from './step-lumps.ts';
import { type Habit, StepTally } from './step-tally.ts';

/** Fewer steps show that one operation costs more than others. */
const stepsOfOne = 20;
const stepsToRise = 40;
/** A larger change is a new window, or a burst of another client. */
const maxSteadyChange = 8;
/** A limiter may refund a refused request late, so the steps soon after it do not count. */
const minServedBefore = 3;

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
 * Other clients of the key may hide a step, because a sliding log restores their earlier requests, and their current
 * requests lower Remaining further. A steady client may even keep pace with the run. So the steps show a fault only if
 * they exclude every steady client, or if they hide more requests than the key had used before the run.
 */
export class QuickSteps {
  readonly #limit: number;
  readonly #windowMs: number;
  readonly #tallies = new Map<Operation | null, StepTally>();
  readonly #contrast = new StepContrast();
  readonly #lumps = new StepLumps();
  readonly #hiddenRequests = new HiddenRequests();
  /** How many undisturbed steps raise Remaining, all by the same number; `null` once one does not. */
  #rises: { readonly by: number; count: number } | null = { by: 0, count: 0 };
  readonly #earlierRate = new SteadyRate();
  readonly #earlier = new SteadySeries(this.#earlierRate);
  readonly #othersRate = new SteadyRate();
  readonly #others = new SteadySeries(this.#othersRate);
  #streak = 0;
  #down = 0;
  #hidden = 0;
  #first: ServedRequest | null = null;
  #last: ServedRequest | null = null;

  constructor(limit: number, windowMs: number) {
    this.#limit = limit;
    this.#windowMs = windowMs;
  }

  /** Ends the series at another request of the key: a refused one, or one with another Limit. */
  interrupt(): void {
    this.#last = null;
    this.#streak = 0;
    this.#interruptSeries();
  }

  see(request: ServedRequest, operation: Operation): SteadyFault | null {
    const last = this.#last;
    this.#last = request;
    this.#first ??= request;
    this.#streak = last !== null && request.sent >= last.received ? this.#streak + 1 : 0;
    if (last === null || this.#streak === 0) {
      this.#interruptSeries();
      return null;
    }
    const drop = last.remaining - request.remaining;
    this.#down += drop > 0 ? 1 : 0;
    const refill = (this.#limit / this.#windowMs) * (request.received - last.sent);
    const isUndisturbed = this.#streak >= minServedBefore && last.remaining > 0;
    // After one window a limiter may restore the first requests of the run at the rate of the latest ones.
    const isEarly = request.received - this.#first.sent < this.#windowMs;
    if (isUndisturbed) {
      this.#boundRates(last, request, drop);
      this.#countRise(-drop);
    }
    if (isUndisturbed && isEarly) {
      this.#hiddenRequests.step(drop, refill);
      this.#hidden += drop <= 0 ? 1 : 0;
      this.#contrast.step(last, request, operation);
      this.#lumps.add(drop, refill);
    }
    return (
      this.#tally(null, drop, refill, isUndisturbed) ??
      this.#tally(operation, drop, refill, isUndisturbed) ??
      (this.#lumps.areMoreThanRefilled && this.#hidesMoreThanUsedBefore
        ? { habit: 'in-lumps', operation: null }
        : null) ??
      (drop === 0 && this.#isUncounted(operation) ? { habit: 'frozen', operation } : null) ??
      (this.#alwaysRises ? { habit: 'frozen', operation: null } : null) ??
      (isEarly && this.#hiddenRequests.areUnexplained(this.#usedBefore)
        ? { habit: 'too-slow', operation: null }
        : null)
    );
  }

  #countRise(by: number): void {
    const isAlike = this.#rises !== null && by > 0 && (this.#rises.count === 0 || this.#rises.by === by);
    this.#rises = isAlike ? { by, count: (this.#rises?.count ?? 0) + 1 } : null;
  }

  /** A bucket that is not full may restore more than was used in any step, but not the same in each, however long. */
  get #alwaysRises(): boolean {
    return this.#rises !== null && this.#rises.count >= stepsToRise && this.#earlierRate.isExcluded;
  }

  /** The number of steps in which Remaining decreased. */
  get down(): number {
    return this.#down;
  }

  /** The number that all changes of Remaining are multiples of, if it changes in lumps; `null` if not. */
  get lumpSize(): number | null {
    return this.#lumps.size;
  }

  #interruptSeries(): void {
    this.#earlier.interrupt();
    this.#others.interrupt();
    this.#contrast.interrupt();
  }

  #boundRates(last: ServedRequest, request: ServedRequest, drop: number): void {
    stepOrInterrupt(this.#earlier, last, request, 1 - drop);
    if (request.remaining > 0) {
      stepOrInterrupt(this.#others, last, request, drop - 1);
    } else {
      // Requests of others may have been refused since nothing was left.
      this.#others.interrupt();
    }
  }

  #tally(
    operation: Operation | null,
    drop: number,
    refill: number,
    isUndisturbed: boolean,
  ): SteadyFault | null {
    let tally = this.#tallies.get(operation);
    if (tally === undefined) {
      tally = new StepTally(operation === null ? undefined : stepsOfOne);
      this.#tallies.set(operation, tally);
    }
    tally.add(drop, refill, isUndisturbed);
    const { habit, isUniform } = tally;
    return habit !== null && this.#isFault(habit, isUniform, operation) ? { habit, operation } : null;
  }

  #isFault(habit: Habit, isUniform: boolean, operation: Operation | null): boolean {
    if (habit === 'too-fast') {
      return this.#othersRate.isExcluded && (operation === null || this.#contrast.costsMore(operation));
    }
    return operation === null
      ? this.#hidesMoreThanUsedBefore || (isUniform && this.#earlierRate.isExcluded)
      : this.#hidesMoreThanUsedBefore && (this.#earlierRate.isExcluded || this.#hidesMoreThanRefilled);
  }

  #isUncounted(operation: Operation): boolean {
    return (
      this.#hidesMoreThanUsedBefore && this.#earlierRate.isExcluded && this.#contrast.isUncounted(operation)
    );
  }

  /** A bucket whose refill keeps time with the requests may hide every step of one operation. */
  get #hidesMoreThanRefilled(): boolean {
    const lastedMs = (this.#last?.received ?? 0) - (this.#first?.sent ?? 0);
    return this.#hidden > (this.#limit / this.#windowMs) * lastedMs + 1;
  }

  /** In the first window a limiter without a steady refill restores at most what the key had used before. */
  get #hidesMoreThanUsedBefore(): boolean {
    return this.#first !== null && this.#hidden > this.#usedBefore;
  }

  get #usedBefore(): number {
    return this.#limit - (this.#first?.remaining ?? 0);
  }
}

function stepOrInterrupt(
  series: SteadySeries,
  last: ServedRequest,
  request: ServedRequest,
  count: number,
): void {
  if (count >= 0 && count <= maxSteadyChange) {
    series.step(last, request, count);
  } else {
    series.interrupt();
  }
}
