import type { Pet } from '../pet.ts';
import { byAge } from './by-age.ts';
import { isMembers, outcomes, shownPets, store, without } from './decorations.ts';
import { type Fault, fault, upon } from './fault.ts';
import { choosing, doubling, everything, matching, rearranging } from './listing-decorations.ts';
import { seeded } from './own-stores.ts';

export const listing: readonly Fault[] = [
  fault(
    'list-in-envelope',
    'The list comes as an object with the animals in its member items.',
    ['list/returns-pets', 'responses/schema'],
    outcomes('listPets', (outcome) => ({ ...outcome, body: { items: outcome.body } })),
  ),
  fault(
    'list-of-one-unwrapped',
    'A list of exactly one animal comes as that animal, without the array.',
    ['list/returns-pets', 'responses/schema'],
    outcomes('listPets', (outcome) => {
      const alone = Array.isArray(outcome.body) && outcome.body.length === 1 && isMembers(outcome.body[0]);
      return alone && Array.isArray(outcome.body) ? { ...outcome, body: outcome.body[0] } : outcome;
    }),
    { mayViolate: ['list/limit-accepted', 'list/limit-bounds-count', 'list/limit-with-status'] },
  ),
  fault(
    'list-206',
    'Lists are answered 206 instead of 200.',
    ['list/returns-pets', 'responses/documented-status'],
    outcomes('listPets', (outcome) => ({ ...outcome, status: 206 })),
    { mayViolate: ['list/limit-accepted', 'list/status-accepted'] },
  ),
  fault(
    'status-ignored',
    'The status filter is read and not used.',
    ['list/status-filter', 'list/limit-with-status'],
    choosing((pets, { limit }) => pets.slice(0, limit)),
  ),
  fault(
    'pending-includes-sold',
    'The filter pending lets sold animals through.',
    ['list/status-filter'],
    choosing((pets, { limit, status }) =>
      matching(
        pets,
        status === 'pending' ? { limit: pets.length } : { limit: pets.length, ...(status && { status }) },
      )
        .filter((pet) => status !== 'pending' || pet.status === 'pending' || pet.status === 'sold')
        .slice(0, limit),
    ),
    { mayViolate: ['list/limit-with-status'] },
  ),
  fault(
    'sold-passes-all',
    'The filter sold lets all animals through.',
    ['list/status-filter'],
    choosing((pets, { limit, status }) =>
      matching(pets, status === undefined || status === 'sold' ? { limit } : { limit, status }),
    ),
    { mayViolate: ['list/limit-with-status'] },
  ),
  fault(
    'no-status-passes-filter',
    'An animal that was created without a status passes every filter.',
    ['list/status-filter'],
    choosing((pets, { limit, status }) =>
      pets
        .filter((pet) => status === undefined || pet.status === undefined || pet.status === status)
        .slice(0, limit),
    ),
    { mayViolate: ['list/limit-with-status'] },
  ),
  fault(
    'filter-forgotten-with-limit',
    'Where a limit other than 20 and a status are given, the status is forgotten.',
    ['list/limit-with-status'],
    choosing((pets, query) => matching(pets, query.limit === 20 ? query : { limit: query.limit })),
    { mayViolate: ['list/status-filter'] },
  ),
  fault(
    'filter-forgotten-with-small-limit',
    'Where a limit of at most 5 and a status are given, the status is forgotten.',
    ['list/limit-with-status'],
    choosing((pets, query) => matching(pets, query.limit > 5 ? query : { limit: query.limit })),
    { mayViolate: ['list/status-filter'] },
  ),
  fault(
    'limit-forgotten-with-filter',
    'Where a status is given, the limit is forgotten.',
    ['list/limit-with-status'],
    choosing((pets, query) =>
      matching(pets, query.status === undefined ? query : { ...query, limit: pets.length }),
    ),
    { mayViolate: ['list/limit-bounds-count', 'list/default-limit', 'list/never-above-100'] },
  ),
  fault(
    'filter-after-cut',
    'The list is cut at the limit first and filtered by status afterwards.',
    ['list/filter-complete'],
    upon(
      seeded(40),
      choosing((pets, query) => matching(pets.slice(0, query.limit), query)),
    ),
    { mayViolate: ['list/created-pet-listed'] },
  ),
  fault(
    'newest-filtered-after-cut',
    'Lists are newest first; they are cut at the limit and filtered by status afterwards.',
    ['list/filter-complete'],
    choosing((pets, query) => matching(pets.toReversed().slice(0, query.limit), query)),
  ),
  fault(
    'filter-loses-newest',
    'A filtered list leaves out the newest animal of that status.',
    ['list/filter-complete'],
    choosing((pets, query) => {
      const found = matching(pets, { ...query, limit: pets.length });
      return (query.status === undefined ? found : found.slice(0, -1)).slice(0, query.limit);
    }),
    { mayViolate: ['list/created-pet-listed'] },
  ),
  fault(
    'pending-filter-loses-created',
    'The filter pending finds the animals of the start only.',
    ['list/filter-complete'],
    choosing((pets, query) =>
      matching(query.status === 'pending' ? pets.filter((pet) => pet.id <= 6n) : pets, query),
    ),
    { mayViolate: ['list/created-pet-listed'] },
  ),
  fault(
    'created-never-listed',
    'The list shows the animals of the start only.',
    ['list/created-pet-listed', 'list/filter-complete'],
    choosing((pets, query) => matching(pets.slice(0, 6), query)),
  ),
  fault(
    'unfiltered-list-loses-some',
    'The unfiltered list leaves out every fourth new animal, which filtered lists show.',
    ['list/created-pet-listed'],
    choosing((pets, query) =>
      matching(query.status === undefined ? pets.filter(({ id }) => id < 7n || id % 4n !== 2n) : pets, query),
    ),
  ),
  fault(
    'list-lags-a-minute',
    'A new animal is in the list a minute after it was created.',
    ['list/created-pet-listed', 'list/filter-complete'],
    byAge((inner, ageMs) => ({
      list: async (query) =>
        matching(
          (await everything(inner)).filter(({ id }) => ageMs(id) >= 60_000),
          query,
        ),
    })),
  ),
  fault(
    'list-doubles-first',
    'The first animal of a list comes twice where the limit has room for it.',
    ['list/unique-ids'],
    rearranging(doubling),
  ),
  fault(
    'filtered-list-doubles',
    'The first animal of a filtered list comes twice where the limit has room for it.',
    ['list/unique-ids'],
    rearranging((pets, query) => (query.status === undefined ? pets : doubling(pets, query))),
  ),
  fault(
    'list-sometimes-doubles',
    'In every third list the first animal comes twice where the limit has room for it.',
    ['list/unique-ids'],
    store((inner) => {
      let lists = 0;
      return {
        async list(query) {
          lists += 1;
          const pets = await inner.list(query);
          return lists % 3 === 0 ? doubling(pets, query) : pets;
        },
      };
    }),
    { mayViolate: ['list/default-limit'] },
  ),
  fault(
    'list-name-in-capitals',
    'The list shows names in capital letters.',
    ['list/agrees-with-get'],
    shownPets(['listPets'], (shown, pet) => ({ ...shown, name: pet.name.toUpperCase() })),
  ),
  fault(
    'list-category-rounded',
    'The list shows categories beyond 2^53 rounded.',
    ['list/agrees-with-get'],
    shownPets(['listPets'], (shown, pet) => ({
      ...shown,
      categoryId: BigInt.asIntN(64, BigInt(Number(pet.categoryId))),
    })),
    { mayViolate: ['create/int64-exact'] },
  ),
  fault(
    'list-without-status',
    'The list leaves the status out.',
    ['list/agrees-with-get'],
    shownPets(['listPets'], (shown) => without(shown, 'status')),
    { mayViolate: ['list/status-filter', 'list/limit-with-status'] },
  ),
  fault(
    'listing-marks-pending',
    'An available animal reads pending once it was listed.',
    ['list/safe'],
    store((inner) => {
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
    {
      mayViolate: [
        'get/returns-created',
        'list/agrees-with-get',
        'list/filter-complete',
        'list/created-pet-listed',
        'list/status-filter',
        'list/default-limit',
      ],
    },
  ),
];
