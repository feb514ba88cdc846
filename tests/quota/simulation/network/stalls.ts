import { arrivalGap, type Random } from '../random.ts';

/** The times at which a process does nothing because something else keeps it busy. */
export class Stalls {
  readonly #random: Random;
  readonly #perMs: number;
  readonly #longestMs: number;
  #fromMs = 0;
  #untilMs = 0;

  constructor(random: Random, perMs: number, longestMs: number) {
    this.#random = random;
    this.#perMs = perMs;
    this.#longestMs = longestMs;
  }

  /** When the process comes to something that is due then; asked in the order of time, more or less. */
  workedOffAt(atMs: number): number {
    if (this.#perMs === 0) {
      return atMs;
    }
    while (this.#untilMs <= atMs) {
      this.#fromMs = this.#untilMs + arrivalGap(this.#random, this.#perMs);
      this.#untilMs = this.#fromMs + this.#random() * this.#longestMs;
    }
    return atMs < this.#fromMs ? atMs : this.#untilMs;
  }
}
