import { countingIds, createMemoryPetStore } from '../memory-pet-store.ts';
import type { Clock, Decoration } from '../parts.ts';
import { type NewPet, petStatuses } from '../pet.ts';
import { around } from './fault.ts';

/** Starts with many animals, of the three statuses in turn. */
export function seeded(count: number): Decoration {
  return around('petStore', () => createMemoryPetStore(manyAnimals(count)));
}

/** Starts without animals. */
export function empty(): Decoration {
  return around('petStore', () => createMemoryPetStore([]));
}

/** Starts with the example animals, six of them, and makes identifiers of the numbers of animals in its own way. */
export function identified(idOf: (number: bigint, clock: Clock) => bigint): Decoration {
  return around('petStore', (_inner, { clock }) => {
    const count = countingIds();
    return createMemoryPetStore(undefined, () => idOf(count(), clock));
  });
}

function manyAnimals(count: number): readonly NewPet[] {
  return Array.from({ length: count }, (_, index) => {
    const status = petStatuses[index % petStatuses.length];
    return { name: `Animal ${index + 1}`, categoryId: BigInt(1 + (index % 4)), ...(status && { status }) };
  });
}
