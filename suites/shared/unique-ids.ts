import { newPetText } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/runner/check.ts';

/** How many creations are under way at once. */
const atOnce = { smoke: 2, normal: 6, thorough: 40 } as const;

/**
 * Creates the same animal twice, and many animals at once; then reads those by id, since of two creations that
 * raced one may be lost. Whether two ids are the same the watch sees.
 */
export async function idsAreUnique(check: Check): Promise<void> {
  if (check.session.options.effort !== 'smoke') {
    await createTwice(check);
  }
  const bodies = Array.from({ length: check.amount(atOnce) }, () => newPetText(check.plainPet('available')));
  await Promise.all(bodies.map((body) => check.create(body)));
}

async function createTwice(check: Check): Promise<void> {
  const twin = newPetText(check.plainPet('pending'));
  const first = await check.create(twin);
  const second = await check.create(twin);
  // That the same animal is there already may be taken for an invalid value; anything but a 400 is not shown.
  if (first.status === 201 && second.status !== 201 && second.status !== 400) {
    check.session.report({
      requirement: 'create/accepts-valid',
      kind: `same-again-status-${second.status}`,
      message: `A valid creation with the body of an earlier one is answered ${second.status}`,
      expected: '201 and a Pet',
      actual: second.summary,
      exchange: second.exchange.number,
      related: [{ role: 'the earlier one', exchange: first.exchange.number }],
    });
  }
}
