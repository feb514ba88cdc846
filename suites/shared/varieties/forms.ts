import { coveringCases, type Strength } from '../../../src/arbitraries/covering-cases.ts';
import type { Check } from '../../../src/runner/check.ts';
import { getPet } from '../../../src/target/api-request.ts';
import { forms, inForm } from '../as-others-send.ts';
import { asksForList, type DocumentedList, queryOf, requirementOf } from '../documented-lists.ts';
import { filterComesBeforeLimit } from '../whole-and-filters.ts';
import { family, type Variety } from './variety.ts';

/** These lists, as cases of the requirement that each of them may violate. */
export function listsAsVarieties(lists: readonly DocumentedList[]): Variety[] {
  return lists.flatMap((list) => family(requirementOf(list), [list], isListed));
}

async function isListed(check: Check, documented: DocumentedList): Promise<void> {
  const { list, answer } = await asksForList(check, documented);
  if (check.isSelected('list/filter-complete')) {
    await filterComesBeforeLimit(check.as('list/filter-complete'), queryOf(list), answer);
  }
}

/** Reads of known and unknown animals in every form. The watches judge the responses. */
export function readingVarieties(strength: Strength): Variety[] {
  const readings = coveringCases({ isKnown: [true, false], ...forms } as const, strength);
  return family('get/id-matches', readings, async (check, { isKnown, ...form }) => {
    const id = isKnown ? await check.knownId() : 8_070_450_532_247_928_829n;
    const { key, target } = check.session;
    await target.send(inForm(getPet(id, key), form), check.requirement, { fresh: form.isFresh });
  });
}
