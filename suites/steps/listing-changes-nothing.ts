import { differingMembers, type PetReading, petObject } from '../../src/animals/pet.ts';
import { quote } from '../../src/animals/quote.ts';
import { writeJson } from '../../src/json/exact-json.ts';
import type { Answer } from '../../src/suite/answer.ts';
import type { Check } from '../../src/suite/check.ts';
import { latestList } from '../../src/suite/listed.ts';
import { assume } from '../../src/suite/outcome.ts';

interface Change {
  readonly answer: Answer;
  readonly list: Answer;
  readonly before: PetReading;
  readonly after: PetReading;
}

/** The number of consecutive lists that must cause a change, without changes in between. */
const roundsToConfirm = 4;

/**
 * Reads an animal before and after a list. Because a status may change by itself, even repeatedly, a change counts only
 * if every list causes one, and an animal does not change in a pause that is longer than the list.
 */
export async function listingChangesNothing(check: Check): Promise<void> {
  if (!(await isChangedByList(check))) {
    return;
  }
  assume(
    !check.options.readOnly,
    'an animal changed while it was listed; only new animals would show whether listing did that',
  );
  const id = await check.knownId();
  let pauseMs = durationMs(latestList(check)?.answer);
  for (let round = 1; ; round += 1) {
    // A new animal each time, because only the first list of an animal may change it.
    const other = (await check.createPlain('available')).pet?.id ?? id;
    const first = await reading(check, other);
    await check.session.pause(pauseMs);
    const before = await reading(check, other);
    const change = differingMembers(first, before).length > 0 ? null : await changeByList(check, before);
    if (change === null) {
      return;
    }
    if (round === roundsToConfirm) {
      const changed = differingMembers(change.before, change.after);
      check.violated(change.answer, {
        kind: `${changed[0]}-changed`,
        message: `Listing changes animals: ${changed.join(', ')}`,
        expected: quote(writeJson(petObject(change.before))),
        actual: quote(writeJson(petObject(change.after))),
        related: [{ role: 'the list in between', exchange: change.list.exchange.number }],
      });
    }
    // No change that is due at a certain age coincides with the list of each round.
    pauseMs = 2 * Math.max(pauseMs, durationMs(change.list));
  }
}

/** How long a response took, in ms; at least as long as a quick one. */
function durationMs(answer: Answer | undefined): number {
  const { finishedAtMs = 0, sentAtMs = 0 } = answer?.exchange ?? {};
  return Math.max(20, finishedAtMs - sentAtMs);
}

/** Whether an available animal reads differently after the latest list, which shows it, or else after a new list. */
async function isChangedByList(check: Check): Promise<boolean> {
  const list = latestList(check);
  const number = list?.answer.exchange.number ?? 0;
  const earlier = check.own
    .filter(({ creation }) => creation?.sent.status === 'available')
    .filter(({ id }) => list?.pets.some((pet) => pet.id === id) === true)
    .flatMap(({ reads }) => reads.filter(({ exchange }) => exchange.number < number).slice(-1));
  const [before] = earlier;
  if (before === undefined) {
    return (await changeByList(check, await reading(check, await check.knownId()))) !== null;
  }
  const after = await reading(check, before.reading.id);
  check.evidence(number);
  return differingMembers(before.reading, after).length > 0;
}

/** Lists, and returns how an animal reads differently afterwards. */
async function changeByList(check: Check, before: PetReading): Promise<Change | null> {
  const list = await check.list({ limit: 100 });
  const answer = await check.get(before.id);
  const after = answer.pet;
  assume(after?.id === before.id, notReadable);
  return differingMembers(before, after).length === 0 ? null : { answer, list, before, after };
}

const notReadable = 'no animal could be read before and after a list: see get/returns-created';

async function reading(check: Check, id: bigint): Promise<PetReading> {
  const { pet } = await check.get(id);
  assume(pet?.id === id, notReadable);
  return pet;
}
