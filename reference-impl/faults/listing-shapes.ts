import { createMemoryPetStore } from '../memory-pet-store.ts';
import type { Outcome } from '../messages.ts';
import type { Decoration } from '../parts.ts';
import { Problem } from '../problem.ts';
import { outcomes, shownPets } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import { choosing, doubling, matching, rearranging } from './listing-decorations.ts';
import { limitOf } from './listing-parameter-decorations.ts';

/** Starts with animals that are all available, so that the other filters find none. */
const onlyAvailable: Decoration = around('petStore', () =>
  createMemoryPetStore(
    ['Bella', 'Momo', 'Kiwi'].map((name) => ({ name, categoryId: 1n, status: 'available' })),
  ),
);

/** Starts without a pending animal. */
const nonePending: Decoration = around('petStore', () =>
  createMemoryPetStore(
    (['available', 'sold', 'sold'] as const).map((status) => ({ name: 'Bella', categoryId: 1n, status })),
  ),
);

/** Changes the response to a list without animals. */
function emptyListAs(change: (outcome: Outcome) => Outcome, animals = onlyAvailable): Decoration {
  return upon(
    animals,
    outcomes('listPets', (outcome) =>
      Array.isArray(outcome.body) && outcome.body.length === 0 ? change(outcome) : outcome,
    ),
  );
}

function notFound(): Outcome {
  throw new Problem(404, 'no_animals', 'There are no such animals.');
}

const inList = ['listPets'] as const;

export const listingShapes: readonly Fault[] = [
  ...violating(['list/returns-pets', 'responses/schema']).by({
    'empty-list-null': emptyListAs((outcome) => ({ ...outcome, body: null })),
    'empty-list-of-pending-object': emptyListAs((outcome) => ({ ...outcome, body: {} }), nonePending),
    // A list of more than 20 animals is an object with items and next.
    'cut-list-in-envelope': outcomes('listPets', (outcome) =>
      Array.isArray(outcome.body) && outcome.body.length > 20
        ? { ...outcome, body: { items: outcome.body, next: 'eyJvZmZzZXQiOjIwfQ' } }
        : outcome,
    ),
  }),
  ...violating(['responses/documented-status']).by({
    'empty-list-of-pending-404': emptyListAs(notFound, nonePending),
    'empty-list-404': emptyListAs(notFound),
    'empty-list-204': emptyListAs((outcome) => ({ ...outcome, status: 204 })),
  }),
  ...violating(['responses/documented-status', 'list/returns-pets'], {
    mayViolate: ['list/limit-accepted', 'list/limit-with-status', 'list/status-accepted'],
  }).by({
    'cut-list-206': outcomes('listPets', (outcome, request) => {
      const limit = limitOf(request);
      const full = Array.isArray(outcome.body) && outcome.body.length >= limit;
      return full ? { ...outcome, status: 206 } : outcome;
    }),
  }),
  ...violating(['list/unique-ids'], { mayViolate: ['list/filter-complete'] }).by({
    // A list of more than 20 animals repeats the 20th, as with pages that overlap by one.
    'pages-overlap': rearranging((pets) =>
      pets.length > 20 ? [...pets.slice(0, 20), ...pets.slice(19, -1)] : pets,
    ),
  }),
  ...violating(['list/unique-ids']).by({
    'sold-list-doubles-last': rearranging((pets, query) =>
      query.status === 'sold' ? doubling(pets.toReversed(), query).toReversed() : pets,
    ),
  }),
  ...violating(['list/agrees-with-get']).by({
    'filtered-list-name-in-capitals': around('listPets', (inner) => (request, route, parts) => {
      const isSold = request.query.get('status') === 'sold';
      const showPet: typeof parts.showPet = (pet, operation) =>
        parts.showPet(isSold ? { ...pet, name: pet.name.toUpperCase() } : pet, operation);
      return inner(request, route, { ...parts, showPet });
    }),
    'filtered-list-names-empty': around('listPets', (inner) => (request, route, parts) => {
      const isFiltered = request.query.has('status');
      const showPet: typeof parts.showPet = (pet, operation) =>
        parts.showPet(isFiltered ? { ...pet, name: '' } : pet, operation);
      return inner(request, route, { ...parts, showPet });
    }),
    'list-shows-available': shownPets(inList, (shown) => ({
      ...shown,
      status: shown['status'] ?? 'available',
    })),
    'list-cuts-names-at-50': shownPets(inList, (shown, pet) => ({ ...shown, name: pet.name.slice(0, 50) })),
    'list-doubles-quotation-marks': shownPets(inList, (shown, pet) => ({
      ...shown,
      name: pet.name.replaceAll('"', '""'),
    })),
  }),
  ...violating(['responses/schema', 'list/agrees-with-get']).by({
    'list-without-category-zero': shownPets(inList, (shown, pet) => ({
      ...shown,
      categoryId: pet.categoryId === 0n ? undefined : pet.categoryId,
    })),
  }),
  ...violating(['responses/schema']).by({
    'list-ids-as-text': shownPets(inList, (shown, pet) => ({ ...shown, id: String(pet.id) })),
    'list-without-ids-of-sold': shownPets(inList, (shown, pet) => ({
      ...shown,
      id: pet.status === 'sold' ? undefined : pet.id,
    })),
  }),
  ...violating(['responses/schema'], { mayViolate: ['list/returns-pets', 'list/status-accepted'] }).by({
    'filtered-list-ids-as-text': around('listPets', (inner) => (request, route, parts) => {
      const isFiltered = request.query.has('status');
      const showPet: typeof parts.showPet = (pet, operation) => {
        const shown = parts.showPet(pet, operation);
        return isFiltered ? { ...shown, id: String(pet.id) } : shown;
      };
      return inner(request, route, { ...parts, showPet });
    }),
  }),
  ...violating(['list/status-filter']).by({
    // Every filtered list contains the newest animal, whatever its status.
    'newest-passes-filter': choosing((pets, query) => {
      const found = matching(pets.slice(0, -1), query);
      const newest = pets.at(-1);
      return query.status === undefined || newest === undefined
        ? matching(pets, query)
        : [newest, ...found].slice(0, query.limit);
    }),
  }),
  ...violating(['list/limit-with-status']).by({
    'filter-forgotten-behind-fifty': choosing((pets, query) =>
      [...matching(pets.slice(0, 50), { ...query, limit: 100 }), ...pets.slice(50)].slice(0, query.limit),
    ),
  }),
];
