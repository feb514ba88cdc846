import { newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/runner/check.ts';

/** How many creations are under way at once. */
const atOnce = { smoke: 2, normal: 6, thorough: 40 } as const;

/**
 * Creates the same animal twice, and many animals at once; then reads those by id, since of two creations that
 * raced one may be lost. Whether two ids are the same the watch sees.
 */
export async function idsAreUnique(check: Check): Promise<void> {
  const twin = newPetText(check.plainPet('pending'));
  await check.create(twin);
  await check.create(twin);
  const bodies = Array.from({ length: check.amount(atOnce) }, () => newPetText(check.plainPet('available')));
  await Promise.all(bodies.map((body) => check.create(body)));
}
