import type { ListedBy } from '../../src/animals/animal-history.ts';
import { differingMembers, type PetReading, petObject } from '../../src/animals/pet.ts';
import { quote } from '../../src/animals/quote.ts';
import { jsonEquals, writeJson } from '../../src/json/exact-json.ts';
import type { Check } from '../../src/suite/check.ts';
import { listed, listedUntil, noArray } from '../../src/suite/listed.ts';
import { assume } from '../../src/suite/outcome.ts';
import { perRun } from '../../src/suite/session.ts';
import { pauseBefore, rounds } from './pauses.ts';

const notCompared = 'no animal could be read both in the list and by its id, and the same twice by its id';

/**
 * Reads animals by id, in a list, and by id again. If both reads by id agree, the list must agree too. A list may lag
 * behind, so a difference counts only after the grace period. Animals with different values in an earlier list precede
 * the others.
 */
export async function sameByListAndId(check: Check, count: number): Promise<void> {
  let compared = await compareSuspects(check, count);
  if (compared === 0) {
    compared = await compareIn(check, await choose(check, count));
  }
  comparisons(check).count += compared;
}

/**
 * Compares the newest animals that had other values in an earlier list or reading, if there are any, and returns their
 * number.
 */
export async function compareSuspects(check: Check, count = 2): Promise<number> {
  let compared = 0;
  for (const { ids, query } of suspectedIn(check)) {
    compared += await compareIn(check, { ids: ids.slice(-count), query });
  }
  return compared;
}

/** How many animals could be compared. */
const comparisons = perRun(() => ({ count: 0 }));

/** @throws {Inconclusive} if no animal could be compared. */
export function assumeCompared(check: Check): void {
  assume(comparisons(check).count > 0, notCompared);
}

/** Returns the number of compared animals. */
async function compareIn(check: Check, { ids, query }: Choice): Promise<number> {
  const before = new Map<bigint, PetReading | null>();
  for (const id of ids) {
    before.set(id, (await check.get(id)).pet);
  }
  const list = await listed(check, query);
  assume(list !== null, noArray);
  let compared = 0;
  for (const [id, first] of before) {
    const inList = list.pets.find((pet) => pet.id === id);
    const pet = inList === undefined ? null : (await check.get(id)).pet;
    // A list between two readings that differ may have changed the animal, which is for list/safe.
    if (inList !== undefined && agree(first, pet)) {
      compared += 1;
      await compare(check, query, inList, pet);
    }
  }
  return compared;
}

interface Choice {
  readonly ids: readonly bigint[];
  /** The list to compare them in. */
  readonly query: ListedBy;
}

const wholeList: ListedBy = { limit: 100n };

/** Half animals of this run, half others, which an earlier version of the service may have stored. */
async function choose(check: Check, count: number): Promise<Choice> {
  const { own } = check;
  const newest = own.at(-1);
  if (count === 1 && newest !== undefined) {
    return { ids: [newest.id], query: wholeList };
  }
  const overview = await listed(check, wholeList);
  assume(overview !== null, noArray);
  assume(overview.pets.length > 0, 'the list shows no animal');
  const isOwn = ({ id }: PetReading): boolean => own.some((animal) => animal.id === id);
  const others = overview.pets.filter((pet) => !isOwn(pet));
  const fromOthers = Math.min(others.length, Math.floor(count / 2));
  const chosen = [...overview.pets.filter(isOwn).slice(0, count - fromOthers), ...others].slice(0, count);
  return { ids: chosen.map(({ id }) => id), query: wholeList };
}

/** Two choices of suspects, if there are any: our own, of which it is known how they have to read, and others'. */
function suspectedIn({ history }: Check): Choice[] {
  const suspects = [...history.suspects].filter(([id]) => history.animal(id)?.tainted === false);
  const isOwn = ([id]: Suspect): boolean => history.animal(id)?.creation !== null;
  const own = byList(suspects.filter(isOwn));
  const others = byList(suspects.filter((suspect) => !isOwn(suspect)));
  return [...own.slice(0, 1), ...others.slice(0, 1), ...own.slice(1), ...others.slice(1)].slice(0, 2);
}

type Suspect = readonly [id: bigint, query: ListedBy];

/** Suspects by the list that showed them otherwise. */
function byList(suspects: readonly Suspect[]): Choice[] {
  const choices = new Map<string, Choice>();
  for (const [id, query] of suspects) {
    const list = `${query.limit} ${query.status}`;
    choices.set(list, { ids: [...(choices.get(list)?.ids ?? []), id], query });
  }
  return [...choices.values()];
}

function agree(first: PetReading | null, second: PetReading | null): second is PetReading {
  return (
    first !== null &&
    second !== null &&
    first.id === second.id &&
    differingMembers(first, second).length === 0
  );
}

/** The name and the category of the run's own animals never change; what others change may change back. */
async function compare(
  check: Check,
  query: ListedBy,
  inList: PetReading,
  reading: PetReading,
): Promise<void> {
  if (reading.id !== inList.id || differingMembers(reading, inList).length === 0) {
    return;
  }
  const isOwn = check.own.some(({ id }) => id === inList.id);
  let later = await listedUntil(check, query, ({ pets }) =>
    pets.every((pet) => pet.id !== inList.id || differingMembers(reading, pet).length === 0),
  );
  for (const round of rounds) {
    if (round > 0) {
      await pauseBefore(check, round);
      later = await listed(check, query);
    }
    const still = later?.pets.find((pet) => pet.id === inList.id);
    const byIdStill = still === undefined ? null : await check.get(inList.id);
    if (later === null || still === undefined || byIdStill === null || !agree(reading, byIdStill.pet)) {
      return;
    }
    // A status that has changed by itself may have done so between a list and a reading as well.
    const reads = check.history.animal(inList.id)?.reads ?? [];
    const isSteady = reads.every(({ reading: other }) => jsonEquals(other.status, reading.status));
    const members = differingMembers(reading, still).filter((name) => name !== 'status' || isSteady);
    if (members.length === 0) {
      return;
    }
    if (round === rounds.at(-1) || (isOwn && members.some((name) => name !== 'status'))) {
      check.violated(later.answer, {
        kind: `${members[0]}-differs`,
        message: `An animal differs between the list and GET by id: ${members.join(', ')}`,
        expected: `as by its id: ${quote(writeJson(petObject(reading)))}`,
        actual: `in the list: ${quote(writeJson(petObject(still)))}`,
        related: [{ role: 'read by id', exchange: byIdStill.exchange.number }],
      });
    }
  }
}
