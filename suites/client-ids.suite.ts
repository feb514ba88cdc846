import { farId } from '../src/arbitraries/int64.ts';
import { type NewPet, newPetText } from '../src/arbitraries/new-pet.ts';
import type { KnownAnimal } from '../src/history/animal-history.ts';
import { differingMembers, type PetReading } from '../src/history/pet.ts';
import type { JsonObject } from '../src/json/exact-json.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check } from '../src/runner/check.ts';
import { sampleOf } from '../src/runner/examples.ts';
import { assume } from '../src/runner/outcome.ts';
import type { Suite } from '../src/runner/suite.ts';
import { smallLetters } from './shared/valid-creations.ts';
import { family } from './shared/varieties/variety.ts';

// In a run that reuses exchanges, a list precedes this check. Its two reads of one animal verify that list.
export const clientIds: Suite = {
  'create/ignores-client-id': clientIdStaysUnused,
};

/**
 * Sends creations with an id: one far from all known ids, and one of an existing animal. The watch reports a new animal
 * with such an id. This check reports a change of the existing animal.
 */
export async function clientIdStaysUnused(check: Check): Promise<void> {
  await check.acceptedCreation(check.refusedStatus);
  for (const id of sampleOf(check, farId, check.plan.generated)) {
    await check.create(newPetText(check.plainPet(check.refusedStatus), { id }));
  }
  const victim = await chooseVictim(check);
  const known = check.plan.reuses ? victim.reads.at(-1)?.reading : undefined;
  const before = known ?? (await check.get(victim.id)).pet;
  assume(
    before !== null,
    "an animal of this run can't be read, so a change would not show: see get/returns-created",
  );
  // No other check may use an animal that this one may have changed.
  victim.tainted = true;
  const category = acceptedCategory(check, victim) ?? check.category();
  const intruder = { ...check.plainPet(check.refusedStatus, smallLetters), categoryId: category };
  const answer = await check.create(newPetText(intruder, { id: victim.id }));
  const after = await check.get(victim.id);
  const reading = after.pet;
  if (check.plan.reuses) {
    victim.tainted = !isUntouched(victim.id, before, answer, reading);
  }
  assume(
    after.status !== 404 || check.session.findingsOf('get/stable').length === 0,
    "animals can't be read a second time, so a removed animal would not show: see get/stable",
  );
  if (after.status === 404 || (reading !== null && hasTaken(reading, intruder, before))) {
    check.deviation(after, {
      kind: after.status === 404 ? 'victim-gone' : 'victim-overwritten',
      message: `A creation that sent the id of an existing animal has ${after.status === 404 ? 'removed' : 'overwritten'} it`,
      expected: 'the animal as it was',
      related: [{ role: 'the creation with its id', exchange: answer.exchange.number }],
    });
    return;
  }
  assume(
    reading?.id === victim.id,
    `the animal whose id was sent can no longer be read (returned ${after.status}), so a change would not show`,
  );
  assume(
    answer.status === 201 || isRefusal(answer),
    `a creation that sends an id returned ${answer.status}, which is neither 201 nor a refusal`,
  );
}

/** Ids far from all known ones as other clients write them: below zero, and as a string. The watch judges them. */
const farIdsAsWritten: readonly JsonObject[] = [{ id: -799_839_293_821_000_141n }, { id: '655724105745144' }];

export const farIdVarieties = family('create/ignores-client-id', farIdsAsWritten, (check, more) =>
  check.create(newPetText(check.plainPet(check.refusedStatus), more)),
);

/** A member that `NewPet` does not have may be refused with any 4xx: the document does not state which. */
function isRefusal({ status }: Answer): boolean {
  return status >= 400 && status < 500;
}

/** The oldest animal of the run, or the newest one that was read if that reading suffices. */
async function chooseVictim(check: Check): Promise<KnownAnimal> {
  const read = check.own.findLast(({ reads }) => reads.length > 0);
  return read !== undefined && check.plan.reuses ? read : check.ownAnimal();
}

/** Whether the service refused the creation or created another animal, and did not change the victim. */
function isUntouched(id: bigint, before: PetReading, answer: Answer, after: PetReading | null): boolean {
  const isApart = isRefusal(answer) || (answer.status === 201 && answer.pet?.id !== id);
  return isApart && after?.id === id && differingMembers(before, after).length === 0;
}

/** An accepted category other than that of the animal. */
function acceptedCategory(check: Check, victim: KnownAnimal): bigint | undefined {
  const categories = check.history.created.map(({ creation }) => creation?.sent.categoryId);
  return categories.find((id) => id !== undefined && id !== victim.creation?.sent.categoryId);
}

/** Whether an animal now has a name or category of the creation that it did not have before. */
function hasTaken(now: PetReading, intruder: NewPet, before: PetReading): boolean {
  return (
    now.name === intruder.name ||
    (now.categoryId === intruder.categoryId && before.categoryId !== intruder.categoryId)
  );
}
