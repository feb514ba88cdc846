import { readPet } from '../../src/history/pet.ts';
import type { Check } from '../../src/runner/check.ts';

/** The id that a service with consecutive ids assigns next, or `null` if it assigns them otherwise. */
function nextId(check: Check): bigint | null {
  const [before, newest] = check.session.history.created.slice(-2);
  return before !== undefined && newest?.id === before.id + 1n ? newest.id + 1n : null;
}

/**
 * Requests the next id before and after the creation of its animal, to detect a cached 404. The watches judge the
 * responses. Stops if the ids are not consecutive, or if another client takes the id.
 */
export async function isFoundOnceCreated(check: Check): Promise<void> {
  const next = nextId(check);
  if (next === null || (await check.get(next)).status !== 404) {
    return;
  }
  const created = readPet((await check.createPlain('sold')).json);
  if (created?.id === next) {
    await check.get(next);
  }
}
