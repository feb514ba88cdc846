import type { Operation } from '../exchange/exchange.ts';
import type { ServedRequest } from './remaining-series.ts';
import { SteadyRate, SteadySeries } from './steady-rate.ts';

const minHidden = 15;
const minShown = 30;
/** Decreases beyond one per step, as a share of the hidden steps: requests of other clients, or late charges. */
const maxOverdrawn = 1 / 4;

interface Steps {
  count: number;
  /** Whether Remaining decreased in each step, or in none. */
  down: boolean | 'mixed';
  /** The sum of the decreases beyond one. */
  overdrawn: number;
}

/**
 * Finds an operation that is not counted while the others are: Remaining never decreases in its steps, and always in
 * theirs. This is conclusive even if a refill is likely in every single step, because it excludes every steady rate.
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
      this.#count(operation, drop);
    }
  }

  #count(operation: Operation, drop: number): void {
    const down = drop > 0;
    const steps = this.#steps.get(operation) ?? { count: 0, down, overdrawn: 0 };
    this.#steps.set(operation, steps);
    steps.count += 1;
    steps.down = steps.down === down ? down : 'mixed';
    steps.overdrawn += Math.max(0, drop - 1);
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
