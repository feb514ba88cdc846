import type { petStatuses } from '../../src/arbitraries/new-pet.ts';
import { knownPage } from '../../src/history/list-sizes.ts';
import type { Answer } from '../../src/suite/answer.ts';
import type { Check } from '../../src/suite/check.ts';
import { type Listed, listed, listedUntil, longestOmittedName } from '../../src/suite/listed.ts';
import { judgeMissingFromWhole } from './available-listed.ts';
import { growsByAnother } from './growing-list.ts';
import { isOmittedInside } from './omitted-inside.ts';

export type Status = (typeof petStatuses)[number];

interface FilterQuery {
  readonly limit?: number;
  readonly status: Status;
}

export const cut = (status: Status): string =>
  `the list filtered by ${status} may be cut: it has as many animals as its limit or announces more, or no list of this service is longer and larger; use a store of fewer than 100 animals`;

/** The ids of the animals that this run has created with the status. */
export function ownWith(check: Check, status: Status): bigint[] {
  return check.own.filter(({ creation }) => creation?.sent.status === status).map(({ id }) => id);
}

/** The number of consecutive rounds in which an animal has the status and the list omits it. */
const roundsToConfirm = 4;

/**
 * Asks again until the grace period is over, and makes sure that the animals have the status all the while: by
 * itself it may change, and change back, however soon.
 *
 * @returns why the list decides nothing, or `null`
 */
export async function confirmMissing(
  check: Check,
  query: FilterQuery,
  missing: readonly bigint[],
  decides: typeof isWhole = isWhole,
): Promise<string | null> {
  const { limit = 20, status } = query;
  let list = await listedUntil(
    check,
    query,
    ({ pets }) => pets.length >= limit || missing.every((id) => pets.some((pet) => pet.id === id)),
  );
  let suspects = missing;
  for (let round = 1; list !== null; round += 1) {
    const { pets } = list;
    const absent = suspects.filter((id) => pets.every((pet) => pet.id !== id)).slice(0, 2);
    if (absent.length > 0 && !(await decides(check, query, list))) {
      return cut(status);
    }
    const readings = await readWith(check, status, absent);
    if (readings.size === 0) {
      return null;
    }
    if (round === roundsToConfirm) {
      reportMissing(check, status, list, readings);
      await judgeMissingFromWhole(check, [...readings.keys()]);
      return null;
    }
    suspects = [...readings.keys()];
    list = await listed(check, query);
  }
  return cut(status);
}

/** The bytes by which a name may exceed those that are added in all rounds, and still fit into their place. */
const sparedBytes = 100;

/**
 * Whether a list is not cut. Beyond a page of 20 it must be longer once there is one animal more: a page that ends at a
 * number of bytes may end before a long animal that the run has never seen. It may have room for the new one, but not for
 * a far longer one that it omits.
 */
async function isWhole(check: Check, query: FilterQuery, list: Listed): Promise<boolean> {
  const { announcesMore, complete, pets } = list;
  if (announcesMore) {
    return false;
  }
  const isShort = pets.length < knownPage;
  if (pets.length >= (query.limit ?? 20) || (complete && isShort)) {
    return complete;
  }
  const grown = await growsByAnother(check, query, list);
  return (
    grown !== null &&
    (complete || isShort || longestOmittedName(check, grown.list) <= grown.addedNameBytes + sparedBytes)
  );
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

function reportMissing(check: Check, status: Status, list: Listed, readings: ReadonlyMap<bigint, Answer>) {
  for (const [id, answer] of readings) {
    check.deviation(list.answer, {
      kind: `${status}-missing`,
      message: `An animal with status ${status} is missing from the list filtered by it, which is not cut`,
      expected: `id ${id} in the list`,
      actual: `${list.pets.length} animals, without it`,
      related: [{ role: 'read by id', exchange: answer.exchange.number }],
    });
  }
}

/**
 * How often a list is repeated that once omitted an animal, how many of these lists must omit one, and after how many
 * that all show it nothing is suspected any more.
 */
const repetitions = { lists: 12, omitting: 3, withoutSuspicion: 4 };

/**
 * Judges lists of which only some omit animals, as where replicas take turns: repeats the list, and reports an animal of
 * the run if several lists omit one that reads with the status, although its creation was over long before. A list of 20
 * and more must omit it between two others in the order of ids, since its page may end anywhere.
 */
export async function judgeUnsteady(check: Check, query: FilterQuery): Promise<void> {
  let omissions = 0;
  for (let repetition = 0; repetition < repetitions.lists; repetition += 1) {
    if (repetition === repetitions.withoutSuspicion && omissions === 0) {
      return;
    }
    const list = await listed(check, query);
    if (list === null || (!list.complete && omissions === 0)) {
      return;
    }
    const omitted = olderThanGrace(check, list, ownWith(check, query.status)).filter(
      (id) =>
        list.complete &&
        list.pets.every((pet) => pet.id !== id) &&
        (list.pets.length < knownPage || isOmittedInside(list, id)),
    );
    const readings = await readWith(check, query.status, omitted.slice(0, 1));
    omissions += readings.size;
    if (omissions === repetitions.omitting) {
      reportMissing(check, query.status, list, readings);
      return;
    }
  }
}

/** Those of the ids whose creation was over long before a list. */
export function olderThanGrace(check: Check, { answer }: Listed, ids: readonly bigint[]): readonly bigint[] {
  const createdBefore = answer.exchange.sentAtMs - check.options.consistencyGraceMs;
  return ids.filter(
    (id) => (check.history.creationWith(id)?.finishedAtMs ?? Number.POSITIVE_INFINITY) < createdBefore,
  );
}
