import type { KnownAnimal } from '../../src/animals/animal-history.ts';
import { knownPage } from '../../src/animals/list-sizes.ts';
import { escapedBeyondAscii, type petStatuses } from '../../src/arbitraries/new-pet.ts';
import { type JsonValue, member, writeJson } from '../../src/json/exact-json.ts';
import type { Answer } from '../../src/suite/answer.ts';
import type { Check } from '../../src/suite/check.ts';
import { type Listed, listed, listedUntil, noArray, unreadableAnimals } from '../../src/suite/listed.ts';
import { assume } from '../../src/suite/outcome.ts';
import { operationsOf } from './operations.ts';
import { pauseBefore, rounds } from './pauses.ts';

export type Status = (typeof petStatuses)[number];

/** A list, and the status of the animals that it should hold. */
export interface ExpectedList {
  readonly limit?: number | undefined;
  /** The filter; without it, the list of all animals. */
  readonly status?: Status;
  readonly holds: Status;
}

/**
 * Expects animals in a list that is not cut. It may lag behind, so it is repeated until the grace period is over; and
 * an animal may change its status by itself and change back, however soon, so that is read in each of several rounds.
 *
 * @param wholeList the list if it is known not to be cut, or a later one that is; `null` without any
 * @throws {Inconclusive} if the list may be cut.
 * @throws {Violation} if an animal is missing in each round.
 */
export async function expectInList(
  check: Check,
  expected: ExpectedList,
  ids: readonly bigint[],
  wholeList: (list: Listed) => Promise<Listed | null> = (list) => notCut(check, expected, list),
): Promise<void> {
  const { limit = 20, holds } = expected;
  const query = { limit: expected.limit, status: expected.status };
  let suspects = ids;
  let list = await listedUntil(
    check,
    query,
    ({ pets, unreadable }) =>
      unreadable || pets.length >= limit || ids.every((id) => pets.some((pet) => pet.id === id)),
  );
  for (const round of rounds) {
    if (round > 0) {
      await pauseBefore(check, round);
      list = await listed(check, query);
    }
    assume(list !== null, noArray);
    const absent = missingFrom(list, suspects);
    if (absent.length === 0) {
      return;
    }
    assume(!list.unreadable, unreadableAnimals);
    const whole = await wholeList(list);
    assume(whole !== null, cutText(expected));
    const readings = await readWith(check, holds, missingFrom(whole, absent).slice(0, 2));
    const [missing] = readings;
    if (missing === undefined) {
      const isReadable = operationsOf(check.options).includes('getPet');
      assume(
        isReadable,
        'animals are missing, and GET /pets/{petId}, which would show their status, is removed',
      );
      return;
    }
    if (round === rounds.at(-1)) {
      reportMissing(check, expected, whole, missing);
    }
    suspects = [...readings.keys()];
  }
}

function missingFrom({ pets }: Listed, ids: readonly bigint[]): readonly bigint[] {
  return ids.filter((id) => pets.every((pet) => pet.id !== id));
}

function cutText({ status }: ExpectedList): string {
  const which = status === undefined ? 'the unfiltered list' : `the list filtered by ${status}`;
  return `${which} may be cut: it has as many animals as its limit or announces more, or no list of this service is longer; use a store of fewer than 100 animals`;
}

/** An animal with such a name may be left out of a page that ends at a number of bytes. */
const longName = 100;
const mostAdded = 3;

/** The body size that a page of every service is assumed to reach before it ends, in bytes. */
const knownPageBytes = 3_000;

/** Whether every page has room for the list and one more animal: as large as its largest, with the longest omitted name. */
function isShortList(check: Check, expected: ExpectedList, list: Listed): boolean {
  const bytes = Buffer.byteLength(list.answer.exchange.response?.body ?? '');
  const more = Math.max(0, ...sizesOf(list).values()) + longestOmittedName(check, expected, list);
  return list.pets.length < knownPage && bytes + more <= knownPageBytes;
}

/** The size of each animal of a list as JSON, in bytes. */
function sizesOf({ answer }: Listed): ReadonlyMap<JsonValue | undefined, number> {
  const animals = Array.isArray(answer.json) ? answer.json : [];
  return new Map(animals.map((animal) => [member(animal, 'id'), Buffer.byteLength(writeJson(animal))]));
}

/**
 * A list that is not cut: it is shorter than its limit, and than another list of this service; or it gains exactly the
 * new animal when one is created. A longer page may end at a number of bytes, before an animal that no list shows: so
 * none of its animals may be far larger than the new one, and it must omit no known one with a long name.
 */
async function notCut(check: Check, expected: ExpectedList, list: Listed): Promise<Listed | null> {
  const { announcesMore, complete, pets } = list;
  const isShort = isShortList(check, expected, list);
  if (announcesMore || pets.length >= (expected.limit ?? 20)) {
    return null;
  }
  if (isShort && (complete || (await pagesHoldMore(check, expected, list)))) {
    return list;
  }
  if (!isShort && longestOmittedName(check, expected, list) > longName) {
    return null;
  }
  let before = list;
  for (let added = 0; added < mostAdded; added += 1) {
    const { id } = await check.newAnimal(expected.holds);
    await check.session.pause(check.session.listLagMs);
    const later = await listed(check, { limit: expected.limit, status: expected.status });
    if (later === null || later.announcesMore || later.pets.length >= (expected.limit ?? 20)) {
      return null;
    }
    if (growsBy(id, before, later) && (isShort || isOfLikeSizes(later, id))) {
      return later;
    }
    before = later;
  }
  return null;
}

