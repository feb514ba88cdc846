/**
 * The common pattern of all steps: none decreases, each decreases by the same number above one, only some do, all by
 * multiples of one number, or only some do, by one.
 */
export type Habit = 'frozen' | 'too-fast' | 'in-lumps' | 'too-slow';

const stepsToBeFrozen = 30;
const stepsToBeTooFast = 40;
const mostDrops = 8;
/** A step in which more may have been restored shows nothing about a count that stands. */
const maxRefillPerStep = 0.2;

/** Counts by how much Remaining went down from one request to the next. */
export class StepTally {
  readonly #enough: number;
  readonly #drops = new Map<number, number>();
  #largest = Number.NEGATIVE_INFINITY;
  #steps = 0;
  #refill = 0;
  #everDown = false;
  #latest = 0;
  #irregular = false;
  /** Of all undisturbed steps: the largest drop, how many have it, and how many are smaller. */
  readonly #all = { largest: 0, alike: 0, smaller: 0 };

  /** @param enough the number of steps that show that each is too large */
  constructor(enough: number = stepsToBeTooFast) {
    this.#enough = enough;
  }

  /**
   * @param refill the maximum number of requests that a limiter may have restored meanwhile
   * @param isUndisturbed whether the step may count against the service
   */
  add(drop: number, refill: number, isUndisturbed: boolean): void {
    this.#everDown ||= drop > 0;
    this.#latest = drop;
    if (isUndisturbed) {
      this.#compare(drop);
    }
    if (!isUndisturbed || refill > maxRefillPerStep || this.#irregular) {
      return;
    }
    this.#steps += 1;
    this.#refill += refill;
    this.#drops.set(drop, (this.#drops.get(drop) ?? 0) + 1);
    this.#largest = Math.max(this.#largest, drop);
    this.#irregular = this.#drops.size > mostDrops;
  }

  /** Whether all steps are alike, as those of a counting fault are, and not those that earlier clients cause. */
  get isUniform(): boolean {
    return this.#drops.size === 1;
  }

  get habit(): Habit | null {
    if (this.#isAlwaysTooFast) {
      return 'too-fast';
    }
    if (this.#steps < stepsToBeFrozen || this.#irregular) {
      return null;
    }
    if (!this.#everDown) {
      return 'frozen';
    }
    return this.#steps >= stepsToBeTooFast && this.#isTooFast ? 'too-fast' : null;
  }

  #compare(drop: number): void {
    const all = this.#all;
    if (drop > all.largest) {
      all.smaller += all.alike;
      all.largest = drop;
      all.alike = 0;
    }
    all.alike += drop === all.largest ? 1 : 0;
    all.smaller += drop < all.largest ? 1 : 0;
  }

  /** Whether all undisturbed steps are alike but one, which may be that of a new window. */
  get #areAlike(): boolean {
    return this.#all.smaller <= 1;
  }

  /**
   * However much may be restored in each step, hardly any shows it. The latest one is too fast: it is not, once another
   * client of the key has ended.
   */
  get #isAlwaysTooFast(): boolean {
    const { largest, alike, smaller } = this.#all;
    return largest > 1 && this.#latest === largest && alike + smaller >= this.#enough && this.#areAlike;
  }

  /** A refill makes some drops smaller; other clients of the key make some drops larger than the rest. */
  get #isTooFast(): boolean {
    if (this.#largest <= 1 || this.#latest !== this.#largest) {
      return false;
    }
    const smaller = this.#steps - (this.#drops.get(this.#largest) ?? 0);
    return smaller <= this.#refill + 1;
  }
}
