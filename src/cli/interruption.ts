/** What happens at Ctrl-C (SIGINT) and at SIGTERM. */
export interface InterruptionHandlers {
  /** The first time: end in order. */
  readonly first: () => void;
  /** Every further time: end at once. */
  readonly again: () => void;
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** Listens for Ctrl-C and SIGTERM. Returns what ends the listening. */
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
  for (const signal of signals) {
    process.on(signal, listener);
  }
  return () => {
    for (const signal of signals) {
      process.off(signal, listener);
    }
  };
}
