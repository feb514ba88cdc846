import type { Operation } from '../exchange/exchange.ts';
import type { ServedRequest } from './remaining-series.ts';

const fewestOfOne = 15;
const fewestOfOthers = 30;
/** What others used meanwhile, or a request that overlapped, as a share of the steps of the operation. */
const mostOverdrawn = 1 / 4;
/** By how much the rates of refill that the steps ask for have to differ. */
const rateMargin = 2;

interface Steps {
  count: number;
  /** Whether Remaining went down in each of them, or in none. */
  down: boolean | 'mixed';
  /** By how much more than one it went down in all of them together: what was not counted may be charged later. */
  overdrawn: number;
}

/**
 * Finds an operation that is not counted while the others are: Remaining never goes down in its steps, and by one in
 * the steps of the others. So this decides also where a refill is likely in every single step.
 *
 * A steady refill may hide the steps of one operation, if it keeps time with the requests. It has a rate then: fast
 * enough for the steps that it hides, and so slow that it hides none in the longest series of steps that show. If no
 * rate is both, it is no refill. What others give back, who used the key a window ago, keeps no time.
 */
export class StepContrast {
  readonly #steps = new Map<Operation, Steps>();
  /** Where the series of steps began, and how many steps of it were hidden. */
  #series: { readonly start: ServedRequest; hidden: number } | null = null;
  /** Where the newest steps began that all show. */
  #shown: ServedRequest | null = null;
  /** Refills per ms: at least so many, and at most. */
  #leastRate = 0;
  #mostRate = Number.POSITIVE_INFINITY;

  /** Another request came between. */
  interrupt(): void {
    this.#series = null;
    this.#shown = null;
  }

  /** @returns the operation that is not counted, or `null` */
  see(last: ServedRequest, request: ServedRequest, operation: Operation): Operation | null {
    const drop = last.remaining - request.remaining;
    // Remaining that rises is another window's, or that of a limiter refilled in larger steps.
    if (drop < 0) {
      this.interrupt();
      return null;
    }
    this.#count(operation, drop);
    this.#boundRate(last, request, drop);
    return drop === 0 && this.#isUncounted(operation) ? operation : null;
  }

  #count(operation: Operation, drop: number): void {
    const down = drop > 0;
    const steps = this.#steps.get(operation) ?? { count: 0, down, overdrawn: 0 };
    this.#steps.set(operation, steps);
    steps.count += 1;
    steps.down = steps.down === down ? down : 'mixed';
    steps.overdrawn += Math.max(0, drop - 1);
  }

  /** Rounding to whole requests hides one step more or less than the refill. */
  #boundRate(last: ServedRequest, request: ServedRequest, drop: number): void {
    this.#series ??= { start: last, hidden: 0 };
    this.#series.hidden += drop === 0 ? 1 : 0;
    const longestMs = request.received - this.#series.start.sent;
    this.#leastRate = Math.max(this.#leastRate, (this.#series.hidden - 1) / longestMs);
    this.#shown = drop === 1 ? (this.#shown ?? last) : null;
    if (this.#shown !== null) {
      const shortestMs = request.sent - this.#shown.received;
      this.#mostRate = Math.min(this.#mostRate, 1 / Math.max(shortestMs, Number.MIN_VALUE));
    }
  }

  #isUncounted(operation: Operation): boolean {
    const own = this.#steps.get(operation);
    const others = [...this.#steps].flatMap(([other, steps]) => (other === operation ? [] : [steps]));
    const counted = others.reduce((sum, { count }) => sum + count, 0);
    const overdrawn = others.reduce((sum, steps) => sum + steps.overdrawn, 0);
    return (
      own?.down === false &&
      own.count >= fewestOfOne &&
      others.every(({ down }) => down === true) &&
      counted >= fewestOfOthers &&
      overdrawn <= own.count * mostOverdrawn &&
      this.#leastRate >= rateMargin * this.#mostRate
    );
  }
}
