import { setTimeout } from 'node:timers/promises';
import { isLosslessNumber } from 'lossless-json';
import { type Decoration, isCreation, type PetStore } from '../parts.ts';
import type { NewPet, Pet } from '../pet.ts';
import { invalidBody, Problem } from '../problem.ts';
import { writeJson } from '../responses.ts';
import { pool } from './concurrency.ts';
import { storingRefused } from './creation-bodies.ts';
import {
  movingByClientIds,
  removingByClientIds,
  renamingByClientIds,
  sentIdText,
  takingClientIds,
} from './creation-decorations.ts';
import {
  bodyMembers,
  messages,
  naming,
  outcomes,
  refusing,
  showing,
  store,
  storedPets,
} from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';
import { identified } from './store-decorations.ts';

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
function refusingLate(created: number, when: (pet: NewPet) => boolean): Decoration {
  return around('createPet', (inner) => {
    let count = 0;
    return async (request, route, parts) => {
      if (count >= created && when(parts.readNewPet(request))) {
        throw invalidBody('The service takes no more of these.');
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

/** Gives creations that are alike one animal while the first is under way, and so many ms longer. */
function merging(likenessOf: (pet: NewPet) => string, keptMs: number): Decoration {
  return store((inner) => {
    const underWay = new Map<string, Promise<Pet>>();
    return {
      add(pet) {
        const likeness = likenessOf(pet);
        const known = underWay.get(likeness);
        if (known !== undefined) {
          return known;
        }
        const added = setTimeout(5).then(() => inner.add(pet));
        underWay.set(likeness, added);
        void added.then(() => setTimeout(keptMs)).then(() => underWay.delete(likeness));
        return added;
      },
    };
  });
}

const identical = (pet: NewPet) => `${pet.name} ${pet.categoryId} ${pet.status}`;

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
    'create-201-without-body': messages((message) =>
      message.status === 201 ? { ...message, body: '' } : message,
    ),
  }),
  ...violating(['create/accepts-valid']).by({
    'sold-refused-on-creation': refusing(
      'createPet',
      (request) => bodyMembers(request)?.['status'] === 'sold',
    ),
    'store-full-at-70': refusingLate(70, () => true),
    'creations-refused-after-the-hundredth': refusingAllLate(100),
    'pending-refused-late': refusingLate(40, ({ status }) => status === 'pending'),
    'lower-case-content-type-field-refused': refusing('createPet', (request) =>
      request.fieldNames.includes('content-type'),
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
    'no-status-unknown': showing('createPet', (_pet, shown) => ({ status: shown['status'] ?? 'unknown' })),
  }),
  ...violating(['create/echoes-fields']).by({
    'status-always-available': storedPets((pet) => ({ ...pet, status: 'available' })),
    'sold-stored-as-pending': storedPets((pet) =>
      pet.status === 'sold' ? { ...pet, status: 'pending' } : pet,
    ),
    'created-name-in-small-letters': showing('createPet', (pet) => ({ name: pet.name.toLowerCase() })),
    'created-category-always-1': showing('createPet', () => ({ categoryId: 1n })),
    'name-title-cased': naming((name) => name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())),
    'name-first-letter-capital': naming((name) => name.replace(/^[a-z]/, (letter) => letter.toUpperCase())),
    'concurrent-bodies-mixed-up': sharingBodies((_own, newest) => newest),
    'concurrent-statuses-mixed-up': sharingBodies((own, newest) => ({
      ...own,
      status: newest.status ?? 'available',
    })),
  }),
  ...violating(['create/assigns-id', 'responses/schema']).by({
    'created-id-as-text': showing('createPet', ({ id }) => ({ id: String(id) })),
    'created-without-id': showing('createPet', () => ({ id: undefined })),
    'created-id-beyond-int64': showing('createPet', ({ id }) => ({ id: id + 2n ** 64n })),
    'created-id-null-without-status': showing('createPet', ({ status }) =>
      status === undefined ? { id: null } : {},
    ),
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
    // Identical creations under way at the same time become one animal.
    'identical-creations-at-once-merged': merging(identical, 0),
    // Creations with the same name under way at the same time become one animal.
    'creations-of-one-name-at-once-merged': merging(({ name }) => name.toLowerCase(), 0),
    'identical-creations-within-30-ms-merged': merging(identical, 30),
  }),
  ...violating(['create/ignores-client-id']).by({
    // A sent id becomes the id of the new animal and replaces an existing animal.
    'client-id-taken': takingClientIds(() => true),
    'client-id-taken-when-free': takingClientIds((sent, existing) => !existing.has(sent)),
    // A creation with the id of another animal gets its own id, but renames that animal.
    'client-id-renames-existing': renamingByClientIds,
    // A creation with the id of another animal gets its own id, but moves that animal to its category.
    'client-id-moves-existing': movingByClientIds,
    // A creation with the id of another animal gets its own id, but removes that animal.
    'client-id-removes-existing': removingByClientIds,
  }),
  ...violating(['create/text-exact']).by({
    'zeros-in-front-lost': naming((name) => (/^\d{1,15}$/.test(name) ? String(BigInt(name)) : name)),
  }),
  ...violating(['create/unique-ids']).each(identified, {
    // Ids start at 3 although animals up to 6 exist: the first creations replace them.
    'ids-of-existing-animals': (number) => (number <= 6n ? number : number - 4n),
    'ids-of-milliseconds': (number, clock) => (number <= 6n ? number : BigInt(clock.now())),
    'ids-start-again-at-64': (number) => number % 64n,
  }),
  ...violating(['create/ignores-client-id'], 'ample-allowance').by({
    // A sent id becomes the id of the new animal if it is a string of digits.
    'client-id-text-taken': takingClientIds(() => true, sentIdText),
    'client-id-below-zero-taken': takingClientIds((sent) => sent < 0n),
    // A sent id becomes the id of the new animal if it fits into 32 bits and no animal has it.
    'client-id-of-32-bits-taken': takingClientIds(
      (sent, existing) => sent > 0n && sent < 2n ** 31n && !existing.has(sent),
    ),
  }),
  ...violating(['create/refused-without-effect']).by({
    // A creation with a number or an array as name returns 400, but stores it as text.
    'wrong-name-type-refused-and-stored': storingRefused('name', ({ name, ...body }) => ({
      ...body,
      name: isLosslessNumber(name) || Array.isArray(name) ? String(name) : name,
    })),
    // A creation with a category beyond 64 bits returns 400, but stores the animal in category 0.
    'large-category-refused-and-stored': storingRefused('categoryId', (body) => ({ ...body, categoryId: 0 })),
    // A creation with an unknown status returns 400, but stores the animal as sold.
    'refused-and-stored-without-status': storingRefused('status', (body) => ({ ...body, status: 'sold' })),
  }),
  ...violating(['responses/documented-status', 'errors/no-server-error']).by({
    'third-creation-at-once-503': pool(2, isCreation),
  }),
];
