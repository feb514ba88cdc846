/**
 * Estimates how a server's clock stands to ours, from the `Date` of its answers.
 *
 * `Date` is cut to whole seconds and was written between sending and receiving: each answer bounds the
 * difference, and several bound it closer. Ours is a monotonic clock in ms.
 */
export class ServerClock {
  #least: number;
  #told = false;

  /** `epochAtZeroMs`: what our wall clock showed (ms since 1970) when the monotonic clock showed 0. */
  constructor(epochAtZeroMs: number) {
    this.#least = epochAtZeroMs;
  }

  see(dateMs: number, sentAtMs: number, receivedAtMs: number): void {
    const least = dateMs - receivedAtMs;
    const most = dateMs + 1000 - sentAtMs;
    // Where it is behind what was known, the clock was set, or another server answers: only the newest bound holds.
    this.#least = this.#told && most >= this.#least ? Math.max(least, this.#least) : least;
    this.#told = true;
  }

  /** The instant of our clock at which the server's surely shows `epochMs`. */
  ours(epochMs: number): number {
    return epochMs - this.#least;
  }

  /** What the server's clock shows at an instant of ours, at the least. */
  theirs(nowMs: number): number {
    return nowMs + this.#least;
  }
}
