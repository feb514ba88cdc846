import { setTimeout } from 'node:timers/promises';
import { isLosslessNumber } from 'lossless-json';
import { type NewPet, petStatuses } from '../pet.ts';
import { invalidBody, Problem } from '../problem.ts';
import { collisions, movingByClientIds, removingByClientIds } from './client-id-decorations.ts';
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

const names = { mayViolate: ['create/text-exact', 'get/returns-created'] };

export const creationLate: readonly Fault[] = [
  fault(
    'store-full-at-70',
    'From the seventieth animal on creations are refused.',
    ['create/accepts-valid'],
    refusingLate(70, () => true, 'The store is full.'),
    {
      mayViolate: [
        'responses/documented-status',
        'create/status-optional',
        'create/content-type-parameters',
        'create/unique-ids',
      ],
    },
  ),
  fault(
    'name-title-cased',
    'Names get a capital letter at the beginning of each word.',
    ['create/echoes-fields'],
    storedPets((pet) => ({ ...pet, name: pet.name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase()) })),
    names,
  ),
  fault(
    'name-first-letter-capital',
    'Names get a capital letter at their beginning.',
    ['create/echoes-fields'],
    storedPets((pet) => ({ ...pet, name: pet.name.replace(/^[a-z]/, (letter) => letter.toUpperCase()) })),
    names,
  ),
  fault(
    'zeros-in-front-lost',
    'A name of digits alone loses the zeros in front.',
    ['create/text-exact'],
    storedPets((pet) => ({
      ...pet,
      name: /^\d{1,15}$/.test(pet.name) ? String(BigInt(pet.name)) : pet.name,
    })),
    names,
  ),
  fault(
    'concurrent-bodies-mixed-up',
    'Of creations under way at once all store the body of the newest.',
    ['create/echoes-fields'],
    sharingBodies((_own, newest) => newest),
    { mayViolate: collisions },
  ),
  fault(
    'concurrent-statuses-mixed-up',
    'Of creations under way at once all store the status of the newest.',
    ['create/echoes-fields'],
    sharingBodies((own, newest) => ({ ...own, status: newest.status ?? 'available' })),
    { mayViolate: [...collisions, 'create/status-optional'] },
  ),
  fault(
    'no-status-unknown',
    'An animal that was created without a status is answered with the status unknown.',
    ['create/status-optional', 'responses/schema'],
    shownPets(['createPet'], (shown) => ({ ...shown, status: shown['status'] ?? 'unknown' })),
    { mayViolate: ['get/returns-created'] },
  ),
  fault(
    'created-id-null-without-status',
    'The answer to a creation without a status has id: null.',
    ['create/assigns-id', 'responses/schema'],
    shownPets(['createPet'], (shown, pet) => (pet.status === undefined ? { ...shown, id: null } : shown)),
    { mayViolate: ['create/accepts-valid', 'create/status-optional'] },
  ),
  fault(
    'ids-of-existing-animals',
    'Identifiers begin at 3 although animals are there up to 6: the first creations replace them.',
    ['create/unique-ids'],
    identified((number) => (number <= 6n ? number : number - 4n)),
    { mayViolate: collisions },
  ),
  fault(
    'ids-of-milliseconds',
    'Identifiers are the time in milliseconds.',
    ['create/unique-ids'],
    identified((number, clock) => (number <= 6n ? number : BigInt(clock.now()))),
    { mayViolate: collisions },
  ),
  fault(
    'ids-start-again-at-64',
    'Identifiers are counted in six bits.',
    ['create/unique-ids'],
    identified((number) => number % 64n),
    // The next id may happen to be the one that a creation sends.
    { mayViolate: ['create/ignores-client-id', ...collisions] },
  ),
  fault(
    'client-id-moves-existing',
    'A creation with the id of another animal gets an id of its own, but moves that animal to its category.',
    ['create/ignores-client-id'],
    movingByClientIds,
    { mayViolate: collisions },
  ),
  fault(
    'client-id-removes-existing',
    'A creation with the id of another animal gets an id of its own, but that animal is gone.',
    ['create/ignores-client-id'],
    removingByClientIds,
    { mayViolate: collisions },
  ),
  fault(
    'wrong-name-type-refused-and-stored',
    'A creation whose name is a number or an array is answered 400 and stored with that as text.',
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
    'A creation with a category beyond 64 bits is answered 400 and stored in category 0.',
    ['create/refused-without-effect'],
    storingRefused(
      (problem) => problem.message.startsWith('categoryId'),
      repairing((body) => ({ ...body, categoryId: 0 })),
    ),
  ),
  fault(
    'refused-and-stored-without-status',
    'A creation with an unknown status is answered 400 and stored as sold.',
    ['create/refused-without-effect'],
    storingRefused(
      (problem) => problem.message.startsWith('status'),
      repairing((body) => ({ ...body, status: 'sold' })),
    ),
  ),
  fault(
    'pending-refused-late',
    'From the fortieth creation on the status pending is refused.',
    ['create/accepts-valid'],
    refusingLate(40, ({ status }) => status === petStatuses[1], 'There are too many pending animals.'),
    { mayViolate: ['responses/documented-status', 'create/content-type-parameters', 'create/unique-ids'] },
  ),
  fault(
    'third-creation-at-once-503',
    'While two creations are under way any other one is answered 503.',
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
    'The field Content-Type is found in this letter case only, though fields know none.',
    ['create/accepts-valid'],
    refusing(
      'createPet',
      (request) => request.fieldNames.includes('content-type'),
      () => invalidBody('Send the header Content-Type: application/json.'),
    ),
    { mayViolate: ['responses/documented-status', 'create/status-optional'] },
  ),
];