/** Whether the list of all animals with the same limit shows that a page holds more than this one, which has a filter. */
async function pagesHoldMore(
  check: Check,
  { status, limit }: ExpectedList,
  { pets }: Listed,
): Promise<boolean> {
  if (status === undefined) {
    return false;
  }
  await listed(check, limit === undefined ? {} : { limit });
  return check.history.listSizes.isComplete(pets.length, limit ?? 20, 'filtered');
}

/** Whether a list holds all that it held before and the new animal, and nothing else: a page of any length rarely does. */
function growsBy(id: bigint, before: Listed, later: Listed): boolean {
  const ids = new Set(later.pets.map((pet) => pet.id));
  const isKept = before.pets.every((pet) => ids.has(pet.id));
  return isKept && ids.has(id) && later.pets.length === before.pets.length + 1;
}

/** In all rounds together the list gets room for four new animals, and so for any twice as large as those it shows. */
const mostTimesAsLarge = 2;

/** Whether no animal of a list is far larger than the new one. */
function isOfLikeSizes(list: Listed, id: bigint): boolean {
  const sizes = sizesOf(list);
  return Math.max(...sizes.values()) <= mostTimesAsLarge * (sizes.get(id) ?? 0);
}

/** The length in bytes of the longest name, in escaped JSON, of a known animal that a list may hold and omits. */
function longestOmittedName(check: Check, { status }: ExpectedList, { pets }: Listed): number {
  const shown = new Set(pets.map(({ id }) => id));
  const nameLength = ({ creation, listed: seen, reads }: KnownAnimal): number => {
    const reading = reads.at(-1)?.reading ?? creation?.reading ?? seen?.reading;
    const mayBeListed = status === undefined || status === reading?.status;
    return mayBeListed ? escapedBeyondAscii(`${reading?.name}`).length : 0;
  };
  return Math.max(0, ...[...check.history.seen].filter(({ id }) => !shown.has(id)).map(nameLength));
}

/** Those of the animals that read with the status by their ids, and never read with another one in this run. */
export async function readWith(
  check: Check,
  status: Status,
  ids: readonly bigint[],
): Promise<Map<bigint, Answer>> {
  const readings = new Map<bigint, Answer>();
  for (const id of ids) {
    const answer = await check.get(id);
    const reads = check.history.animal(id)?.reads ?? [];
    const isRead = reads.some(({ exchange }) => exchange.number === answer.exchange.number);
    if (isRead && reads.every(({ reading }) => reading.status === status)) {
      readings.set(id, answer);
    }
  }
  return readings;
}

function reportMissing(
  check: Check,
  { status, holds }: ExpectedList,
  { answer, pets }: Listed,
  [id, reading]: readonly [bigint, Answer],
): never {
  const creation = check.history.animal(id)?.creation?.exchange.number;
  check.violated(answer, {
    kind: status === undefined ? 'not-listed' : `${status}-missing`,
    message:
      status === undefined
        ? 'An available animal is missing from the unfiltered list, which is not cut'
        : `An animal with status ${status} is missing from the list filtered by it, which is not cut`,
    expected: `id ${id}, which is ${holds}, in the list within ${check.options.consistencyGraceMs} ms`,
    actual: `a list of ${pets.length} without it`,
    related: [
      ...(creation === undefined ? [] : [{ role: 'creation', exchange: creation }]),
      { role: 'read by id', exchange: reading.exchange.number },
    ],
  });
}

/** How often a list is repeated, how many of these lists must omit an animal, and after how many that show all it ends. */
const repetitions = { lists: 12, omitting: 3, withoutSuspicion: 4 };

/**
 * Expects animals in each of several equal lists, as where replicas take turns: reports one if several lists omit it,
 * although its creation was over long before. A list of 20 and more must omit it between two others in the order of
 * ids, since its page may end anywhere.
 *
 * @throws {Violation} if so.
 */
export async function expectInEachList(
  check: Check,
  expected: ExpectedList,
  ids: readonly bigint[],
): Promise<void> {
  let omissions = 0;
  for (let repetition = 0; repetition < repetitions.lists; repetition += 1) {
    const list = await listed(check, { limit: expected.limit, status: expected.status });
    if (list === null || (omissions === 0 && repetition >= repetitions.withoutSuspicion)) {
      return;
    }
    const omitted = missingFrom(list, list.complete ? olderThanGrace(check, list, ids) : []).filter(
      (id) => isShortList(check, expected, list) || isOmittedInside(list, id),
    );
    const [missing] = await readWith(check, expected.holds, omitted.slice(0, 1));
    omissions += missing === undefined ? 0 : 1;
    if (omissions === repetitions.omitting && missing !== undefined) {
      reportMissing(check, expected, list, missing);
    }
  }
}

function isOmittedInside({ pets }: Listed, id: bigint): boolean {
  const ids = pets.map((pet) => pet.id);
  const [first, last] = [ids[0] ?? id, ids.at(-1) ?? id];
  const inOrder = first < last ? ids : ids.toReversed();
  const isAscending = inOrder.every((one, index) => index === 0 || one > (inOrder[index - 1] ?? one));
  return isAscending && first < id === id < last;
}

/** Those of the ids whose creation was over long before a list. */
export function olderThanGrace(check: Check, { answer }: Listed, ids: readonly bigint[]): readonly bigint[] {
  const createdBefore = answer.exchange.sentAtMs - check.options.consistencyGraceMs;
  return ids.filter(
    (id) => (check.history.creationWith(id)?.finishedAtMs ?? Number.POSITIVE_INFINITY) < createdBefore,
  );
}
