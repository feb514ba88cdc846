import { describe } from 'vitest';
import { petStatuses } from '../src/arbitraries/new-pet.ts';
import { readPet } from '../src/history/pet.ts';
import type { Check } from '../src/runner/check.ts';
import { listedUntil } from '../src/runner/listed.ts';
import { Inconclusive } from '../src/runner/outcome.ts';
import { requirement } from '../src/runner/requirement-test.ts';

/** Creates one animal of plain values for each status and one without. */
async function createOfEveryKind(check: Check): Promise<bigint[]> {
  const ids: bigint[] = [];
  for (const status of [...petStatuses, 'none'] as const) {
    const pet = readPet((await check.createPlain(status)).json);
    if (pet !== null) {
      ids.push(pet.id);
    }
  }
  return ids;
}

// The first thing of a run: later its own animals may fill more than a page, and a cut list decides nothing.
describe('fresh animals', () => {
  requirement('list/created-pet-listed', async (check) => {
    const ids = await createOfEveryKind(check);
    if (ids.length === 0) {
      throw new Inconclusive('no animal could be created: see create/accepts-valid');
    }
    const list = await listedUntil(check, { limit: 100 }, ({ pets }) =>
      ids.every((id) => pets.some((pet) => pet.id === id)),
    );
    if (list === null) {
      throw new Inconclusive('the list is not answered with an array: see list/returns-pets');
    }
    const missing = ids.filter((id) => list.pets.every((pet) => pet.id !== id));
    if (missing.length > 0 && !list.complete) {
      throw new Inconclusive(
        'the store holds more animals than one list shows, and the new ones are not among them',
      );
    }
    for (const id of missing) {
      const animal = check.session.history.animal(id);
      if (animal === undefined || animal.tainted) {
        continue;
      }
      check.deviation(list.answer, {
        kind: 'not-listed',
        message: 'A created animal is not in the list, which is not cut',
        expected: `id ${id} in the list within ${check.session.options.consistencyGraceMs} ms`,
        actual: `${list.pets.length} animals, without it`,
        related: [{ role: 'creation', exchange: animal.creation?.exchange.number ?? 0 }],
      });
    }
  });
});
