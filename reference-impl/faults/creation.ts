import { setTimeout } from 'node:timers/promises';
import type { Decoration, PetStore } from '../parts.ts';
import type { Pet } from '../pet.ts';
import { Problem } from '../problem.ts';
import { writeJson } from '../responses.ts';
import { renamingByClientIds, takingClientIds } from './client-id-decorations.ts';
import { bodyMembers, outcomes, refusing, showing, store, storedPets } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';
import { identified } from './store-decorations.ts';

/** Shows members of the answer to a creation in another way. */
function shownOnCreation(members: (id: bigint) => Readonly<Record<string, unknown>>): Decoration {
  return showing('createPet', (pet) => ({ ...members(pet.id) }));
}

export const creation: readonly Fault[] = [
  ...violating(['create/accepts-valid', 'responses/documented-status']).by({
    'create-200': outcomes('createPet', (outcome) => ({ ...outcome, status: 200 })),
    'same-animal-409': around('createPet', (inner) => {
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
  }),
  ...violating(['create/accepts-valid', 'responses/media-type']).by({
    'create-201-without-body': around('writeMessage', (inner) => (answer, request, parts) => {
      const message = inner(answer, request, parts);
      return answer.status === 201 ? { ...message, body: '' } : message;
    }),
  }),
  ...violating(['create/accepts-valid']).by({
    'sold-refused-on-creation': refusing(
      'createPet',
      (request) => bodyMembers(request)?.['status'] === 'sold',
    ),
  }),
  ...violating(['create/status-optional']).by({
    'status-required': refusing(
      'createPet',
      (request) => bodyMembers(request) !== null && bodyMembers(request)?.['status'] === undefined,
    ),
  }),
  ...violating(['create/status-optional', 'responses/schema']).by({
    'created-status-null': showing('createPet', (_pet, shown) => ({ status: shown['status'] ?? null })),
    'created-status-empty': showing('createPet', (_pet, shown) => ({ status: shown['status'] ?? '' })),
  }),
  ...violating(['create/echoes-fields']).by({
    'status-always-available': storedPets((pet) => ({ ...pet, status: 'available' })),
    'sold-stored-as-pending': storedPets((pet) =>
      pet.status === 'sold' ? { ...pet, status: 'pending' } : pet,
    ),
    'created-name-in-small-letters': showing('createPet', (pet) => ({ name: pet.name.toLowerCase() })),
    'created-category-always-1': shownOnCreation(() => ({ categoryId: 1n })),
  }),
  ...violating(['create/assigns-id', 'responses/schema']).by({
    'created-id-as-text': shownOnCreation((id) => ({ id: String(id) })),
    'created-without-id': showing('createPet', () => ({ id: undefined })),
    'created-id-beyond-int64': shownOnCreation((id) => ({ id: id + 2n ** 64n })),
  }),
  ...violating(['create/unique-ids']).by({
    'same-body-same-id': store((inner) => {
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
    'concurrent-creations-share-id': store((inner) => {
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
    // Ids restart after 30 creations and overwrite the first animals.
    'thirtieth-creation-reuses-id': identified((number) =>
      number <= 6n ? number : 7n + ((number - 7n) % 30n),
    ),
  }),
  ...violating(['create/ignores-client-id']).by({
    // A sent id becomes the id of the new animal and replaces an existing animal.
    'client-id-taken': takingClientIds(() => true),
    'client-id-taken-when-free': takingClientIds((sent, existing) => !existing.has(sent)),
    // A creation with the id of another animal gets its own id, but renames that animal.
    'client-id-renames-existing': renamingByClientIds,
  }),
];
