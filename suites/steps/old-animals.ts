import type { KnownAnimal, SentPet } from '../../src/animals/animal-history.ts';
import type { Check } from '../../src/suite/check.ts';
import { untilOld } from './pauses.ts';

/** Values that a table behind a cache may alter: until its entry expires, an animal reads as it was sent. */
export const oftenAltered: readonly ((sent: SentPet) => boolean)[] = [
  ({ categoryId }) => categoryId > 2n ** 53n,
  ({ name }) => /[^ -~]/.test(name),
  ({ name }) => name.length > 255,
];

/** Waits until the first animal with such values is old, if the run has one, and returns it. */
export async function oldAnimal(
  check: Check,
  isOne: (sent: SentPet) => boolean,
): Promise<KnownAnimal | undefined> {
  const animal = check.own.find(({ creation }) => creation !== null && isOne(creation.sent));
  await untilOld(check, animal);
  return animal;
}
