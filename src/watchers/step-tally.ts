/** The common pattern of all steps: none decreases, or each decreases by the same number above one. */
export type Habit = 'frozen' | 'too-fast';

const stepsToBeFrozen = 30;
const stepsToBeTooFast = 40;
const mostDrops = 8;

/** Counts by how much Remaining went down from one request to the next. */
export class StepTally {
  readonly #drops = new Map<number, number>();
  #steps = 0;
  #refill = 0;
  #everDown = false;
  #irregular = false;

  /**
   * @param refill the maximum number of requests that a limiter may have restored meanwhile
   * @param isConclusive whether the step may count against the service
   */
  add(drop: number, refill: number, isConclusive: boolean): void {
    this.#everDown ||= drop > 0;
    if (!isConclusive || this.#irregular) {
      return;
    }
    this.#steps += 1;
    this.#refill += refill;
    this.#drops.set(drop, (this.#drops.get(drop) ?? 0) + 1);
    this.#irregular = this.#drops.size > mostDrops;
  }

  get habit(): Habit | null {
    if (this.#steps < stepsToBeFrozen || this.#irregular) {
      return null;
    }
    if (!this.#everDown) {
      return 'frozen';
    }
    return this.#steps >= stepsToBeTooFast && this.#isTooFast() ? 'too-fast' : null;
  }

  /** A refill makes a drop smaller now and then; others who use the key make some drops larger than the rest. */
  #isTooFast(): boolean {
    const largest = Math.max(...this.#drops.keys());
    const smaller = this.#steps - (this.#drops.get(largest) ?? 0);
    return largest > 1 && smaller <= this.#refill + 1;
  }
}
