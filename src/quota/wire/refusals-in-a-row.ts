/**
 * Counts the refusals that come in a row, and says when there are enough: answers 429, and others that a limit
 * or a ban may bring in its place.
 */
export class RefusalsInARow {
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  see(status: number): void {
    if (status === 429 || status === 403 || status >= 500) {
      this.#count += 1;
    } else if (status >= 200 && status < 300) {
      this.#count = 0;
    }
  }

  get enough(): boolean {
    return this.#count >= this.#most;
  }
}
