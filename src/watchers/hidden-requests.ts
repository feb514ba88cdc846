/** Chance and rounding explain fewer. */
const fewestHidden = 40;
/** With fewer that it shows, Remaining is frozen. */
const fewestShown = 5;
/** The ratio of hidden requests to those that a refill could have restored, above which it did not restore them. */
const minRatio = 1.5;

/** More than a step with one restored request can have restored: else Remaining would have risen. */
const mostPerStep = 2;

/**
 * Counts served requests that Remaining does not show, in a stretch in which each one lowers it by one or not at all, as
 * if two processes in turn had a count each.
 *
 * A refill in steps would raise Remaining by more than the request lowers it, so here it restores one request at a time,
 * as quickly as the limit allows. Within a window any other limiter restores at most what the key had used before.
 */
export class HiddenRequests {
  #count = 0;
  #shown = 0;
  #refill = 0;

  /**
   * A step within the first window of the run that nothing else disturbs.
   *
   * @param drop by how much Remaining went down
   * @param refill the maximum number of requests that a bucket may have restored meanwhile
   */
  step(drop: number, refill: number): void {
    if (drop < 0 || drop > 1) {
      this.#count = 0;
      this.#shown = 0;
      this.#refill = 0;
    } else {
      this.#count += 1 - drop;
      this.#shown += drop;
      this.#refill += Math.min(refill, mostPerStep);
    }
  }

  /**
   * Whether no limiter explains them.
   *
   * @param usedBefore the requests of the key before the run
   */
  areUnexplained(usedBefore: number): boolean {
    return (
      this.#count >= fewestHidden &&
      this.#shown >= fewestShown &&
      this.#count > usedBefore &&
      this.#count > minRatio * this.#refill
    );
  }
}
