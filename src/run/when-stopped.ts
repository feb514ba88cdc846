import type { StopReason } from '../target/target.ts';

/** The signals that end a run early. */
export interface StopSignals {
  /** The user interrupted it. */
  readonly signal: AbortSignal;
  /** Its time is over. */
  readonly timeUp: AbortSignal;
}

/**
 * Calls `stop` when the run is stopped, immediately if it already was. Returns a function that removes the listener.
 */
export function whenStopped(
  { signal, timeUp }: Pick<StopSignals, 'signal'> & Partial<StopSignals>,
  stop: (reason: StopReason) => void,
): () => void {
  const interrupt = (): void => stop('interrupted');
  const end = (): void => stop('max-time');
  for (const [source, onAbort] of [[signal, interrupt] as const, [timeUp, end] as const]) {
    if (source?.aborted) {
      // A signal that was aborted before calls no new listener.
      onAbort();
    }
    source?.addEventListener('abort', onAbort, { once: true });
  }
  return () => {
    signal.removeEventListener('abort', interrupt);
    timeUp?.removeEventListener('abort', end);
  };
}
