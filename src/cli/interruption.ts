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
