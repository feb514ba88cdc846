import { createMemoryPetStore } from '../memory-pet-store.ts';
import type { Decoration, Outcome } from '../parts.ts';
import type { ListQuery, Pet } from '../pet.ts';
import { isMembers, type JsonMembers, outcomes, showing, store } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import { limitOf, notFound } from './listing-parameters.ts';
import { choosing, doubling, everything, fromReplica, matching, rearranging } from './store-decorations.ts';

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

/** Changes the body of lists. */
function listBodies(change: (pets: readonly unknown[]) => unknown): Decoration {
  return outcomes('listPets', (outcome) =>
    Array.isArray(outcome.body) ? { ...outcome, body: change(outcome.body) } : outcome,
  );
}

/** Shows members of animals in another way, in some lists. */
function showingInLists(isMeant: (query: URLSearchParams) => boolean, members: (pet: Pet) => JsonMembers) {
  return around('listPets', (inner) => (request, route, parts) => {
    const shown = isMeant(request.query) ? showing('listPets', members)(parts) : parts;
    return inner(request, route, shown);
  });
}

const isFiltered = (query: URLSearchParams) => query.has('status');

/** Lists from replicas in turn, one of which is so many ms behind. */
export function replicas(
  behindMs: number,
  every: number,
  counts: (query: ListQuery) => boolean = () => true,
): Decoration {
  return fromReplica(behindMs, () => {
    let count = 0;
    return (query) => {
      count += counts(query) ? 1 : 0;
      return counts(query) && count % every === 0;
    };
  });
}

