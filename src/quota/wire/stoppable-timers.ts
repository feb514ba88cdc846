const longestTimerMs = 2 ** 31 - 1;

/** Waits that end at once, by throwing, when they are stopped. */
export class StoppableTimers {
  readonly #wakers = new Set<(error: Error) => void>();
  #stopped: Error | null = null;

  /** @throws {Error} the one that `stop` was called with. */
  async wait(ms: number): Promise<void> {
    if (this.#stopped !== null) {
      throw this.#stopped;
    }
    for (let left = ms; left > 0; left -= longestTimerMs) {
      await this.#waitOnce(Math.min(left, longestTimerMs));
    }
  }

  stop(error: Error): void {
    this.#stopped = error;
    for (const wake of [...this.#wakers]) {
      wake(error);
    }
  }

  #waitOnce(ms: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const wake = (error: Error): void => {
        clearTimeout(timer);
        this.#wakers.delete(wake);
        reject(error);
      };
      const timer = setTimeout(() => {
        this.#wakers.delete(wake);
        resolve();
      }, ms);
      this.#wakers.add(wake);
    });
  }
}
