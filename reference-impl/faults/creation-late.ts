import { setTimeout } from 'node:timers/promises';
import { isLosslessNumber } from 'lossless-json';
import { type NewPet, petStatuses } from '../pet.ts';
import { invalidBody, Problem } from '../problem.ts';
import {
  collisions,
  movingByClientIds,
  removingByClientIds,
  sentIdText,
  takingClientIds,
} from './client-id-decorations.ts';
import { repairing, storingRefused } from './creation-body-decorations.ts';
import { refusing, shownPets, store, storedPets } from './decorations.ts';
import { around, type Decoration, type Fault, fault } from './fault.ts';
import { identified } from './own-stores.ts';

/** Stores the body of the newest creation for every one that is under way. */
function sharingBodies(change: (own: NewPet, newest: NewPet) => NewPet): Decoration {
  return store((inner) => {
    let newest: NewPet | null = null;
    return {
      async add(own) {
        newest = own;
        await setTimeout(3);
        return inner.add(change(own, newest));
      },
    };
  });
}

/** Refuses valid creations once so many animals were created. */
function refusingLate(created: number, when: (pet: NewPet) => boolean, message: string): Decoration {
  return around('createPet', (inner) => {
    let count = 0;
    return async (request, route, parts) => {
      if (count >= created && when(parts.readNewPet(request))) {
        throw invalidBody(message);
      }
      const outcome = await inner(request, route, parts);
      count += 1;
      return outcome;
    };
  });
}

/** Refuses every creation, valid or not, once so many were requested. */
export function refusingAllLate(requested: number): Decoration {
  return around('createPet', (inner) => {
    let count = 0;
    return (request, route, parts) => {
      count += 1;
      if (count > requested) {
        throw invalidBody('The service takes no more creations.');
      }
      return inner(request, route, parts);
    };
  });
}

const lateRefusal = {
  mayViolate: [
    'responses/documented-status',
    'create/status-optional',
    'create/content-type-parameters',
    'create/unique-ids',
  ],
};

const names = { mayViolate: ['create/text-exact', 'get/returns-created'] };

