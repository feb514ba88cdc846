import { noCredential } from '../src/arbitraries/credentials.ts';
import { type Check, refusedStatus } from '../src/suite/check.ts';
import { type Listed, listed, listedUntil } from '../src/suite/listed.ts';
import { assume } from '../src/suite/outcome.ts';
import { perRun } from '../src/suite/session.ts';
import { once, type Suite } from '../src/suite/suite.ts';
import { without } from './cases/invalid-creation.ts';

// After all refusals and before the run fills the store, while one list contains all animals.
export const refusedWithoutEffect: Suite = {
  'auth/refused-without-effect': once((check) => refusedCreationsStayUnseen(check, 401), {
    smoke: true,
    requests: 2,
    animals: 1,
  }),

  'create/refused-without-effect': once((check) => refusedCreationsStayUnseen(check, 400), {
    smoke: true,
    requests: 0,
    animals: 1,
  }),
};

const cutLists =
  'no list after the refused creations is known to be complete, so other animals may have been added; the lists contain no refused one';

/** The number of refused creations before the latest complete list, and its exchange. */
const latest = perRun(() => ({ refusals: 0, exchange: 0 }));

/**
 * Lists the status of most refused creations until that shows an animal created after all of them. A rule recognises
 * animals of refused creations by their tags, here and in any other response of the run.
 */
export async function refusedCreationsStayUnseen(check: Check, status: 400 | 401): Promise<void> {
  const { history } = check;
  if (history.refusedCount(status) === 0) {
    const pet = check.plainPet(refusedStatus);
    await (status === 400 ? check.create(without('categoryId')(pet).text) : check.create(pet, noCredential));
  }
  assume(
    history.refusedCount(status) > 0,
    `no creation was refused with ${status}, so there is nothing to look for`,
  );
  const refusals = history.refusedCount(400) + history.refusedCount(401);
  const known = latest(check);
  if (known.refusals !== refusals) {
    known.exchange = (await completeList(check)).answer.exchange.number;
    known.refusals = refusals;
  }
  check.evidence(known.exchange);
}

/**
 * The list of the status, with a new animal.
 *
 * @throws {Inconclusive} if it lacks that, or may be cut.
 */
async function completeList(check: Check): Promise<Listed> {
  const marker = await check.newAnimal(refusedStatus);
  const shows = ({ pets }: Listed): boolean => pets.some(({ id }) => id === marker.id);
  const list = await listedUntil(check, { limit: 100, status: refusedStatus }, shows);
  assume(
    list !== null && shows(list),
    'a list of that status, which contains a new animal, was not received: see list/filter-complete',
  );
  if (!list.looksComplete) {
    // A list of all animals may show that pages are longer.
    await listed(check, { limit: 100 });
  }
  const { distinctAnimals, listSizes } = check.history;
  assume(
    !(list.unreadable || list.announcesMore) &&
      listSizes.looksComplete(list.pets.length, 100, distinctAnimals),
    cutLists,
  );
  return list;
}