export const listing: readonly Fault[] = [
  ...violating(['list/returns-pets', 'responses/schema']).by({
    'empty-list-null': emptyListAs((outcome) => ({ ...outcome, body: null })),
    'empty-list-of-pending-object': emptyListAs((outcome) => ({ ...outcome, body: {} }), nonePending),
  }),
  ...violating(['list/returns-pets', 'responses/schema']).each(listBodies, {
    'list-in-envelope': (pets) => ({ items: pets }),
    'cut-list-in-envelope': (pets) => (pets.length > 20 ? { items: pets, next: 'eyJvZmZzZXQiOjIwfQ' } : pets),
    'list-of-one-unwrapped': (pets) => (pets.length === 1 && isMembers(pets[0]) ? pets[0] : pets),
  }),
  ...violating(['list/returns-pets', 'responses/documented-status']).by({
    'list-206': outcomes('listPets', (outcome) => ({ ...outcome, status: 206 })),
  }),
  ...violating(['list/status-filter', 'list/limit-with-status']).by({
    'status-ignored': choosing((pets, { limit }) => pets.slice(0, limit)),
  }),
  ...violating(['list/status-filter']).each(choosing, {
    'pending-includes-sold': (pets, { limit, status }) =>
      matching(
        pets,
        status === 'pending' ? { limit: pets.length } : { limit: pets.length, ...(status && { status }) },
      )
        .filter((pet) => status !== 'pending' || pet.status === 'pending' || pet.status === 'sold')
        .slice(0, limit),
    'sold-passes-all': (pets, { limit, status }) =>
      matching(pets, status === undefined || status === 'sold' ? { limit } : { limit, status }),
    'no-status-passes-filter': (pets, { limit, status }) =>
      pets
        .filter((pet) => status === undefined || pet.status === undefined || pet.status === status)
        .slice(0, limit),
    // Every filtered list contains the newest animal, whatever its status.
    'newest-passes-filter': (pets, query) => {
      const found = matching(pets.slice(0, -1), query);
      const newest = pets.at(-1);
      return query.status === undefined || newest === undefined
        ? matching(pets, query)
        : [newest, ...found].slice(0, query.limit);
    },
  }),
  ...violating(['list/limit-with-status']).each(choosing, {
    'filter-forgotten-with-limit': (pets, query) =>
      matching(pets, query.limit === 20 ? query : { limit: query.limit }),
    'filter-forgotten-with-small-limit': (pets, query) =>
      matching(pets, query.limit > 5 ? query : { limit: query.limit }),
    'filter-forgotten-behind-fifty': (pets, query) =>
      [...matching(pets.slice(0, 50), { ...query, limit: 100 }), ...pets.slice(50)].slice(0, query.limit),
    'limit-forgotten-with-filter': (pets, query) =>
      matching(pets, query.status === undefined ? query : { ...query, limit: pets.length }),
  }),
  ...violating(['list/unique-ids']).by({
    // Every third list returns its first animal twice if the limit allows it.
    'list-sometimes-doubles': store((inner) => {
      let lists = 0;
      return {
        async list(query) {
          lists += 1;
          const pets = await inner.list(query);
          return lists % 3 === 0 ? doubling(pets, query) : pets;
        },
      };
    }),
  }),
  ...violating(['list/unique-ids']).each(rearranging, {
    'list-doubles-first': doubling,
    'filtered-list-doubles': (pets, query) => (query.status === undefined ? pets : doubling(pets, query)),
    'sold-list-doubles-last': (pets, query) =>
      query.status === 'sold' ? doubling(pets.toReversed(), query).toReversed() : pets,
    // A list of more than 20 animals repeats the 20th, as with pages that overlap by one.
    'pages-overlap': (pets) => (pets.length > 20 ? [...pets.slice(0, 20), ...pets.slice(19, -1)] : pets),
  }),
  ...violating(['list/agrees-with-get']).by({
    'list-name-in-capitals': showing('listPets', (pet) => ({ name: pet.name.toUpperCase() })),
    'filtered-list-name-in-capitals': showingInLists(
      (query) => query.get('status') === 'sold',
      ({ name }) => ({ name: name.toUpperCase() }),
    ),
    'filtered-list-names-empty': showingInLists(isFiltered, () => ({ name: '' })),
    'list-shows-available': showing('listPets', (_pet, shown) => ({
      status: shown['status'] ?? 'available',
    })),
    'list-cuts-names-at-50': showing('listPets', (pet) => ({ name: pet.name.slice(0, 50) })),
    'list-doubles-quotation-marks': showing('listPets', (pet) => ({ name: pet.name.replaceAll('"', '""') })),
    'list-category-rounded': showing('listPets', (pet) => ({
      categoryId: BigInt.asIntN(64, BigInt(Number(pet.categoryId))),
    })),
    'list-without-status': showing('listPets', () => ({ status: undefined })),
  }),
  ...violating(['list/safe']).by({
    'listing-marks-pending': store((inner) => {
      const seen = new Set<bigint>();
      const marked = (pet: Pet): Pet =>
        seen.has(pet.id) && pet.status === 'available' ? { ...pet, status: 'pending' } : pet;
      return {
        async get(id) {
          const pet = await inner.get(id);
          return pet && marked(pet);
        },
        async list(query) {
          const found = matching((await everything(inner)).map(marked), query);
          for (const pet of found) {
            seen.add(pet.id);
          }
          return found;
        },
      };
    }),
  }),
  ...violating(['responses/documented-status']).by({
    'empty-list-of-pending-404': emptyListAs(notFound, nonePending),
    'empty-list-404': emptyListAs(notFound),
    'empty-list-204': emptyListAs((outcome) => ({ ...outcome, status: 204 })),
  }),
  ...violating(['responses/documented-status', 'list/returns-pets']).by({
    'cut-list-206': outcomes('listPets', (outcome, request) => {
      const limit = limitOf(request);
      const full = Array.isArray(outcome.body) && outcome.body.length >= limit;
      return full ? { ...outcome, status: 206 } : outcome;
    }),
  }),
  ...violating(['responses/schema', 'list/agrees-with-get']).by({
    'list-without-category-zero': showing('listPets', (pet) => ({
      categoryId: pet.categoryId === 0n ? undefined : pet.categoryId,
    })),
  }),
  ...violating(['responses/schema']).by({
    'list-ids-as-text': showing('listPets', (pet) => ({ id: String(pet.id) })),
    'list-without-ids-of-sold': showing('listPets', (pet) => ({
      id: pet.status === 'sold' ? undefined : pet.id,
    })),
    'filtered-list-ids-as-text': showingInLists(isFiltered, ({ id }) => ({ id: String(id) })),
  }),
];
