import { setTimeout } from 'node:timers/promises';
import type { OperationName, PetStore } from '../parts.ts';
import type { Pet } from '../pet.ts';
import { invalidBody, Problem } from '../problem.ts';
import { writeJson } from '../responses.ts';
import { collisions, renamingByClientIds, takingClientIds } from './client-id-decorations.ts';
import { bodyMembers, outcomes, refusing, shownPets, store, storedPets, without } from './decorations.ts';
import { around, type Decoration, type Fault, fault } from './fault.ts';
import { identified } from './own-stores.ts';

const inCreation: readonly OperationName[] = ['createPet'];
const alwaysPet = { mayViolate: ['create/accepts-valid', 'create/status-optional'] };
/** Shows members of the answer to a creation in another way. */
function shownOnCreation(members: (id: bigint) => Readonly<Record<string, unknown>>): Decoration {
  return shownPets(inCreation, (shown, pet) => ({ ...shown, ...members(pet.id) }));
}

export const creation: readonly Fault[] = [
  fault(
    'create-200',
    'A creation returns 200 instead of 201.',
    ['create/accepts-valid', 'responses/documented-status'],
    outcomes('createPet', (outcome) => ({ ...outcome, status: 200 })),
    { mayViolate: ['create/status-optional', 'create/content-type-parameters', 'create/ignores-client-id'] },
  ),
  fault(
    'create-201-without-body',
    'A creation returns 201 with an empty body.',
    ['create/accepts-valid', 'responses/media-type'],
    around('writeMessage', (inner) => (answer, request, parts) => {
      const message = inner(answer, request, parts);
      return answer.status === 201 ? { ...message, body: '' } : message;
    }),
    {
      mayViolate: ['responses/schema', 'create/status-optional', 'create/echoes-fields', 'create/assigns-id'],
    },
  ),
  fault(
    'sold-refused-on-creation',
    'A creation with the status sold is rejected.',
    ['create/accepts-valid'],
    refusing(
      'createPet',
      (request) => bodyMembers(request)?.['status'] === 'sold',
      () => invalidBody('An animal can not be sold from the start.'),
    ),
    { mayViolate: ['create/echoes-fields', 'create/content-type-parameters'] },
  ),
  fault(
    'same-animal-409',
    'A second creation with the same body returns 409.',
    ['create/accepts-valid', 'responses/documented-status'],
    around('createPet', (inner) => {
      const bodies = new Set<string>();
      return async (request, route, parts) => {
        const body = writeJson(parts.readNewPet(request));
        if (bodies.has(body)) {
          throw new Problem(409, 'conflict', 'There is such an animal already.');
        }
        bodies.add(body);
        return inner(request, route, parts);
      };
    }),
    { mayViolate: ['create/unique-ids', 'create/status-optional', 'create/content-type-parameters'] },
  ),
  fault(
    'status-required',
    'A creation without a status is rejected.',
    ['create/status-optional'],
    refusing(
      'createPet',
      (request) => bodyMembers(request) !== null && bodyMembers(request)?.['status'] === undefined,
      () => invalidBody('status is required.'),
    ),
    { mayViolate: ['create/accepts-valid'] },
  ),
  fault(
    'created-status-null',
    'The response to a creation without a status has status: null.',
    ['create/status-optional', 'responses/schema'],
    shownPets(inCreation, (shown) => ({ ...shown, status: shown['status'] ?? null })),
    { mayViolate: ['get/returns-created'] },
  ),
  fault(
    'created-status-empty',
    'The response to a creation without a status has an empty status.',
    ['create/status-optional', 'responses/schema'],
    shownPets(inCreation, (shown) => ({ ...shown, status: shown['status'] ?? '' })),
    { mayViolate: ['get/returns-created'] },
  ),
  fault(
    'status-always-available',
    'Every animal is created as available, whatever its status.',
    ['create/echoes-fields'],
    storedPets((pet) => ({ ...pet, status: 'available' })),
    { mayViolate: ['list/filter-complete', 'list/created-pet-listed', 'get/returns-created'] },
  ),
  fault(
    'sold-stored-as-pending',
    'An animal created as sold is stored as pending.',
    ['create/echoes-fields'],
    storedPets((pet) => (pet.status === 'sold' ? { ...pet, status: 'pending' } : pet)),
    { mayViolate: ['list/filter-complete', 'list/created-pet-listed', 'get/returns-created'] },
  ),
  fault(
    'created-name-in-small-letters',
    'The response to a creation has the name in lower case.',
    ['create/echoes-fields'],
    shownPets(inCreation, (shown, pet) => ({ ...shown, name: pet.name.toLowerCase() })),
    { mayViolate: ['create/text-exact', 'get/returns-created'] },
  ),
  fault(
    'created-category-always-1',
    'The response to a creation has category 1, whatever was sent.',
    ['create/echoes-fields'],
    shownOnCreation(() => ({ categoryId: 1n })),
    { mayViolate: ['create/int64-exact', 'get/returns-created'] },
  ),
  fault(
    'created-id-as-text',
    'The response to a creation has the id as a string.',
    ['create/assigns-id', 'responses/schema'],
    shownOnCreation((id) => ({ id: String(id) })),
    alwaysPet,
  ),
  fault(
    'created-without-id',
    'The response to a creation has no id.',
    ['create/assigns-id', 'responses/schema'],
    shownPets(inCreation, (shown) => without(shown, 'id')),
    alwaysPet,
  ),
  fault(
    'created-id-beyond-int64',
    'The response to a creation has an id beyond 64 bits.',
    ['create/assigns-id', 'responses/schema'],
    shownOnCreation((id) => ({ id: id + 2n ** 64n })),
    alwaysPet,
  ),
  fault(
    'same-body-same-id',
    'A creation with the same body as an earlier one returns the earlier animal.',
    ['create/unique-ids'],
    store((inner) => {
      const byBody = new Map<string, ReturnType<PetStore['add']>>();
      return {
        add(newPet) {
          const body = writeJson(newPet);
          const added = byBody.get(body) ?? inner.add(newPet);
          byBody.set(body, added);
          return added;
        },
      };
    }),
  ),
  fault(
    'concurrent-creations-share-id',
    'Concurrent creations get the same id.',
    ['create/unique-ids'],
    store((inner) => {
      let underWay: Promise<Pet> | null = null;
      return {
        async add(newPet) {
          if (underWay !== null) {
            return { ...newPet, id: (await underWay).id };
          }
          underWay = setTimeout(20).then(() => inner.add(newPet));
          const pet = await underWay;
          underWay = null;
          return pet;
        },
      };
    }),
    { mayViolate: collisions },
  ),
  fault(
    'thirtieth-creation-reuses-id',
    'Ids restart after 30 creations and overwrite the first animals.',
    ['create/unique-ids'],
    identified((number) => (number <= 6n ? number : 7n + ((number - 7n) % 30n))),
    { mayViolate: collisions },
  ),
  fault(
    'client-id-taken',
    'A sent id becomes the id of the new animal and replaces an existing animal.',
    ['create/ignores-client-id'],
    takingClientIds(() => true),
    { mayViolate: ['create/unique-ids', ...collisions] },
  ),
  fault(
    'client-id-taken-when-free',
    'A sent id becomes the id of the new animal if it is not in use.',
    ['create/ignores-client-id'],
    takingClientIds((sent, existing) => !existing.has(sent)),
    { mayViolate: ['create/unique-ids'] },
  ),
  fault(
    'client-id-renames-existing',
    'A creation with the id of another animal gets its own id, but renames that animal.',
    ['create/ignores-client-id'],
    renamingByClientIds,
    { mayViolate: collisions },
  ),
];
