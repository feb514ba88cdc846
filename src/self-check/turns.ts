/** Lets only so many at a time do something, in the order in which they asked. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  /** @param atOnce how many have a turn at the same time */
  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Resolves with what ends the turn; ending it again has no effect. */
  async next(): Promise<() => void> {
    if (this.#free > 0) {
      this.#free -= 1;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    let isOver = false;
    return () => {
      if (isOver) {
        return;
      }
      isOver = true;
      const following = this.#waiting.shift();
      if (following === undefined) {
        this.#free += 1;
      } else {
        following();
      }
    };
  }
}
