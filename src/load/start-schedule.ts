/**
 * The times at which an open loop starts its requests, in ms since its beginning: evenly spaced, whatever the answers
 * do. During the ramp the rate grows evenly from 0 to its height.
 */
export class StartSchedule {
  readonly #perMs: number;
  readonly #rampMs: number;
  /** Requests that the ramp takes. */
  readonly #inRamp: number;

  /** @param perSecond requests a second, above 0 */
  constructor(perSecond: number, rampMs: number) {
    this.#perMs = perSecond / 1000;
    this.#rampMs = rampMs;
    this.#inRamp = (this.#perMs * rampMs) / 2;
  }

  /** When the request number 0, 1, 2, … is to be started. */
  startOf(index: number): number {
    return index < this.#inRamp
      ? Math.sqrt((2 * index * this.#rampMs) / this.#perMs)
      : this.#rampMs + (index - this.#inRamp) / this.#perMs;
  }
}
