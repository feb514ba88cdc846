import { setTimeout as delay } from 'node:timers/promises';
import { RunStopped, type StopReason } from './target.ts';

const longestTimerMs = 2 ** 31 - 1;

/** The pauses of a run: all end at once, by throwing `RunStopped`, when the run is stopped. */
export class Pauses {
  readonly #stopping = new AbortController();

  /** Aborted by a `RunStopped`. */
  get signal(): AbortSignal {
    return this.#stopping.signal;
  }

  /** @throws {RunStopped} */
  readonly pause = async (ms: number): Promise<void> => {
    const { signal } = this;
    signal.throwIfAborted();
    for (let left = ms; left > 0; left -= longestTimerMs) {
      await delay(Math.min(left, longestTimerMs), undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  };

  readonly stop = (reason: StopReason): void => {
    this.#stopping.abort(new RunStopped(reason, 'the run was stopped'));
  };
}
