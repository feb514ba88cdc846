import type { Operation } from '../exchange/exchange.ts';
import type { ServedRequest } from './remaining-series.ts';
import { SteadyRate, SteadySeries } from './steady-rate.ts';

const minHidden = 15;
const minShown = 30;
/** The share of steps by one that shows that no other client used the key meanwhile. */
const minOnes = 0.9;
/** The number of requests that another client would have sent in those steps. */
const minExpected = 10;
/** Decreases beyond one per step, as a share of the hidden steps: requests of other clients, or late charges. */
const maxOverdrawn = 1 / 4;

interface Steps {
  count: number;
  /** Whether Remaining decreased in each step, or in none. */
  down: boolean | 'mixed';
  /** The sum of the decreases beyond one. */
  overdrawn: number;
  /** The number of decreases by one. */
  ones: number;
  durationMs: number;
}

/**
 * Finds an operation that is counted otherwise than the others: more than once while they are counted once, or not at
 * all. Of the latter, Remaining never decreases in the steps, and always in theirs. This is conclusive even if a refill
 * is likely in every single step, because it excludes every steady rate.
 */
export class StepContrast {
  readonly #steps = new Map<Operation, Steps>();
  readonly #refillRate = new SteadyRate();
  readonly #series = new SteadySeries(this.#refillRate);

  interrupt(): void {
    this.#series.interrupt();
  }

  step(from: ServedRequest, to: ServedRequest, operation: Operation): void {
    const drop = from.remaining - to.remaining;
    if (drop === 0 || drop === 1) {
      this.#series.step(from, to, 1 - drop);
    } else {
      this.#series.interrupt();
    }
    // Remaining increases at a new window, and at the refill of a limiter with larger steps.
    if (drop >= 0) {
      this.#count(operation, drop, to.received - from.sent);
    }
  }

  #count(operation: Operation, drop: number, durationMs: number): void {
    const down = drop > 0;
    const steps = this.#steps.get(operation) ?? { count: 0, down, overdrawn: 0, ones: 0, durationMs: 0 };
    this.#steps.set(operation, steps);
    steps.count += 1;
    steps.down = steps.down === down ? down : 'mixed';
    steps.overdrawn += Math.max(0, drop - 1);
    steps.ones += drop === 1 ? 1 : 0;
    steps.durationMs += durationMs;
  }

  /**
   * Whether the other operations lower Remaining by one: another client of the key would have sent requests in their
   * steps too, as many as in the time that the steps of this one took.
   */
  costsMore(operation: Operation): boolean {
    const own = this.#steps.get(operation);
    const others = [...this.#steps].flatMap(([other, steps]) => (other === operation ? [] : [steps]));
    const sum = (name: 'count' | 'ones' | 'durationMs'): number =>
      others.reduce((total, steps) => total + steps[name], 0);
    return (
      own !== undefined &&
      sum('ones') >= minOnes * sum('count') &&
      own.overdrawn * sum('durationMs') >= minExpected * own.durationMs
    );
  }

  /** Whether the service counts every operation but this one. */
  isUncounted(operation: Operation): boolean {
    const own = this.#steps.get(operation);
    const others = [...this.#steps].flatMap(([other, steps]) => (other === operation ? [] : [steps]));
    const shown = others.reduce((sum, { count }) => sum + count, 0);
    const overdrawn = others.reduce((sum, steps) => sum + steps.overdrawn, 0);
    return (
      own?.down === false &&
      own.count >= minHidden &&
      others.every(({ down }) => down === true) &&
      shown >= minShown &&
      overdrawn <= own.count * maxOverdrawn &&
      this.#refillRate.isExcluded
    );
  }
}
