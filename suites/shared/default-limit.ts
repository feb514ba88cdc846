import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/runner/check.ts';
import { latestList, latestWithoutLimit, lengthOf, noArray } from '../../src/runner/listed.ts';
import { assume } from '../../src/runner/outcome.ts';
import { filterFillsDefaultPage } from './whole-and-filters.ts';

/** The number of consecutive differences that rules out chance. */
const roundsToConfirm = 4;

/** Checks that a list without limit equals one with limit=20, also with a status. */
export async function defaultIsTwenty(check: Check): Promise<void> {
  if (check.plan.reuses) {
    await compareShortLists(check);
    return;
  }
  await sameAsTwenty(check, {});
  if (check.deviations === 0) {
    await sameAsTwenty(check, { status: 'available' });
  }
}

/** Lists without limit and with limit=20, and repeats both while they differ. */
async function sameAsTwenty(check: Check, filter: { readonly status?: string }): Promise<void> {
  const rounds: { plain: number; twenty: number }[] = [];
  for (let round = 0; round < roundsToConfirm; round += 1) {
    const plain = await check.list(filter);
    const twenty = await check.list({ ...filter, limit: 20 });
    const lengths = { plain: lengthOf(plain), twenty: lengthOf(twenty) };
    assume(lengths.plain !== null && lengths.twenty !== null, noArray);
    // The watch reports a list of more than twenty animals.
    if (lengths.plain === lengths.twenty || lengths.twenty > 20) {
      return;
    }
    rounds.push({ plain: lengths.plain, twenty: lengths.twenty });
    // One of the two may come from a cache.
    if (rounds.length === 1) {
      await check.session.pause(check.options.consistencyGraceMs);
    }
    if (rounds.length === roundsToConfirm && isSteady(rounds)) {
      const what = filter.status === undefined ? 'animals' : `${filter.status} animals`;
      check.deviation(plain, {
        kind: 'differs-from-twenty',
        message: `Without limit a list has ${lengths.plain} ${what}, with limit=20 ${lengths.twenty}, repeatedly`,
        expected: 'as many animals as with limit=20',
        actual: `${lengths.plain} animals`,
        related: [{ role: 'with limit=20', exchange: twenty.exchange.number }],
      });
    }
  }
}

/** Whether all rounds have the same lengths: pages may be smaller than their limit, and vary in size. */
function isSteady(rounds: readonly { plain: number; twenty: number }[]): boolean {
  const [first] = rounds;
  return rounds.every(({ plain, twenty }) => plain === first?.plain && twenty === first.twenty);
}

/**
 * Does the same with fewer requests: compares only lists of fewer than twenty animals. A list of twenty needs no
 * comparison, and the watch reports a longer one.
 */
async function compareShortLists(check: Check): Promise<void> {
  const plain = lengthOf(await check.list());
  assume(plain !== null, noArray);
  if (plain < 20) {
    await sameAsTwenty(check, {});
  }
  const status = petStatuses.find((candidate) => showsFewer(check, candidate));
  if (status !== undefined && check.deviations === 0) {
    await sameAsTwenty(check, { status });
    // A wrong default limit also omits animals, and the filter is not the cause.
    const isComparable = plain === 20 && check.deviations === 0;
    if (isComparable && check.isSelected('list/filter-complete')) {
      await filterFillsDefaultPage(check.as('list/filter-complete'), status);
    }
  }
}

/** Whether a list of a status without limit has fewer than twenty animals, and fewer than the unfiltered list has. */
function showsFewer(check: Check, status: string): boolean {
  const listed = latestWithoutLimit(check, status)?.pets.length ?? 20;
  const known = latestList(check)?.pets.filter((pet) => pet.status === status).length ?? 0;
  return listed < Math.min(20, known);
}
