import { RunStopped, type StopReason } from '../target/target.ts';

/** Pauses that end at once, by throwing `RunStopped`, when the run is stopped. */
export interface PauseSource {
  readonly pause: (ms: number) => Promise<void>;
  readonly stop: (reason: StopReason) => void;
}

/** Makes the pauses of one run. */
export function pauseSource(): PauseSource {
  let stopped: RunStopped | null = null;
  const wakers = new Set<(stop: RunStopped) => void>();
  return {
    pause: (ms) =>
      new Promise((resolve, reject) => {
        if (stopped !== null) {
          reject(stopped);
          return;
        }
        const timer = setTimeout(() => {
          wakers.delete(wake);
          resolve();
        }, ms);
        const wake = (stop: RunStopped): void => {
          clearTimeout(timer);
          reject(stop);
        };
        wakers.add(wake);
      }),
    stop: (reason) => {
      stopped = new RunStopped(reason, 'the run was stopped');
      for (const wake of wakers) {
        wake(stopped);
      }
      wakers.clear();
    },
  };
}
