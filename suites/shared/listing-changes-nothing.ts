import { differingMembers, type PetReading, petObject, readPet } from '../../src/history/pet.ts';
import { quote } from '../../src/history/quote.ts';
import { writeJson } from '../../src/json/exact-json.ts';
import type { Answer } from '../../src/runner/answer.ts';
import type { Check } from '../../src/runner/check.ts';
import { assume } from '../../src/runner/outcome.ts';

interface Change {
  readonly answer: Answer;
  readonly list: Answer;
  readonly before: PetReading;
  readonly after: PetReading;
}

/** The number of consecutive lists that must cause a change, without changes in between. */
const roundsToConfirm = 4;

/**
 * Reads an animal, lists, and reads it again. Because a status may change by itself, even repeatedly, a change counts
 * only if every list causes one, and an animal without a list in between does not change.
 *
 * @param isSuspected whether an animal already changed between two readings with a list in between
 */
export async function listingChangesNothing(check: Check, isSuspected = false): Promise<void> {
  if (check.plan.reuses && !isSuspected) {
    // list/agrees-with-get reads an animal before and after a list, which is evidence for this requirement too.
    return;
  }
  const id = await check.knownId();
  if (!isSuspected && (await changeBy(check, id, true)) === null) {
    return;
  }
  assume(
    !check.options.readOnly,
    'an animal changed while it was listed; only new animals would show whether listing did that',
  );
  let second: Change | null = null;
  for (let round = 0; round < roundsToConfirm; round += 1) {
    // A new animal each time, because only the first list of an animal may change it.
    const other = (await newAnimal(check)) ?? id;
    const still = await changeBy(check, other, false);
    second = still === null ? await changeBy(check, other, true) : null;
    if (second === null) {
      return;
    }
  }
  if (second === null) {
    return;
  }
  const changed = differingMembers(second.before, second.after);
  check.deviation(second.answer, {
    kind: `${changed[0]}-changed`,
    message: `Listing changes animals: ${changed.join(', ')}`,
    expected: quote(writeJson(petObject(second.before))),
    actual: quote(writeJson(petObject(second.after))),
    related: [{ role: 'the list in between', exchange: second.list.exchange.number }],
  });
}

async function newAnimal(check: Check): Promise<bigint | undefined> {
  return readPet((await check.createPlain('available')).json)?.id;
}

/** Reads an animal twice, with a list or another request in between, and returns the changes. */
async function changeBy(check: Check, id: bigint, listing: boolean): Promise<Change | null> {
  const before = readPet((await check.get(id)).json);
  const list = listing ? await check.list({ limit: 100 }) : await check.get(id);
  const answer = await check.get(id);
  const after = readPet(answer.json);
  assume(
    before !== null && after !== null && before.id === after.id,
    'no animal could be read before and after a list: see get/returns-created',
  );
  return differingMembers(before, after).length === 0 ? null : { answer, list, before, after };
}
