import { isRefusal } from '../refusal-fields.ts';

/** Counts the refusals that come in a row, and says when there are enough. */
export class RefusalsInARow {
  readonly #most: number;
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  see(status: number): void {
    if (isRefusal(status)) {
      this.#count += 1;
    } else if (status >= 200 && status < 300) {
      this.#count = 0;
    }
  }

  get enough(): boolean {
    return this.#count >= this.#most;
  }
}
