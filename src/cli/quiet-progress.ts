import type { LoadProgress } from './load-progress.ts';
import type { Progress } from './progress.ts';
import type { Screen } from './terminal.ts';

/** Shows nothing of what happens but what has to be said. */
export function quietProgress(screen: Screen): Progress & LoadProgress {
  const nothing = (): void => {};
  return {
    see: nothing,
    event: nothing,
    tick: nothing,
    note: (line) => screen.write(`${line}\n`),
    end: nothing,
  };
}
