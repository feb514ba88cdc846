import type { KnownAnimal, SentPet } from '../../src/animals/animal-history.ts';
import type { NewPet } from '../../src/arbitraries/new-pet.ts';
import type { Check } from '../../src/suite/check.ts';
import { untilOld } from './pauses.ts';

interface UnusualPet {
  /** What a creation with such values is for: the check that reads the animal is no judge of it. */
  readonly requirement: 'create/int64-exact' | 'create/text-exact';
  readonly isLike: (sent: SentPet) => boolean;
  readonly from: (plain: NewPet) => NewPet;
}

/** Values that a table behind a cache may alter: until its entry expires, an animal reads as it was sent. */
const oftenAltered: readonly UnusualPet[] = [
  {
    requirement: 'create/int64-exact',
    isLike: ({ categoryId }) => categoryId > 2n ** 53n,
    from: (plain) => ({ ...plain, categoryId: 2n ** 53n + 1n }),
  },
  {
    requirement: 'create/text-exact',
    isLike: ({ name }) => /[^ -~]/.test(name),
    from: (plain) => ({ ...plain, name: `${plain.name} \u732b` }),
  },
  {
    requirement: 'create/text-exact',
    isLike: ({ name }) => name.length > 255,
    from: (plain) => ({ ...plain, name: `${plain.name} ${'x'.repeat(255)}` }),
  },
];

/**
 * The first animals with such values, once they are old. A run of few checks creates and reads them first, if the
 * service accepts them.
 */
export async function oldAnimals(check: Check): Promise<readonly KnownAnimal[]> {
  const animals: KnownAnimal[] = [];
  for (const { requirement, isLike, from } of oftenAltered) {
    const first = () => check.own.find(({ creation }) => creation !== null && isLike(creation.sent));
    if (first() === undefined && !check.options.readOnly) {
      await check.readBack(await check.as(requirement).create(from(check.plainPet())));
    }
    animals.push(...[first()].filter((animal) => animal !== undefined));
  }
  for (const animal of animals) {
    await untilOld(check, animal);
  }
  return animals;
}
