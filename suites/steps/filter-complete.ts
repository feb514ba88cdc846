import type { NameShape } from '../../src/arbitraries/names.ts';
import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/suite/check.ts';
import { type Listed, listed } from '../../src/suite/listed.ts';
import { assume, Inconclusive } from '../../src/suite/outcome.ts';
import { asksForList, plainListOf } from './documented-lists.ts';
import { expectInEachList, expectInList, type Status } from './expected-in-list.ts';

/**
 * Expects the animals of the run in the lists of their status without a limit. These requests also show that the service
 * accepts every status.
 */
export async function filtersHoldOwnAnimals(check: Check): Promise<void> {
  await check.ownAnimal();
  await forEachStatus((status) => filterHoldsOwnAnimals(check, status));
}

/** Lists two statuses, each when its newest animal is the newest of the store, which an index may lack. */
export async function filtersHoldNewestAnimal(check: Check): Promise<void> {
  for (const status of ['pending', 'sold'] as const) {
    await check.newAnimal(status);
    await filterHoldsOwnAnimals(check, status);
  }
}

export async function filterHoldsOwnAnimals(check: Check, status: Status, limit?: number): Promise<void> {
  const own = check.ownWith(status);
  assume(own.length > 0, `no animal with status ${status} is known`);
  await expectInList(check, { limit, status, holds: status }, own);
}

/** Longer than many a column or index permits. Services may refuse it. */
const longName: NameShape = { feature: '120 letters', before: '', after: ` ${'x'.repeat(108)}` };

/** Expects an animal with a long name in the list of its status. */
export async function filterHoldsLongName(check: Check): Promise<void> {
  const status = 'sold';
  const { pet } = await check.as('create/text-exact').create(check.plainPet(status, longName));
  assume(pet !== null, 'the service refused a name of 120 letters, which it may');
  await expectInList(check, { limit: 100, status, holds: status }, [pet.id]);
}

/**
 * Expects the known animals in the lists of their status: those that the unfiltered list shows before and after, and
 * those that the run created.
 */
export async function filtersHoldEverything(check: Check): Promise<void> {
  const before = await listed(check, { limit: 100 });
  const filtered = new Map<Status, Listed | null>();
  for (const status of petStatuses) {
    filtered.set(status, await listed(check, { limit: 100, status }));
  }
  const after = await listed(check, { limit: 100 });
  await forEachStatus(async (status) => {
    const list = filtered.get(status);
    if (list === null) {
      await asksForList(check.as('list/limit-with-status'), plainListOf({ limit: 100, status }));
    }
    const own = check.ownWith(status);
    const expected = [...new Set([...steadyWith(status, before, after), ...own])];
    assume(expected.length > 0, `no animal with status ${status} is known`);
    const missing = expected.filter((id) => list?.pets.every((pet) => pet.id !== id) ?? true);
    if (missing.length > 0) {
      await expectInList(check, { limit: 100, status, holds: status }, missing);
      if (list?.complete === true) {
        await expectInEachList(check, { limit: 100, status, holds: status }, own);
      }
    }
    await filterComesBeforeLimit(check, status, own);
  });
}

/**
 * A filtered list with a limit is empty only if there is no animal of that status: a service that truncates before it
 * filters returns too few. A page may be smaller than its limit, so one that is not empty decides nothing.
 */
async function filterComesBeforeLimit(check: Check, status: Status, own: readonly bigint[]): Promise<void> {
  const list = own.length === 0 ? null : await listed(check, { limit: 1, status });
  if (list?.pets.length === 0) {
    const isEmpty = async (one: Listed) => (one.pets.length === 0 && !one.announcesMore ? one : null);
    await expectInList(check, { limit: 1, status, holds: status }, own, isEmpty);
  }
}

/** One status that can't be decided leaves the others to be. */
async function forEachStatus(judge: (status: Status) => Promise<void>): Promise<void> {
  const reasons: string[] = [];
  for (const status of petStatuses) {
    try {
      await judge(status);
    } catch (error) {
      if (!(error instanceof Inconclusive)) {
        throw error;
      }
      reasons.push(error.message);
    }
  }
  assume(reasons.length === 0, [...new Set(reasons)].join('; '));
}

/** The animals of others and of the run that two lists show with the same status. */
function steadyWith(status: Status, before: Listed | null, after: Listed | null): bigint[] {
  const later = new Map(after?.pets.map((pet) => [pet.id, pet.status]));
  const shown = (before?.pets ?? []).filter((pet) => pet.status === status && later.get(pet.id) === status);
  return shown.map(({ id }) => id);
}
