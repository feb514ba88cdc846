import type { Program } from './command.ts';
import { interruptionSignals, stopListeningEarly } from './early-interruption.ts';

/** What happens at Ctrl-C (SIGINT), at SIGTERM, and at SIGHUP, when the terminal closes. */
export interface InterruptionHandlers {
  /** The first time: end in order. */
  readonly first: () => void;
  /** Every further time: end at once. */
  readonly again: () => void;
}

/**
 * Listens for these signals, alone: libraries that would end the process at a signal are kept from
 * listening. Returns what ends the listening.
 */
export function onInterruption(handlers: InterruptionHandlers): () => void {
  let count = 0;
  const listener = () => {
    count += 1;
    if (count === 1) {
      handlers.first();
    } else {
      handlers.again();
    }
  };
  const isSignal = (event: string | symbol) => interruptionSignals.some((signal) => signal === event);
  const keepAlone = (event: string | symbol, other: (...args: unknown[]) => void) => {
    if (isSignal(event) && other !== listener) {
      // It is told before the listener is there.
      queueMicrotask(() => process.off(event, other));
    }
  };
  for (const signal of interruptionSignals) {
    process.on(signal, listener);
  }
  stopListeningEarly();
  process.on('newListener', keepAlone);
  return () => {
    process.off('newListener', keepAlone);
    for (const signal of interruptionSignals) {
      process.off(signal, listener);
    }
  };
}

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
