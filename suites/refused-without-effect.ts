import { noCredential } from '../src/arbitraries/credentials.ts';
import type { KnownAnimal } from '../src/history/animal-history.ts';
import { type Check, refusedStatus } from '../src/suite/check.ts';
import { type Listed, listed, listedUntil } from '../src/suite/listed.ts';
import { assume } from '../src/suite/outcome.ts';
import { perRun } from '../src/suite/session.ts';
import { once, type Suite } from '../src/suite/suite.ts';
import { without } from './cases/invalid-creation.ts';
import { confirmMissing } from './steps/missing-from-filter.ts';

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

interface Look {
  /** Shows that no refused creation was stored: a complete list, or the creation that follows the refused ones. */
  readonly evidence: number | null;
  /** Why there is none. */
  readonly reason: string;
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
  if (history.refusedCount(status) === 0) {
    const pet = check.plainPet(refusedStatus);
    await (status === 400 ? check.create(without('categoryId')(pet).text) : check.create(pet, noCredential));
  }
  assume(
    history.refusedCount(status) > 0,
    `no creation was refused with ${status}, so there is nothing to look for`,
  );
  const refusals = history.refusedCount(400) + history.refusedCount(401);
  const before = looks(check).at(-1);
  const last = before?.refusals === refusals ? before : { ...(await look(check)), refusals };
  looks(check).push(last);
  assume(check.hasFindings || last.evidence !== null, last.reason);
  if (last.evidence !== null) {
    check.evidence(last.evidence);
  }
}

/**
 * Lists the status of refused creations until that shows an animal created after all of them. If that list may be cut,
 * the ids between the animals of the run decide: a service that gives consecutive ids gave none to a refused creation.
 */
async function look(check: Check): Promise<Omit<Look, 'refusals'>> {
  const marker = await check.newAnimal(refusedStatus);
  const byIds = await evidenceOfIds(check, marker);
  const shows = ({ pets }: Listed): boolean => pets.some(({ id }) => id === marker.id);
  const query = { limit: 100, status: refusedStatus } as const;
  const list = await listedUntil(check, query, shows);
  if (list?.looksComplete === true && !shows(list) && check.isSelected('list/filter-complete')) {
    await confirmMissing(check.as('list/filter-complete'), query, [marker.id]);
  }
  const isShown = list !== null && shows(list);
  if (isShown && (await showsEverything(check, list))) {
    return { evidence: list.answer.exchange.number, reason: '' };
  }
  const reason = isShown ? cutLists : 'the list does not contain a new animal, so it may be outdated';
  return { evidence: byIds, reason };
}

/** Whether the list is complete. If it may be cut, a list of all animals may show that pages are longer. */
async function showsEverything(check: Check, list: Listed): Promise<boolean> {
  if (!list.looksComplete) {
    await listed(check, { limit: 100 });
  }
  return (
    !(list.unreadable || list.announcesMore) &&
    check.history.listSizes.looksComplete(list.pets.length, 100, check.history.distinctAnimals)
  );
}

/** The creation of the newest animal, which shows that refused creations got no id if none is left out before it. */
async function evidenceOfIds(check: Check, newest: KnownAnimal | undefined): Promise<number | null> {
  const isShown = newest !== undefined && (await noIdIsSkipped(check, newest));
  return isShown ? (newest.creation?.exchange.number ?? null) : null;
}

/** The largest difference of two ids that a service which counts leaves between creations. */
const mostSkipped = 20n;
/** The maximum number of ids to read. */
const mostReadings = 3;

/**
 * Reads the ids between those of the run that no known animal has, and returns whether none is left: the ids from that
 * of the oldest animal, which precedes all refusals, to that of the newest one.
 */
async function noIdIsSkipped(check: Check, newest: KnownAnimal): Promise<boolean> {
  const { history } = check;
  const [oldest] = history.created;
  const ids = history.created.map(({ id }) => id).sort((left, right) => (left < right ? -1 : 1));
  const precedes = (oldest?.creation?.exchange.number ?? history.newestRefusal) < history.oldestRefusal;
  let isEvery = precedes && oldest?.id === ids[0] && newest.id === ids.at(-1);
  let left = mostReadings;
  for (const [index, id] of ids.entries()) {
    const next = ids[index + 1] ?? id;
    if (next - id > mostSkipped) {
      isEvery = false;
      continue;
    }
    for (let between = id + 1n; between < next; between += 1n) {
      if (history.animal(between) === undefined) {
        // A response that is neither shows nothing of the id.
        isEvery = left > 0 && (await isFreeOrOfOthers(check, between)) && isEvery;
        left -= left > 0 ? 1 : 0;
      }
    }
  }
  return isEvery;
}

async function isFreeOrOfOthers(check: Check, id: bigint): Promise<boolean> {
  const { pet, status } = await check.get(id);
  return status === 404 || pet?.id === id;
}
