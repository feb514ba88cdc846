import { farId } from '../../src/arbitraries/int64.ts';
import { type NewPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import type { KnownAnimal } from '../../src/history/animal-history.ts';
import { type PetReading, readPet } from '../../src/history/pet.ts';
import type { Check } from '../../src/runner/check.ts';
import { sampleOf } from '../../src/runner/examples.ts';
import { Inconclusive } from '../../src/runner/outcome.ts';

/**
 * Sends an id with a creation: one far from any that was seen, and that of an animal that exists. The watch
 * sees where it becomes the new animal's; here it is seen whether the animal that has it was touched.
 */
export async function clientIdStaysUnused(check: Check): Promise<void> {
  await check.acceptedCreation('pending');
  for (const id of sampleOf(check, farId, check.amount({ smoke: 0, normal: 1, thorough: 40 }))) {
    const answer = await check.create(newPetText(check.plainPet('pending'), { id }));
    judgeStatus(check, answer);
  }
  const victim = await check.ownAnimal();
  const before = await check.get(victim.id);
  // What happens to it from here on is this check's business alone.
  victim.tainted = true;
  if (before.status !== 200) {
    throw new Inconclusive(
      'an animal of this run can not be read, so it could not be seen to be touched: see get/returns-created',
    );
  }
  const category = acceptedCategory(check, victim) ?? check.category();
  const intruder = { ...check.plainPet('pending'), categoryId: category };
  const answer = await check.create(newPetText(intruder, { id: victim.id }));
  judgeStatus(check, answer);
  const after = await check.get(victim.id);
  const reading = readPet(after.json);
  if (after.status === 404 || (reading !== null && hasTaken(reading, intruder, readPet(before.json)))) {
    check.deviation(after, {
      kind: after.status === 404 ? 'victim-gone' : 'victim-overwritten',
      message: `A creation that sent the id of an existing animal has ${after.status === 404 ? 'removed' : 'overwritten'} it`,
      expected: 'the animal as it was',
      related: [{ role: 'the creation with its id', exchange: answer.exchange.number }],
    });
  }
}

/** A category that the service has accepted, and that the animal is not of. */
function acceptedCategory(check: Check, victim: KnownAnimal): bigint | undefined {
  const categories = check.session.history.created.map(({ creation }) => creation?.sent.categoryId);
  return categories.find((id) => id !== undefined && id !== victim.creation?.sent.categoryId);
}

/** Whether an animal now has a name or category of the creation that it did not have before. */
function hasTaken(now: PetReading, intruder: NewPet, before: PetReading | null): boolean {
  return (
    now.name === intruder.name ||
    (now.categoryId === intruder.categoryId && before?.categoryId !== intruder.categoryId)
  );
}

function judgeStatus(check: Check, answer: Awaited<ReturnType<Check['create']>>): void {
  if (answer.status !== 400 && answer.status !== 201) {
    check.deviation(answer, {
      kind: `status-${answer.status}`,
      message: `A creation that sends an id is answered ${answer.status}`,
      expected: "400, or 201 with an id of the service's own",
    });
  }
}
