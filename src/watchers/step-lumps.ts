const minLumps = 3;
const minHidden = 25;

/**
 * Finds a count that goes down in lumps, such as one that is rounded: Remaining stands for many requests, and every
 * change is a multiple of the same number above one.
 *
 * Other clients of the key use any number of requests meanwhile, so their requests make some changes odd ones. A refill
 * between two requests may hide one of them, but hides no more in all than it restores.
 */
export class StepLumps {
  #divisor = 0;
  #lumps = 0;
  #hidden = 0;
  #refill = 0;

  /**
   * Adds an undisturbed step.
   *
   * @param refill the maximum number of requests that a limiter may have restored meanwhile
   */
  add(drop: number, refill: number): void {
    this.#divisor = greatestCommonDivisor(this.#divisor, Math.abs(drop));
    this.#lumps += drop > 0 ? 1 : 0;
    this.#hidden += drop === 0 ? 1 : 0;
    this.#refill += refill;
  }

  /** The number that all changes are multiples of, if there are lumps; `null` if not. */
  get size(): number | null {
    return this.#divisor > 1 && this.#lumps >= minLumps && this.#hidden >= minHidden ? this.#divisor : null;
  }

  /** Whether there are lumps, and a steady refill hides too few requests to explain those between them. */
  get areMoreThanRefilled(): boolean {
    return this.size !== null && this.#hidden > this.#refill + 1;
  }
}

function greatestCommonDivisor(one: number, other: number): number {
  let [larger, smaller] = [one, other];
  while (smaller > 0) {
    [larger, smaller] = [smaller, larger % smaller];
  }
  return larger;
}
