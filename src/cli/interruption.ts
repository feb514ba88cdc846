import type { Program } from './command.ts';
import { interruptionSignals, stopListeningEarly } from './early-interruption.ts';
import type { Progress } from './progress/live-lines.ts';

/**
 * Listens for Ctrl-C (SIGINT), SIGTERM, and SIGHUP, when the terminal closes. Returns a function that ends the
 * listening.
 *
 * @param handlers `first` ends in order; `again`, at every further signal, immediately
 */
export function onInterruption(handlers: { readonly first: () => void; readonly again: () => void }) {
  let handle = () => {
    handle = handlers.again;
    handlers.first();
  };
  const listener = () => handle();
  for (const signal of interruptionSignals) {
    process.on(signal, listener);
  }
  stopListeningEarly();
  return () => {
    for (const signal of interruptionSignals) {
      process.off(signal, listener);
    }
  };
}

/** On a busy machine, everything takes longer, as the start of this process did. */
const graceMs = Math.max(10_000, 40 * performance.now());

/**
 * Runs work that its signal can end early. The first Ctrl-C ends it in order, with a report of the results so far; the
 * second one, or 10 s (more on a busy machine), ends the program immediately with status 3.
 */
export async function interruptibly<Result>(
  shown: Pick<Progress, 'note' | 'end'>,
  program: Pick<Program, 'exit'>,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const endAtOnce = () => {
    shown.end();
    program.exit(3);
  };
  let overdue: NodeJS.Timeout | undefined;
  const stopListening = onInterruption({
    first: () => {
      shown.note(
        'interrupted: writing a report of the results so far; press Ctrl-C again to stop immediately',
      );
      controller.abort();
      overdue = setTimeout(() => {
        shown.note(`no report after ${Math.round(graceMs / 1000)} s: stopping immediately`);
        endAtOnce();
      }, graceMs);
    },
    again: endAtOnce,
  });
  try {
    return await work(controller.signal);
  } finally {
    stopListening();
    clearTimeout(overdue);
    shown.end();
  }
}