export const creationLate: readonly Fault[] = [
  fault(
    'store-full-at-70',
    'Creations are rejected from the seventieth animal on.',
    ['create/accepts-valid'],
    refusingLate(70, () => true, 'The store is full.'),
    lateRefusal,
  ),
  fault(
    'creations-refused-after-the-hundredth',
    'Every creation after the hundredth is refused with 400, whether it is valid or not.',
    ['create/accepts-valid'],
    refusingAllLate(100),
    lateRefusal,
  ),
  fault(
    'name-title-cased',
    'Each word of a name gets a capital first letter.',
    ['create/echoes-fields'],
    storedPets((pet) => ({ ...pet, name: pet.name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) })),
    names,
  ),
  fault(
    'name-first-letter-capital',
    'A name gets a capital first letter.',
    ['create/echoes-fields'],
    storedPets((pet) => ({ ...pet, name: pet.name.replace(/^[a-z]/, (letter) => letter.toUpperCase()) })),
    names,
  ),
  fault(
    'zeros-in-front-lost',
    'A name of digits loses its leading zeros.',
    ['create/text-exact'],
    storedPets((pet) => ({
      ...pet,
      name: /^\d{1,15}$/.test(pet.name) ? String(BigInt(pet.name)) : pet.name,
    })),
    names,
  ),
  fault(
    'concurrent-bodies-mixed-up',
    'Concurrent creations all store the body of the most recent one.',
    ['create/echoes-fields'],
    sharingBodies((_own, newest) => newest),
    { mayViolate: collisions },
  ),
  fault(
    'concurrent-statuses-mixed-up',
    'Concurrent creations all store the status of the most recent one.',
    ['create/echoes-fields'],
    sharingBodies((own, newest) => ({ ...own, status: newest.status ?? 'available' })),
    { mayViolate: [...collisions, 'create/status-optional'] },
  ),
  fault(
    'no-status-unknown',
    'An animal created without a status has the status unknown.',
    ['create/status-optional', 'responses/schema'],
    shownPets(['createPet'], (shown) => ({ ...shown, status: shown['status'] ?? 'unknown' })),
    { mayViolate: ['get/returns-created'] },
  ),
  fault(
    'created-id-null-without-status',
    'The response to a creation without a status has id: null.',
    ['create/assigns-id', 'responses/schema'],
    shownPets(['createPet'], (shown, pet) => (pet.status === undefined ? { ...shown, id: null } : shown)),
    { mayViolate: ['create/accepts-valid', 'create/status-optional'] },
  ),
  fault(
    'ids-of-existing-animals',
    'Ids start at 3 although animals up to 6 exist: the first creations replace them.',
    ['create/unique-ids'],
    identified((number) => (number <= 6n ? number : number - 4n)),
    { mayViolate: collisions },
  ),
  fault(
    'ids-of-milliseconds',
    'Ids are the time in milliseconds.',
    ['create/unique-ids'],
    identified((number, clock) => (number <= 6n ? number : BigInt(clock.now()))),
    { mayViolate: collisions },
  ),
  fault(
    'ids-start-again-at-64',
    'Ids are counted in six bits.',
    ['create/unique-ids'],
    identified((number) => number % 64n),
    // The next id may happen to be the one that a creation sends.
    { mayViolate: ['create/ignores-client-id', ...collisions] },
  ),
  fault(
    'client-id-text-taken',
    'A sent id becomes the id of the new animal if it is a string of digits.',
    ['create/ignores-client-id'],
    takingClientIds(() => true, sentIdText),
    { needs: 'ample-allowance' },
  ),
  fault(
    'client-id-below-zero-taken',
    'A sent id becomes the id of the new animal if it is negative, as for animals of an import.',
    ['create/ignores-client-id'],
    takingClientIds((sent) => sent < 0n),
    { needs: 'ample-allowance' },
  ),
  fault(
    'client-id-moves-existing',
    'A creation with the id of another animal gets its own id, but moves that animal to its category.',
    ['create/ignores-client-id'],
    movingByClientIds,
    { mayViolate: collisions },
  ),
  fault(
    'client-id-removes-existing',
    'A creation with the id of another animal gets its own id, but removes that animal.',
    ['create/ignores-client-id'],
    removingByClientIds,
    { mayViolate: collisions },
  ),
  fault(
    'wrong-name-type-refused-and-stored',
    'A creation with a number or an array as name returns 400, but stores it as text.',
    ['create/refused-without-effect'],
    storingRefused(
      (problem) => problem.message.startsWith('name'),
      repairing(({ name, ...body }) => ({
        ...body,
        name: isLosslessNumber(name) || Array.isArray(name) ? String(name) : name,
      })),
    ),
  ),
  fault(
    'large-category-refused-and-stored',
    'A creation with a category beyond 64 bits returns 400, but stores the animal in category 0.',
    ['create/refused-without-effect'],
    storingRefused(
      (problem) => problem.message.startsWith('categoryId'),
      repairing((body) => ({ ...body, categoryId: 0 })),
    ),
  ),
  fault(
    'refused-and-stored-without-status',
    'A creation with an unknown status returns 400, but stores the animal as sold.',
    ['create/refused-without-effect'],
    storingRefused(
      (problem) => problem.message.startsWith('status'),
      repairing((body) => ({ ...body, status: 'sold' })),
    ),
  ),
  fault(
    'pending-refused-late',
    'From the fortieth creation on, the status pending is rejected.',
    ['create/accepts-valid'],
    refusingLate(40, ({ status }) => status === petStatuses[1], 'There are too many pending animals.'),
    { mayViolate: ['responses/documented-status', 'create/content-type-parameters', 'create/unique-ids'] },
  ),
  fault(
    'third-creation-at-once-503',
    'The third concurrent creation returns 503.',
    ['responses/documented-status', 'errors/no-server-error'],
    around('createPet', (inner) => {
      let underWay = 0;
      return async (request, route, parts) => {
        if (underWay >= 2) {
          throw new Problem(503, 'unavailable', 'The service is busy.');
        }
        underWay += 1;
        try {
          await setTimeout(3);
          return await inner(request, route, parts);
        } finally {
          underWay -= 1;
        }
      };
    }),
  ),
  fault(
    'lower-case-content-type-field-refused',
    'The field name Content-Type is case-sensitive.',
    ['create/accepts-valid'],
    refusing(
      'createPet',
      (request) => request.fieldNames.includes('content-type'),
      () => invalidBody('Send the header Content-Type: application/json.'),
    ),
    { mayViolate: ['responses/documented-status', 'create/status-optional'] },
  ),
];
