import { naming } from './creation-exactness-decorations.ts';
import { shownPets } from './decorations.ts';
import { type Fault, fault } from './fault.ts';

const operations = ['createPet', 'getPet', 'listPets'] as const;

/** Stores another name than the one that was sent, for names that no run of 300 requests sends. */
export function namingWhereAmple(name: string, description: string, change: (name: string) => string): Fault {
  return { ...naming(name, description, change), needs: 'ample-allowance' };
}

/** Shows another value than the name, `undefined` for none. */
export function showingNames(name: string, description: string, change: (name: string) => unknown): Fault {
  return fault(
    name,
    description,
    ['create/text-exact', 'responses/schema'],
    shownPets(operations, (shown, pet) => ({ ...shown, name: change(pet.name) })),
    {
      mayViolate: ['create/echoes-fields', 'get/returns-created', 'list/returns-pets'],
      needs: 'ample-allowance',
    },
  );
}
