import { storedPets } from './decorations.ts';
import { type Fault, fault } from './fault.ts';

/** Stores another name than the one that was sent. */
export function naming(name: string, change: (name: string) => string): Fault {
  return fault(
    name,
    ['create/text-exact'],
    storedPets((pet) => ({ ...pet, name: change(pet.name) })),
  );
}

/** Stores another category than the one that was sent. */
export function categorising(name: string, change: (categoryId: bigint) => bigint): Fault {
  return fault(
    name,
    ['create/int64-exact'],
    storedPets((pet) => ({ ...pet, categoryId: change(pet.categoryId) })),
  );
}
