import { createMemoryPetStore } from '../memory-pet-store.ts';
import type { Outcome } from '../messages.ts';
import { Problem } from '../problem.ts';
import { outcomes, shownPets } from './decorations.ts';
import { around, type Decoration, type Fault, fault, upon } from './fault.ts';
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
  fault(
    'empty-list-null',
    'An empty list is null, as for an unset slice.',
    ['list/returns-pets', 'responses/schema'],
    emptyListAs((outcome) => ({ ...outcome, body: null })),
  ),
  fault(
    'empty-list-of-pending-object',
    'A list of pending animals is an empty object if there is none.',
    ['list/returns-pets', 'responses/schema'],
    emptyListAs((outcome) => ({ ...outcome, body: {} }), nonePending),
  ),
  fault(
    'empty-list-of-pending-404',
    'A list of pending animals returns 404 if there is none.',
    ['responses/documented-status'],
    emptyListAs(notFound, nonePending),
    { mayViolate: ['list/status-accepted', 'list/returns-pets'] },
  ),
  fault(
    'empty-list-404',
    'An empty list returns 404.',
    ['responses/documented-status'],
    emptyListAs(notFound),
    { mayViolate: ['list/status-accepted', 'list/returns-pets'] },
  ),
  fault(
    'empty-list-204',
    'An empty list returns 204.',
    ['responses/documented-status'],
    emptyListAs((outcome) => ({ ...outcome, status: 204 })),
    { mayViolate: ['list/status-accepted', 'list/returns-pets'] },
  ),
  fault(
    'cut-list-206',
    'A list with as many animals as its limit returns 206.',
    ['responses/documented-status', 'list/returns-pets'],
    outcomes('listPets', (outcome, request) => {
      const limit = limitOf(request);
      const full = Array.isArray(outcome.body) && outcome.body.length >= limit;
      return full ? { ...outcome, status: 206 } : outcome;
    }),
    { mayViolate: ['list/limit-accepted', 'list/limit-with-status', 'list/status-accepted'] },
  ),
  fault(
    'cut-list-in-envelope',
    'A list of more than 20 animals is an object with items and next.',
    ['list/returns-pets', 'responses/schema'],
    outcomes('listPets', (outcome) =>
      Array.isArray(outcome.body) && outcome.body.length > 20
        ? { ...outcome, body: { items: outcome.body, next: 'eyJvZmZzZXQiOjIwfQ' } }
        : outcome,
    ),
  ),
  fault(
    'pages-overlap',
    'A list of more than 20 animals repeats the 20th, as with pages that overlap by one.',
    ['list/unique-ids'],
    rearranging((pets) => (pets.length > 20 ? [...pets.slice(0, 20), ...pets.slice(19, -1)] : pets)),
    { mayViolate: ['list/filter-complete'] },
  ),
  fault(
    'sold-list-doubles-last',
    'A list of sold animals returns its last one twice, as with joined tables.',
    ['list/unique-ids'],
    rearranging((pets, query) =>
      query.status === 'sold' ? doubling(pets.toReversed(), query).toReversed() : pets,
    ),
  ),
  fault(
    'filtered-list-name-in-capitals',
    'A list filtered by sold returns names in upper case.',
    ['list/agrees-with-get'],
    around('listPets', (inner) => (request, route, parts) => {
      const isSold = request.query.get('status') === 'sold';
      const showPet: typeof parts.showPet = (pet, operation) =>
        parts.showPet(isSold ? { ...pet, name: pet.name.toUpperCase() } : pet, operation);
      return inner(request, route, { ...parts, showPet });
    }),
  ),
  fault(
    'filtered-list-names-empty',
    'A list filtered by status returns empty names, as with a query that does not select them.',
    ['list/agrees-with-get'],
    around('listPets', (inner) => (request, route, parts) => {
      const isFiltered = request.query.has('status');
      const showPet: typeof parts.showPet = (pet, operation) =>
        parts.showPet(isFiltered ? { ...pet, name: '' } : pet, operation);
      return inner(request, route, { ...parts, showPet });
    }),
  ),
  fault(
    'list-shows-available',
    'Lists show an animal without a status as available.',
    ['list/agrees-with-get'],
    shownPets(inList, (shown) => ({ ...shown, status: shown['status'] ?? 'available' })),
  ),
  fault(
    'list-cuts-names-at-50',
    'Lists truncate names to 50 characters.',
    ['list/agrees-with-get'],
    shownPets(inList, (shown, pet) => ({ ...shown, name: pet.name.slice(0, 50) })),
  ),
  fault(
    'list-without-category-zero',
    'Lists omit a category of 0.',
    ['responses/schema', 'list/agrees-with-get'],
    shownPets(inList, (shown, pet) => ({
      ...shown,
      categoryId: pet.categoryId === 0n ? undefined : pet.categoryId,
    })),
    { mayViolate: ['list/returns-pets'] },
  ),
  fault(
    'list-ids-as-text',
    'Lists have ids as strings.',
    ['responses/schema'],
    shownPets(inList, (shown, pet) => ({ ...shown, id: String(pet.id) })),
    { mayViolate: ['list/returns-pets'] },
  ),
  fault(
    'filtered-list-ids-as-text',
    'A list filtered by status has ids as strings.',
    ['responses/schema'],
    around('listPets', (inner) => (request, route, parts) => {
      const isFiltered = request.query.has('status');
      const showPet: typeof parts.showPet = (pet, operation) => {
        const shown = parts.showPet(pet, operation);
        return isFiltered ? { ...shown, id: String(pet.id) } : shown;
      };
      return inner(request, route, { ...parts, showPet });
    }),
    { mayViolate: ['list/returns-pets', 'list/status-accepted'] },
  ),
  fault(
    'list-without-ids-of-sold',
    'Lists omit the ids of sold animals.',
    ['responses/schema'],
    shownPets(inList, (shown, pet) => ({ ...shown, id: pet.status === 'sold' ? undefined : pet.id })),
    { mayViolate: ['list/returns-pets'] },
  ),
  fault(
    'list-doubles-quotation-marks',
    'Lists double the quotation marks in names.',
    ['list/agrees-with-get'],
    shownPets(inList, (shown, pet) => ({ ...shown, name: pet.name.replaceAll('"', '""') })),
  ),
  fault(
    'newest-passes-filter',
    'Every filtered list contains the newest animal, whatever its status.',
    ['list/status-filter'],
    choosing((pets, query) => {
      const found = matching(pets.slice(0, -1), query);
      const newest = pets.at(-1);
      return query.status === undefined || newest === undefined
        ? matching(pets, query)
        : [newest, ...found].slice(0, query.limit);
    }),
    { mayViolate: ['list/limit-with-status'] },
  ),
  fault(
    'filter-forgotten-behind-fifty',
    'Animals after the first fifty pass every filter.',
    ['list/limit-with-status'],
    choosing((pets, query) =>
      [...matching(pets.slice(0, 50), { ...query, limit: 100 }), ...pets.slice(50)].slice(0, query.limit),
    ),
    { mayViolate: ['list/status-filter'] },
  ),
];
