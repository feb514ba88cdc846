import type { PetReading } from '../src/history/pet.ts';
import type { Check } from '../src/runner/check.ts';
import { type Listed, latestList, listed, listedUntil } from '../src/runner/listed.ts';
import { assume, Inconclusive } from '../src/runner/outcome.ts';
import { perRun } from '../src/runner/session.ts';
import type { Suite } from '../src/runner/suite-tests.ts';
import { confirmMissing } from './shared/whole-and-filters.ts';

// After all refusals and before the run fills the store, while one list contains all animals.
export const refusedWithoutEffect: Suite = {
  'auth/refused-without-effect': (check) => refusedCreationsStayUnseen(check, 401),

  'create/refused-without-effect': (check) => refusedCreationsStayUnseen(check, 400),
};

const cutLists =
  'no list after the refused creations is known to be complete, so other animals may have been added; the lists contain no refused one';

interface Look {
  readonly list: Listed;
  /** The number of refused creations before it. */
  readonly refusals: number;
}

const looks = perRun((): Look[] => []);

/**
 * Searches for animals of refused creations: in the list of their status, once it contains an animal created after
 * them, and at the ids between those of the run. The watch recognises them by their tags, here and in any other
 * response of the run.
 */
export async function refusedCreationsStayUnseen(check: Check, status: 400 | 401): Promise<void> {
  const { history } = check;
  assume(
    history.refusedCount(status) > 0,
    `no creation was refused with ${status}, so there is nothing to look for`,
  );
  if (check.plan.reuses && listsAfterRefusals(check).length > 0) {
    judgeByLists(check);
    return;
  }
  const refusals = history.refusedCount(400) + history.refusedCount(401);
  const before = looks(check).at(-1);
  const isDue = before === undefined || before.refusals < refusals;
  const { list } = isDue ? { list: await look(check) } : before;
  looks(check).push({ list, refusals });
  assume(check.hasFindings || (await showsEverything(check, list)), cutLists);
  check.evidence(list.answer.exchange.number);
}

/** Judges by the lists of other checks. */
function judgeByLists(check: Check): void {
  const { history } = check;
  const isNewer = ({ id }: PetReading): boolean =>
    (history.animal(id)?.creation?.exchange.number ?? 0) > history.newestRefusal;
  const list = listsAfterRefusals(check).find(
    ({ looksComplete, pets }) => looksComplete && pets.some(isNewer),
  );
  if (list !== undefined) {
    check.evidence(list.answer.exchange.number);
  } else if (!check.hasFindings) {
    throw new Inconclusive(cutLists);
  }
}

/** The latest unfiltered list, and the latest of the status of refused creations, if they follow every refusal. */
function listsAfterRefusals(check: Check): Listed[] {
  const since = check.history.newestRefusal;
  return [latestList(check), latestList(check, check.refusedStatus)].flatMap((list) =>
    list !== undefined && list.answer.exchange.number > since ? [list] : [],
  );
}

/** The list of the status of refused creations, once it contains an animal created after all refusals. */
async function look(check: Check): Promise<Listed> {
  // A list that contains the marker is newer than all refusals.
  const marker = await check.newAnimal(check.refusedStatus);
  await readSkippedIds(check);
  const shows = ({ pets }: Listed): boolean => pets.some(({ id }) => id === marker.id);
  const query = { limit: 100, status: check.refusedStatus };
  const list = await listedUntil(
    check,
    query,
    (seen) => shows(seen) || !(seen.looksComplete || check.plan.repeatsCutLists),
  );
  if (list?.looksComplete === true && !shows(list) && check.isSelected('list/filter-complete')) {
    await confirmMissing(check.as('list/filter-complete'), query, [marker.id]);
  }
  assume(list !== null && shows(list), 'the list does not contain a new animal, so it may be outdated');
  return list;
}

/** Whether the list is complete. If it may be cut, a list of all animals may show that pages are longer. */
async function showsEverything(check: Check, list: Listed): Promise<boolean> {
  if (!list.looksComplete) {
    await listed(check, { limit: 100 });
  }
  return !list.unreadable && check.history.looksComplete(list.pets.length, 100);
}

async function readSkippedIds(check: Check): Promise<void> {
  const ids = check.history.created.map(({ id }) => id).sort((left, right) => (left < right ? -1 : 1));
  let left = check.plan.readings;
  for (const [index, id] of ids.entries()) {
    const next = ids[index + 1];
    if (next === undefined || next - id > 20n) {
      continue;
    }
    for (let between = id + 1n; between < next && left > 0; between += 1n) {
      if (check.history.animal(between) === undefined) {
        left -= 1;
        await check.get(between);
      }
    }
  }
}
