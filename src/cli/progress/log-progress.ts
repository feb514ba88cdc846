import type { Progress } from './drawn-lines.ts';
import { advance, currentWait, newProgress, type Wait } from './progress-state.ts';
import { statusLine } from './progress-text.ts';

const everyMs = 10_000;
const columns = 160;

/**
 * Writes a line on the progress of a run every 10 s, and only one for each wait. A shorter run writes nothing.
 *
 * @param selected the ids that the run decides
 */
export function logProgress(selected: readonly string[], write: (line: string) => void): Progress {
  const state = newProgress(selected, Date.now());
  let lastWait: Wait | null = null;
  const timer = setInterval(() => {
    const wait = currentWait(state, Date.now());
    if (wait === null || wait !== lastWait) {
      write(statusLine(state, Date.now(), columns));
    }
    lastWait = wait;
  }, everyMs);
  return {
    see: (event) => advance(state, event, Date.now()),
    note: write,
    end: () => clearInterval(timer),
  };
}
