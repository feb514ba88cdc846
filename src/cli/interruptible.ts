import { onInterruption } from './interruption.ts';
import type { Program } from './program.ts';

const interruptionGraceMs = 10_000;

/** What shows how something stands while it lasts. */
export interface Shown {
  note(line: string): void;
  end(): void;
}

/**
 * At the first Ctrl-C what the controller stops ends in order, with a report of what was learnt; at the second one, or
 * after 10 s, the program ends at once with status 3. Returns what ends the listening.
 */
export function interruptible(controller: AbortController, shown: Shown, program: Program): () => void {
  const endAtOnce = () => {
    shown.end();
    program.exit(3);
  };
  let overdue: NodeJS.Timeout | undefined;
  const stopListening = onInterruption({
    first: () => {
      shown.note('interrupted: writing the report of what was learnt so far; Ctrl-C again ends at once');
      controller.abort();
      overdue = setTimeout(endAtOnce, interruptionGraceMs);
    },
    again: endAtOnce,
  });
  return () => {
    stopListening();
    clearTimeout(overdue);
  };
}
