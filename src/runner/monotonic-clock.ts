/**
 * Now, in ms of a clock that never steps, whatever is done to the time of day. All threads of a process read the same
 * one, unlike `performance.now()`, which counts from the start of its thread.
 */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

/** Converts a time of `monotonicMs` to `performance.now()` of this thread. */
export function inThisThread(momentMs: number): number {
  return performance.now() - (monotonicMs() - momentMs);
}

/** A duration in whole ms since a moment of `monotonicMs`. */
export function elapsedMs(sinceMs: number): number {
  return Math.round(monotonicMs() - sinceMs);
}
