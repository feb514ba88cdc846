import { RunStopped } from './target.ts';

/** Numbers the requests and connections of a run, whichever client sends them. */
export class ExchangeNumbers {
  #exchanges = 0;
  #connections = 0;
  readonly #most: number | null;

  /** @param most the maximum number of requests of the run, or `null` */
  constructor(most: number | null) {
    this.#most = most;
  }

  /** Requests started so far. */
  get requestsSent(): number {
    return this.#exchanges;
  }

  /**
   * Reserves numbers for that many requests and returns the first.
   *
   * @throws {RunStopped} if the run may not send that many; none is reserved.
   */
  take(count: number): number {
    if (this.#most !== null && this.#exchanges + count > this.#most) {
      throw new RunStopped('max-requests');
    }
    const first = this.#exchanges + 1;
    this.#exchanges += count;
    return first;
  }

  readonly nextConnection = (): number => {
    this.#connections += 1;
    return this.#connections;
  };
}
