import { randomInt } from 'node:crypto';
import type { KnownAnimal } from '../../src/history/animal-history.ts';
import type { Check, PlainStatus } from '../../src/suite/check.ts';
import {
  isComplete,
  type Listed,
  latestList,
  listed,
  listedUntil,
  noArray,
  unreadableAnimals,
} from '../../src/suite/listed.ts';
import { assume, Inconclusive } from '../../src/suite/outcome.ts';
import { perRun } from '../../src/suite/session.ts';
import { growsByAnother } from './growing-list.ts';
import { fillTheStore } from './valid-creations.ts';

/** The delay after the first creation, enough for a rollback, the expiry of a cache, or a replica to catch up. */
const usualMs = 3_000;

/** Waits until the first animal of the run is that old, if the run has not taken longer already. */
export async function untilFirstAnimalIsOld({ session }: Check): Promise<void> {
  const [first] = session.history.created;
  const { lateReadingsMs = usualMs } = session.options;
  const dueMs = (first?.creation?.exchange.finishedAtMs ?? Number.NEGATIVE_INFINITY) + lateReadingsMs;
  if (dueMs > session.elapsedMs) {
    await session.pause(dueMs - session.elapsedMs);
  }
}

const maxPauseMs = 1_000;

/** Pauses for a random time of several responses, so that no other client of the key keeps pace with the run. */
export async function breakPace({ session }: Check): Promise<void> {
  const responses = randomInt(6, 19);
  await session.pause(Math.min(maxPauseMs, responses * session.quickestMs));
}

/** Animals missing from a list that may be cut. */
interface Suspicion {
  readonly list: Listed;
  readonly missing: readonly KnownAnimal[];
}

const cut =
  'the unfiltered list may be cut before the new animals: the store has more animals than a list shows (100 at most); use an empty store';

const suspicions = perRun((): Suspicion[] => []);

/**
 * Checks that the unfiltered list contains the available animals of this run. It may omit others, because a service may
 * list only available animals by default. If this is the longest list so far, later lists show whether it was cut.
 */
export async function availableOnesAreListed(check: Check): Promise<void> {
  const own = check.own.filter(({ creation }) => creation?.sent.status === 'available').slice(0, 10);
  assume(own.length > 0, 'no animal could be created as available: see create/accepts-valid');
  const list = await listedUntil(check, { limit: 100 }, ({ pets }) =>
    own.every(({ id }) => pets.some((pet) => pet.id === id)),
  );
  assume(list !== null, noArray);
  observeStatuses(check, list);
  const absent = own.filter(({ id }) => list.pets.every((pet) => pet.id !== id));
  assume(absent.length === 0 || !list.unreadable, unreadableAnimals);
  const missing = await stillAvailable(check, absent);
  if (missing.length > 0 && !list.complete) {
    suspicions(check).push({ list, missing });
    throw new Inconclusive(cut);
  }
  reportMissing(check, list, missing);
}

/**
 * Judges animals missing from an early list, which was complete if a later one is longer. If none is, the run fills the
 * store and lists it.
 */
export async function judgeEarlyList(check: Check): Promise<void> {
  const suspicion = suspicions(check).pop();
  if (suspicion === undefined || check.hasFindings) {
    return;
  }
  const { list, missing } = suspicion;
  if (!isComplete(check, list)) {
    await fillTheStore(check);
    await listed(check, { limit: 100 });
  }
  if (isComplete(check, list)) {
    reportMissing(check, list, missing);
  }
}

/** The animals that are still available: a service may change a status, and the animal then leaves the list. */
async function stillAvailable(check: Check, animals: readonly KnownAnimal[]): Promise<KnownAnimal[]> {
  const available: KnownAnimal[] = [];
  for (const animal of animals.slice(0, 3)) {
    const pet = (await check.get(animal.id)).pet;
    if (pet?.id === animal.id && animal.reads.every(({ reading }) => reading.status === 'available')) {
      available.push(animal);
    }
  }
  return available;
}

function observeStatuses(check: Check, { pets, answer }: Listed): void {
  if (pets.length > 0) {
    const isAvailableOnly = pets.every(({ status }) => status === 'available');
    check
      .as('list/pagination')
      .observe(
        isAvailableOnly
          ? 'the unfiltered list shows only available animals'
          : 'the unfiltered list shows animals of other statuses too',
        answer,
      );
  }
}

/**
 * Judges animals of this run that a complete list of their status omits. If the unfiltered list is not cut, contains all
 * known animals of others, and omits these animals too, the filter is not the only cause.
 */
export async function judgeMissingFromWhole(filtering: Check, ids: readonly bigint[]): Promise<void> {
  const check = filtering.as('list/created-pet-listed');
  const { session } = check;
  const own = check.own.filter(({ id }) => ids.includes(id));
  const isOpen =
    check.isSelected('list/created-pet-listed') && session.findingsOf(check.requirement).length === 0;
  if (!isOpen || own.length === 0 || latestList(check)?.complete === true) {
    return;
  }
  const list = await listed(filtering, { limit: 100 });
  const shown = new Set(list?.pets.map(({ id }) => id));
  const isWhole = [...session.history.seen].every(
    ({ id, creation, listedAtMs }) => creation !== null || listedAtMs === null || shown.has(id),
  );
  if (list === null || list.unreadable || list.announcesMore || list.pets.length >= 100 || !isWhole) {
    return;
  }
  const whole = list.complete ? list : (await growsByAnother(check, { limit: 100 }, list))?.list;
  if (whole !== undefined && own.some(({ id }) => !shown.has(id))) {
    const missing = own.filter(({ id }) => whole.pets.every((pet) => pet.id !== id));
    reportMissing(check, whole, missing, 'A created animal is neither in the list of its status nor in the');
  }
}

function reportMissing(
  check: Check,
  list: Listed,
  missing: readonly KnownAnimal[],
  what = 'An available animal is missing from the',
): void {
  for (const { id, creation, reads } of missing) {
    const reading = reads.at(-1);
    check.deviation(list.answer, {
      kind: 'not-listed',
      message: `${what} unfiltered list, which is not cut`,
      expected: `id ${id} in the list within ${check.options.consistencyGraceMs} ms`,
      actual: `${list.pets.length} animals, without it`,
      related: [
        { role: 'creation', exchange: creation?.exchange.number ?? 0 },
        ...(reading === undefined ? [] : [{ role: 'read by id', exchange: reading.exchange.number }]),
      ],
    });
  }
}

/** An animal that shows no status in a filtered list must not be known to have none. */
export async function judgeStatusless(check: Check, status: PlainStatus, list: Listed): Promise<void> {
  const [pet] = list.pets.filter((candidate) => candidate.status === undefined);
  if (pet === undefined) {
    return;
  }
  const reading = await check.get(pet.id);
  if (reading.pet?.id === pet.id && reading.pet.status === undefined) {
    const withLimit = list.answer.exchange.request.target.includes('limit=');
    check.as(withLimit ? 'list/limit-with-status' : 'list/status-filter').deviation(list.answer, {
      kind: 'no-status',
      message: 'A filtered list contains an animal without a status',
      expected: `only animals with status ${status}`,
      actual: `id ${pet.id} without a status, in the list as by its id`,
      related: [{ role: 'read by id', exchange: reading.exchange.number }],
    });
  }
}
