import { verify as verifyIn } from '../../dist/src/runner/verify.js';
import { keptThreads } from '../../dist/src/self-check/kept-threads.js';

/** As the command verifies, but the suites run in a thread that has run those of earlier runs, as in `self-check`. */
export function verify(options, listener, signal) {
  return verifyIn(
    options,
    listener,
    signal,
    keptThreads(() => {}),
  );
}
