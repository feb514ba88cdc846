import type { PetReading } from '../../src/history/pet.ts';
import type { Check } from '../../src/runner/check.ts';
import { type Listed, latestList, listed, listedUntil } from '../../src/runner/listed.ts';
import { Inconclusive } from '../../src/runner/outcome.ts';
import type { Session } from '../../src/runner/session.ts';

const cutLists =
  'the store holds more animals than one list shows, so that nothing was added can not be seen; nothing that was refused turned up';

interface Look {
  readonly list: Listed;
  /** How many refused creations the run had made when it looked. */
  readonly refusals: number;
}

const lastLooks = new WeakMap<Session, Look>();

/**
 * Looks for animals whose creation was refused: in the list of their status once it shows an animal that was
 * created after them, and by the ids that were skipped between our own. Whoever finds one (here or in any
 * other answer of the run) is the watch: it knows the refused bodies by their tags.
 */
export async function refusedCreationsStayUnseen(check: Check, status: 400 | 401): Promise<void> {
  const { history } = check.session;
  if (history.refusedCount(status) === 0) {
    throw new Inconclusive(`no creation was refused with ${status}, so there is nothing to look for`);
  }
  if (check.plan.reuses && listsAfterRefusals(check).length > 0) {
    judgeByLists(check);
    return;
  }
  const refusals = history.refusedCount(400) + history.refusedCount(401);
  const before = lastLooks.get(check.session);
  const now =
    before === undefined || before.refusals < refusals ? { list: await look(check), refusals } : before;
  lastLooks.set(check.session, now);
  const { list } = now;
  if (check.session.findingsOf(check.requirement).length === 0 && !(await showsEverything(check, list))) {
    throw new Inconclusive(cutLists);
  }
  check.evidence(list.answer.exchange.number);
}

/** Lists of other checks show whether the service added anything. */
function judgeByLists(check: Check): void {
  const { history } = check.session;
  const isNewer = ({ id }: PetReading): boolean =>
    (history.animal(id)?.creation?.exchange.number ?? 0) > history.newestRefusal;
  const list = listsAfterRefusals(check).find(
    ({ looksComplete, pets }) => looksComplete && pets.some(isNewer),
  );
  if (list !== undefined) {
    check.evidence(list.answer.exchange.number);
  } else if (check.session.findingsOf(check.requirement).length === 0) {
    throw new Inconclusive(cutLists);
  }
}

/** The lists of the run that came after every refusal, of all animals and of those of the status of refused ones. */
function listsAfterRefusals(check: Check): Listed[] {
  const since = check.session.history.newestRefusal;
  return [latestList(check), latestList(check, check.refusedStatus)].flatMap((list) =>
    list !== undefined && list.answer.exchange.number > since ? [list] : [],
  );
}

/** The list of the status of refused creations, once it shows one that was created after all refusals. */
async function look(check: Check): Promise<Listed> {
  // A list that contains it is up to date.
  const marker = await check.newAnimal(check.refusedStatus);
  await readSkippedIds(check);
  const shows = ({ pets }: Listed): boolean => pets.some(({ id }) => id === marker.id);
  const list = await listedUntil(
    check,
    { limit: 100, status: check.refusedStatus },
    (seen) => shows(seen) || (!check.plan.waits && !seen.looksComplete),
  );
  if (list === null || !shows(list)) {
    throw new Inconclusive('a new animal does not come into the list, so nothing can be told from it');
  }
  return list;
}

/** Whether the list is complete; how long a page of this service is may show only in a list of more animals. */
async function showsEverything(check: Check, list: Listed): Promise<boolean> {
  if (!list.looksComplete) {
    await listed(check, { limit: 100 });
  }
  return check.session.history.looksComplete(list.pets.length, 100);
}

async function readSkippedIds(check: Check): Promise<void> {
  const ids = check.session.history.created
    .map(({ id }) => id)
    .sort((left, right) => (left < right ? -1 : 1));
  let left = check.plan.readings;
  for (const [index, id] of ids.entries()) {
    const next = ids[index + 1];
    if (next === undefined || next - id > 20n) {
      continue;
    }
    for (let between = id + 1n; between < next && left > 0; between += 1n) {
      if (check.session.history.animal(between) === undefined) {
        left -= 1;
        await check.get(between);
      }
    }
  }
}
