import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/suite/check.ts';
import { latestList, latestWithoutLimit, lengthOf, noArray } from '../../src/suite/listed.ts';
import { assume } from '../../src/suite/outcome.ts';
import { filterFillsDefaultPage } from './filter-complete.ts';

/** The number of consecutive differences that rules out chance. */
const roundsToConfirm = 4;

/**
 * Checks that a list without limit is as long as one with limit=20, also with a status that had fewer animals than twenty
 * in such a list, if there are more by now.
 */
export async function defaultIsTwenty(check: Check): Promise<void> {
  const length = await sameAsTwenty(check, {});
  const status = petStatuses.find((candidate) => showsFewer(check, candidate));
  if (status !== undefined && check.deviations === 0) {
    await sameAsTwenty(check, { status });
    // A wrong default limit also omits animals, and the filter is not the cause.
    const isComparable = length === 20 && check.deviations === 0;
    if (isComparable && check.isSelected('list/filter-complete')) {
      await filterFillsDefaultPage(check.as('list/filter-complete'), status);
    }
  }
}

/**
 * Lists without limit and with limit=20, and repeats both while they differ. A list of twenty needs no comparison, and
 * the watch reports a longer one.
 *
 * @returns the length of the list without limit
 */
async function sameAsTwenty(check: Check, filter: { readonly status?: string }): Promise<number> {
  const rounds: { plain: number; twenty: number }[] = [];
  for (;;) {
    const plain = await check.list(filter);
    const length = lengthOf(plain);
    assume(length !== null, noArray);
    if (length >= 20) {
      return length;
    }
    const twenty = await check.list({ ...filter, limit: 20 });
    const other = lengthOf(twenty);
    assume(other !== null, noArray);
    rounds.push({ plain: length, twenty: other });
    if (length === other || other > 20) {
      return length;
    }
    // One of the two may come from a cache.
    if (rounds.length === 1) {
      await check.session.pause(check.options.consistencyGraceMs);
    }
    if (rounds.length === roundsToConfirm) {
      if (isSteady(rounds)) {
        const what = filter.status === undefined ? 'animals' : `${filter.status} animals`;
        check.deviation(plain, {
          kind: 'differs-from-twenty',
          message: `Without limit a list has ${length} ${what}, with limit=20 ${other}, repeatedly`,
          expected: 'as many animals as with limit=20',
          actual: `${length} animals`,
          related: [{ role: 'with limit=20', exchange: twenty.exchange.number }],
        });
      }
      return length;
    }
  }
}

/** Whether all rounds have the same lengths: pages may be smaller than their limit, and vary in size. */
function isSteady(rounds: readonly { plain: number; twenty: number }[]): boolean {
  const [first] = rounds;
  return rounds.every(({ plain, twenty }) => plain === first?.plain && twenty === first.twenty);
}

/** Whether a list of a status without limit has fewer than twenty animals, and fewer than are known to have it. */
function showsFewer(check: Check, status: string): boolean {
  const listed = latestWithoutLimit(check, status)?.pets.length ?? 20;
  const shown = latestList(check)?.pets.filter((pet) => pet.status === status).length ?? 0;
  const own = check.own.filter(({ creation }) => creation?.sent.status === status).length;
  return listed < Math.min(20, Math.max(shown, own));
}
