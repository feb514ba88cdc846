import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { PetReading } from '../../src/history/pet.ts';
import type { Answer } from '../../src/suite/answer.ts';
import type { Check } from '../../src/suite/check.ts';
import {
  type Listed,
  latestList,
  latestWithoutLimit,
  lengthOf,
  listed,
  unreadableAnimals,
} from '../../src/suite/listed.ts';
import { Inconclusive } from '../../src/suite/outcome.ts';
import { judgeStatusless } from './available-listed.ts';
import { asksForList, plainListOf } from './documented-lists.ts';
import { confirmMissing, cut, judgeUnsteady, ownWith, type Status } from './missing-from-filter.ts';

/**
 * Compares the list filtered by each status with the known animals of that status: those that the unfiltered list
 * contains before and after, and those that the run created.
 */
export async function filtersHoldEverything(check: Check): Promise<void> {
  const before = await listed(check, { limit: 100 });
  const filtered = new Map<Status, Listed | null>();
  for (const status of petStatuses) {
    const list = await listed(check, { limit: 100, status });
    filtered.set(status, list);
    if (list === null) {
      await asksForList(check, plainListOf({ limit: 100, status }));
    }
  }
  const after = await listed(check, { limit: 100 });
  const reasons: (string | null)[] = [];
  for (const [status, list] of filtered) {
    reasons.push(await judgeFilter(check, status, list, steadyWith(status, before, after)));
  }
  endUndecided(check, reasons);
}

/**
 * Compares only animals of the run, with lists without a limit: at the beginning of a run. Its three requests also show
 * that the service accepts every status.
 */
export async function filtersHoldOwnAnimals(check: Check): Promise<void> {
  await check.ownAnimal();
  const reasons: (string | null)[] = [];
  for (const status of petStatuses) {
    reasons.push(await judgeFilter(check, status, await listed(check, { status }), []));
  }
  endUndecided(check, reasons);
}

/** @throws {Inconclusive} with why lists decided nothing, unless another one deviates. */
function endUndecided(check: Check, reasons: readonly (string | null)[]): void {
  const undecided = reasons.filter((reason) => reason !== null);
  if (undecided.length > 0 && check.deviations === 0) {
    throw new Inconclusive(undecided.join('; '));
  }
}

/** The animals with the status in the latest unfiltered list. */
function shownWith(check: Check, status: Status): PetReading[] {
  return (latestList(check)?.pets ?? []).filter(
    (pet) => pet.status === status && check.history.animal(pet.id)?.tainted !== true,
  );
}

/** The animals that two lists show with the same status. */
function steadyWith(status: Status, before: Listed | null, after: Listed | null): PetReading[] {
  const later = new Map(after?.pets.map((pet) => [pet.id, pet.status]));
  return (before?.pets ?? []).filter((pet) => pet.status === status && later.get(pet.id) === status);
}

async function judgeFilter(
  check: Check,
  status: Status,
  list: Listed | null,
  steady: readonly PetReading[],
): Promise<string | null> {
  if (list === null) {
    return `the list filtered by ${status} is not an array`;
  }
  await judgeStatusless(check, status, list);
  const expected = new Set([...steady.map(({ id }) => id), ...ownWith(check, status)]);
  if (expected.size === 0) {
    return `no animal with status ${status} is known`;
  }
  const missing = [...expected].filter((id) => list.pets.every((pet) => pet.id !== id));
  if (missing.length === 0) {
    return null;
  }
  if (!list.looksComplete) {
    return list.unreadable ? unreadableAnimals : cut(status);
  }
  const query = { limit: 100, status };
  const reason = await confirmMissing(check, query, missing);
  if (check.deviations === 0 && ownWith(check, status).some((id) => missing.includes(id))) {
    await judgeUnsteady(check, query);
  }
  return reason;
}

/**
 * Judges an empty list with limit and status, which means that there is no animal of that status. A service that
 * truncates before filtering returns too few; if sorted newest first, only a small limit shows it. A page may be
 * smaller than its limit, so a non-empty list decides nothing here.
 */
export async function filterComesBeforeLimit(check: Check, query: string, answer: Answer): Promise<void> {
  const parameters = new URLSearchParams(query);
  const limit = Number(parameters.get('limit'));
  const status = petStatuses.find((known) => known === parameters.get('status'));
  if (check.hasFindings || status === undefined || lengthOf(answer) !== 0) {
    return;
  }
  const missing = ownWith(check, status);
  if (missing.length > 0) {
    await confirmMissing(
      check,
      { limit, status },
      missing,
      async (_check, _query, { complete, pets }) => complete && pets.length === 0,
    );
  }
}

/**
 * Judges a list of a status without limit that has fewer animals than known, and fewer than the list of all without
 * limit, so pages are larger. This detects a service, sorted oldest first, that truncates before filtering; with limit
 * 100 it may return all of them.
 */
export async function filterFillsDefaultPage(check: Check, status: Status): Promise<void> {
  const list = latestWithoutLimit(check, status);
  if (list?.complete !== true || check.hasFindings) {
    return;
  }
  const isMissing = ({ id }: { readonly id: bigint }) => list.pets.every((pet) => pet.id !== id);
  const missing = shownWith(check, status).filter(isMissing);
  if (missing.length > 0) {
    await confirmMissing(
      check,
      { status },
      missing.map(({ id }) => id),
    );
  }
}
