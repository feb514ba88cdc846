import type { KnownAnimal } from '../../src/history/animal-history.ts';
import { readPet } from '../../src/history/pet.ts';
import type { Check } from '../../src/runner/check.ts';
import { type Listed, listed, listedUntil, noArray } from '../../src/runner/listed.ts';
import { Inconclusive } from '../../src/runner/outcome.ts';
import type { Session } from '../../src/runner/session.ts';
import type { ListQuery } from '../../src/target/api-request.ts';
import { fillTheStore } from './full-store.ts';
import { untilFirstAnimalIsOld } from './late-readings.ts';

/** Animals that were missing from a list of which it is not known yet whether it was cut. */
interface Suspicion {
  readonly list: Listed;
  readonly missing: readonly KnownAnimal[];
  readonly limit: number;
}

const cut =
  'the unfiltered list may be cut: no longer list of this service is known, and the new animals are not in it';

const suspicions = new WeakMap<Session, Suspicion>();

/**
 * Whether the unfiltered list shows the available animals of this run. It owes no others: a service may list the animals
 * that are available where no status is asked for. How long its pages are shows later where this list is its longest.
 */
export async function availableOnesAreListed(check: Check): Promise<void> {
  const own = check.own.filter(({ creation }) => creation?.sent.status === 'available').slice(0, 10);
  if (own.length === 0) {
    throw new Inconclusive('no animal could be created as available: see create/accepts-valid');
  }
  // In a large store a list may never contain them, so not every run waits for that.
  const isHasty = !check.plan.waits;
  const query = isHasty ? wholeList(check) : { limit: 100 };
  if (isHasty) {
    // It lists once only: better what is kept than what is shown at first.
    await untilFirstAnimalIsOld(check);
  }
  const list = await listedUntil(
    check,
    query,
    ({ pets, looksComplete }) =>
      own.every(({ id }) => pets.some((pet) => pet.id === id)) || (isHasty && !looksComplete),
  );
  if (list === null) {
    throw new Inconclusive(noArray);
  }
  observeStatuses(check, list);
  const absent = own.filter(({ id }) => list.pets.every((pet) => pet.id !== id));
  if (absent.length > 0 && isHasty && !list.looksComplete) {
    throw new Inconclusive(cut);
  }
  const missing = await stillAvailable(check, absent);
  if (missing.length > 0 && !list.complete) {
    suspicions.set(check.session, { list, missing, limit: Number(query.limit ?? 20) });
    throw new Inconclusive(cut);
  }
  reportMissing(check, list, missing);
}

/**
 * Judges animals that were missing from an early list by the longest list since: where one was longer, the early one
 * was not cut. A run that has not shown that lists its store once it is full.
 */
export async function judgeEarlyList(check: Check): Promise<void> {
  const suspicion = suspicions.get(check.session);
  suspicions.delete(check.session);
  if (suspicion === undefined || check.session.findingsOf(check.requirement).length > 0) {
    return;
  }
  const { list, missing, limit } = suspicion;
  const { history } = check.session;
  if (!history.isComplete(list.pets.length, limit)) {
    await fillTheStore(check);
    await listed(check, { limit: 100 });
  }
  if (history.isComplete(list.pets.length, limit)) {
    reportMissing(check, list, missing);
  }
}

/** So few fit a list without limit, which nothing else of such a run asks for; with the limit 100 one has come. */
function wholeList({ session }: Check): ListQuery {
  return session.history.distinctAnimals < 20 ? {} : { limit: 99 };
}

/** Those that read as available: a status may change by itself, and the animal leave the list with it. */
async function stillAvailable(check: Check, animals: readonly KnownAnimal[]): Promise<KnownAnimal[]> {
  const available: KnownAnimal[] = [];
  for (const animal of animals.slice(0, 3)) {
    const pet = readPet((await check.get(animal.id)).json);
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

function reportMissing(check: Check, list: Listed, missing: readonly KnownAnimal[]): void {
  for (const { id, creation, reads } of missing) {
    const reading = reads.at(-1);
    check.deviation(list.answer, {
      kind: 'not-listed',
      message: 'An available animal is missing from the unfiltered list, which is not cut',
      expected: `id ${id} in the list within ${check.session.options.consistencyGraceMs} ms`,
      actual: `${list.pets.length} animals, without it`,
      related: [
        { role: 'creation', exchange: creation?.exchange.number ?? 0 },
        ...(reading === undefined ? [] : [{ role: 'read by id', exchange: reading.exchange.number }]),
      ],
    });
  }
}
