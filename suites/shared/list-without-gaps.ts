import type { KnownAnimal } from '../../src/history/animal-history.ts';
import type { Check } from '../../src/runner/check.ts';
import { type Listed, listed, listedUntil } from '../../src/runner/listed.ts';
import { reportMissing, stillAvailable } from './available-listed.ts';

/** The number of new animals by which the list must grow, and of those that are created for it: it may omit some. */
const growth = { needed: 4, tries: 6 };
const query = { limit: 100 };

/**
 * Checks with many animals that the unfiltered list omits no available one of the run in its midst. A page may end
 * anywhere, and be shorter than others. So an animal counts as omitted only if the list is in the order of ids, with
 * animals on both sides of it, and grows by nearly every new animal. Which one it omits may change by that: a list without
 * each eleventh row, newest first, omits others then.
 */
export async function listHasNoGaps(scenario: Check): Promise<void> {
  const check = scenario.as('list/created-pet-listed');
  if (!check.isSelected('list/created-pet-listed') || check.history.distinctAnimals >= query.limit) {
    return;
  }
  const first = await listed(check, query);
  const isSuspect = first !== null && omittedInside(check, first).length > 0;
  if (!isSuspect || !(await growsByNewAnimals(check, first))) {
    return;
  }
  await check.session.pause(check.options.consistencyGraceMs);
  const last = await listed(check, query);
  if (last !== null) {
    reportMissing(check, last, await stillAvailable(check, omittedInside(check, last)));
  }
}

/** Whether the list grows by new animals: one that is cut loses another for each, or does not show the new one. */
async function growsByNewAnimals(check: Check, first: Listed): Promise<boolean> {
  let before = first;
  let grown = 0;
  for (let tries = 0; tries < growth.tries && grown < growth.needed; tries += 1) {
    const { id } = await check.newAnimal('available');
    const list = await listedUntil(check, query, (seen) => isIn(seen, id));
    if (list === null || list.pets.length < before.pets.length) {
      return false;
    }
    grown += list.pets.length > before.pets.length ? 1 : 0;
    before = list;
  }
  return grown === growth.needed;
}

/** The available animals of the run that a list in the order of ids omits between two others. */
function omittedInside(check: Check, list: Listed): readonly KnownAnimal[] {
  return list.unreadable || list.announcesMore || list.pets.length >= query.limit
    ? []
    : check.own.filter(
        ({ id, creation }) => creation?.sent.status === 'available' && isOmittedInside(list, id),
      );
}

/** Whether a list in the order of ids omits one between two others. */
export function isOmittedInside(list: Listed, id: bigint): boolean {
  const ids = list.pets.map((pet) => pet.id);
  const inOrder = [ids, ids.toReversed()].find((some) => isAscending(some));
  const [least, greatest] = [inOrder?.[0], inOrder?.at(-1)];
  return least !== undefined && greatest !== undefined && least < id && id < greatest && !isIn(list, id);
}

function isAscending(ids: readonly bigint[]): boolean {
  return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
}

function isIn({ pets }: Listed, id: bigint): boolean {
  return pets.some((pet) => pet.id === id);
}
