import type { KnownAnimal } from '../../src/animals/animal-history.ts';
import type { PetReading } from '../../src/animals/pet.ts';
import { type NewPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import type { JsonValue } from '../../src/json/exact-json.ts';
import { isRefused } from '../../src/suite/answer.ts';
import { type Check, refusedStatus } from '../../src/suite/check.ts';
import { assume } from '../../src/suite/outcome.ts';
import { smallLetters } from './valid-creations.ts';

/** Sends a creation with an id. */
export type ClientId = (check: Check) => Promise<void>;

/** Sends a creation with an id far from all known ones. The watch reports a new animal with such an id. */
export function farClientId(id: JsonValue): ClientId {
  return async (check) => {
    await check.control('createPet');
    await check.create(newPetText(check.plainPet(refusedStatus), { id }));
  };
}

/** How often an animal is found before a creation with its id. */
const readBefore = 3;

/** Sends a creation with the id of an existing animal, which must not change by that. */
export async function ofAnExistingAnimal(check: Check): Promise<void> {
  await check.control('createPet');
  const [mostRead] = check.own.toSorted((one, other) => other.reads.length - one.reads.length);
  const victim = mostRead ?? (await check.ownAnimal());
  const before = await foundOften(check, victim);
  assume(
    before !== null,
    "an animal of this run can't be read, so a change would not show: see get/returns-created",
  );
  // No other check may use an animal that this one may have changed.
  victim.tainted = true;
  const category = acceptedCategory(check, victim) ?? check.category();
  const intruder = { ...check.plainPet(refusedStatus, smallLetters), categoryId: category };
  const answer = await check.create(newPetText(intruder, { id: victim.id }));
  const first = await check.get(victim.id);
  // An animal that is found again is not removed.
  const after = first.status === 404 ? await check.get(victim.id) : first;
  const reading = after.pet;
  if (after.status === 404 || (reading !== null && hasTaken(reading, intruder, before))) {
    check.violated(after, {
      kind: after.status === 404 ? 'victim-gone' : 'victim-overwritten',
      message: `A creation that sent the id of an existing animal has ${after.status === 404 ? 'removed' : 'overwritten'} it`,
      expected: 'the animal as it was',
      related: [{ role: 'the creation with its id', exchange: answer.exchange.number }],
    });
  }
  assume(
    reading?.id === victim.id,
    `the animal whose id was sent can no longer be read (returned ${after.status}), so a change would not show`,
  );
  assume(
    answer.status === 201 || isRefused(answer),
    `a creation that sends an id returned ${answer.status}, which is neither 201 nor a refusal`,
  );
}

/** The last reading of an animal that was found often: one found only once or twice might have been removed by others. */
async function foundOften(check: Check, victim: KnownAnimal): Promise<PetReading | null> {
  let { pet } = await check.get(victim.id);
  for (
    let sent = 1;
    pet?.id === victim.id && victim.reads.length < readBefore && sent < readBefore;
    sent += 1
  ) {
    ({ pet } = await check.get(victim.id));
  }
  return pet?.id === victim.id ? pet : null;
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
