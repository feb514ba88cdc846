import { randomInt } from 'node:crypto';
import type { Check } from '../../src/suite/check.ts';

/** The delay after the first creation, enough for a rollback, the expiry of a cache, or a replica to catch up. */
const usualMs = 3_000;

/** Waits until the first animal of the run is that old, if the run has not taken longer already. */
export async function untilFirstAnimalIsOld({ session }: Check): Promise<void> {
  const [first] = session.history.created;
  const { lateReadingsMs = usualMs } = session.options;
  const dueMs = (first?.creation?.exchange.finishedAtMs ?? Number.NEGATIVE_INFINITY) + lateReadingsMs;
  if (dueMs > session.elapsedMs) {
    await session.pause(dueMs - session.elapsedMs);
  }
}

const maxPauseMs = 1_000;

/** Pauses for a random time of several responses, so that no other client of the key keeps pace with the run. */
export async function breakPace({ session }: Check): Promise<void> {
  const responses = randomInt(6, 19);
  await session.pause(Math.min(maxPauseMs, responses * session.quickestMs));
}
