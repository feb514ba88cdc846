import { RunStopped } from '../../target/target.ts';

/** Numbers the requests and connections of plans that are measured side by side. */
export class ExchangeNumbers {
  #exchanges: number;
  #connections: number;
  readonly #most: number | null;

  /** `exchanges`, `connections`: those that the run had before; `most`: requests that it may send in all. */
  constructor(before: { readonly exchanges: number; readonly connections: number }, most: number | null) {
    this.#exchanges = before.exchanges;
    this.#connections = before.connections;
    this.#most = most;
  }

  /** Requests started so far, those before included. */
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
      throw new RunStopped('max-requests', 'the run reached its request limit (--max-requests)');
    }
    const first = this.#exchanges + 1;
    this.#exchanges += count;
    return first;
  }

  nextConnection(): number {
    this.#connections += 1;
    return this.#connections;
  }
}
