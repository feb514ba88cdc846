import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/runner/check.ts';
import { latestList, latestWithoutLimit, lengthOf, noArray } from '../../src/runner/listed.ts';
import { Inconclusive } from '../../src/runner/outcome.ts';
import { filterFillsDefaultPage } from './whole-and-filters.ts';

/** How often a list without limit must differ from one of twenty before that is no chance. */
const roundsToConfirm = 4;

/** Whether a list without limit is one of the limit 20, also together with a status. */
export async function defaultIsTwenty(check: Check): Promise<void> {
  if (check.plan.reuses) {
    await twentyWhereFewerCame(check);
    return;
  }
  await sameAsTwenty(check, {});
  if (check.deviations === 0) {
    await sameAsTwenty(check, { status: 'available' });
  }
}

/** Asks without limit and with the limit 20, again and again where that makes a difference. */
async function sameAsTwenty(check: Check, filter: { readonly status?: string }): Promise<void> {
  const rounds: { plain: number; twenty: number }[] = [];
  for (let round = 0; round < roundsToConfirm; round += 1) {
    const plain = await check.list(filter);
    const twenty = await check.list({ ...filter, limit: 20 });
    const lengths = { plain: lengthOf(plain), twenty: lengthOf(twenty) };
    if (lengths.plain === null || lengths.twenty === null) {
      throw new Inconclusive(noArray);
    }
    // More than twenty are too many for one of the two by itself: the watch has seen that.
    if (lengths.plain === lengths.twenty || lengths.twenty > 20) {
      return;
    }
    rounds.push({ plain: lengths.plain, twenty: lengths.twenty });
    // One of the two may be older than the other, as a list may be that was cached.
    if (rounds.length === 1) {
      await check.session.pause(check.session.options.consistencyGraceMs);
    }
    if (rounds.length === roundsToConfirm && isSteady(rounds)) {
      const what = filter.status === undefined ? 'animals' : `${filter.status} animals`;
      check.deviation(plain, {
        kind: 'differs-from-twenty',
        message: `Without limit ${lengths.plain} ${what} come, with limit=20 ${lengths.twenty}, again and again`,
        expected: 'as many animals as with limit=20',
        actual: `${lengths.plain} animals`,
        related: [{ role: 'with limit=20', exchange: twenty.exchange.number }],
      });
    }
  }
}

/** Whether each round brought the same numbers: pages may be smaller than their limit, and of any size. */
function isSteady(rounds: readonly { plain: number; twenty: number }[]): boolean {
  const [first] = rounds;
  return rounds.every(({ plain, twenty }) => plain === first?.plain && twenty === first.twenty);
}

/**
 * The same only if a list without limit has fewer than twenty animals. A list with limit=20 has at most twenty,
 * and the watch reports a longer one.
 */
async function twentyWhereFewerCame(check: Check): Promise<void> {
  const plain = lengthOf(await check.list());
  if (plain === null) {
    throw new Inconclusive(noArray);
  }
  if (plain < 20) {
    await sameAsTwenty(check, {});
  }
  const status = petStatuses.find((candidate) => showsFewer(check, candidate));
  if (status !== undefined && check.deviations === 0) {
    await sameAsTwenty(check, { status });
    // What another default limit leaves out, no filter has lost.
    const isComparable = plain === 20 && check.deviations === 0;
    if (isComparable && check.isSelected('list/filter-complete')) {
      await filterFillsDefaultPage(check.as('list/filter-complete'), status);
    }
  }
}

/** Whether a list of a status without limit has shown fewer animals of it than the whole one, and than twenty. */
function showsFewer(check: Check, status: string): boolean {
  const listed = latestWithoutLimit(check, status)?.pets.length ?? 20;
  const known = latestList(check)?.pets.filter((pet) => pet.status === status).length ?? 0;
  return listed < Math.min(20, known);
}
