import { petStatuses } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/suite/check.ts';
import { lengthOf, noArray } from '../../src/suite/listed.ts';
import { assume } from '../../src/suite/outcome.ts';
import { ownWith } from './filter-complete.ts';

/** The number of consecutive differences that rules out chance. */
const roundsToConfirm = 4;

/** A list without limit must be as long as one with limit=20, also with the status that most animals of the run have. */
export async function defaultIsTwenty(check: Check): Promise<void> {
  await sameAsTwenty(check, {});
  const [status] = petStatuses.toSorted(
    (one, other) => ownWith(check, other).length - ownWith(check, one).length,
  );
  if (status !== undefined && ownWith(check, status).length > 0) {
    await sameAsTwenty(check, { status });
  }
}

/** Lists without limit and with limit=20, and repeats both while they differ. A rule reports more than twenty. */
async function sameAsTwenty(check: Check, filter: { readonly status?: string }): Promise<void> {
  const rounds: { plain: number; twenty: number }[] = [];
  while (rounds.length < roundsToConfirm) {
    const plain = await check.list(filter);
    const length = lengthOf(plain);
    assume(length !== null, noArray);
    if (length > 20) {
      return;
    }
    const twenty = await check.list({ ...filter, limit: 20 });
    const other = lengthOf(twenty);
    assume(other !== null, noArray);
    rounds.push({ plain: length, twenty: other });
    if (length === other || other > 20) {
      return;
    }
    // One of the two may come from a cache.
    if (rounds.length === 1) {
      await check.session.pause(check.options.consistencyGraceMs);
    }
    if (rounds.length === roundsToConfirm && isSteady(rounds)) {
      const what = filter.status === undefined ? 'animals' : `${filter.status} animals`;
      check.violated(plain, {
        kind: 'differs-from-twenty',
        message: `Without limit a list has ${length} ${what}, with limit=20 ${other}, repeatedly`,
        expected: 'as many animals as with limit=20',
        actual: `${length} animals`,
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
