import { naming } from './creation-exactness-decorations.ts';
import { shownPets } from './decorations.ts';
import { type Fault, fault } from './fault.ts';

const operations = ['createPet', 'getPet', 'listPets'] as const;

/** Stores an altered name, for names that only further cases send. */
export function namingWhereAmple(name: string, change: (name: string) => string): Fault {
  return { ...naming(name, change), needs: 'ample-allowance' };
}

/** Returns another value than the name; `undefined` omits it. */
export function showingNames(name: string, change: (name: string) => unknown): Fault {
  return fault(
    name,
    ['create/text-exact', 'responses/schema'],
    shownPets(operations, (shown, pet) => ({ ...shown, name: change(pet.name) })),
    {
      mayViolate: ['create/echoes-fields', 'get/returns-created', 'list/returns-pets'],
      needs: 'ample-allowance',
    },
  );
}
