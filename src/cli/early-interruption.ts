// Imports nothing, so that it is loaded before everything else.

/** The signals of Ctrl-C, of process managers, and of a closed terminal. */
export const interruptionSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Ends the process with status 3 and one line if a signal arrives before a command handles signals itself. */
export function listenEarly(): void {
  for (const signal of interruptionSignals) {
    process.on(signal, endBeforeStart);
  }
}

export function stopListeningEarly(): void {
  for (const signal of interruptionSignals) {
    process.off(signal, endBeforeStart);
  }
}

function endBeforeStart(): void {
  process.stderr.write(
    'animal-store-conformance: interrupted before the first request was sent; no report, no verdict\n',
  );
  process.exit(3);
}
