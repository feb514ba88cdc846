import { randomInt } from 'node:crypto';
import type { KnownAnimal } from '../../src/animals/animal-history.ts';
import type { Check } from '../../src/suite/check.ts';

/** The delay after a creation, enough for a rollback, the expiry of a cache, or a replica to catch up. */
const usualMs = 3_000;

/** Waits until an animal of the run is that old, if the run has not taken longer already. */
export async function untilOld({ session }: Check, animal: KnownAnimal | undefined): Promise<void> {
  const { lateReadingsMs = usualMs } = session.options;
  const dueMs = (animal?.creation?.exchange.finishedAtMs ?? Number.NEGATIVE_INFINITY) + lateReadingsMs;
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

/**
 * The rounds in which a deviation must show, each after a pause in shares of the consistency grace. They have no common
 * ratio, so that nothing which changes back and forth keeps step with them, and are longer than the grace together, so
 * that no list of one moment is seen in all of them.
 */
export const rounds = [0, 0.15, 0.35, 0.65] as const;

export async function pauseBefore(check: Check, round: (typeof rounds)[number]): Promise<void> {
  await check.session.pause(round * check.options.consistencyGraceMs);
}
