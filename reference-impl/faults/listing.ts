import type { Pet } from '../pet.ts';
import { byAge } from './by-age.ts';
import { isMembers, outcomes, shownPets, store, without } from './decorations.ts';
import { type Fault, fault, upon } from './fault.ts';
import { choosing, doubling, everything, matching, rearranging } from './listing-decorations.ts';
import { seeded } from './own-stores.ts';

export const listing: readonly Fault[] = [
  fault(
    'list-in-envelope',
    'A list is an object with the animals in its member items.',
    ['list/returns-pets', 'responses/schema'],
    outcomes('listPets', (outcome) => ({ ...outcome, body: { items: outcome.body } })),
  ),
  fault(
    'list-of-one-unwrapped',
    'A list of exactly one animal is that animal, without the array.',
    ['list/returns-pets', 'responses/schema'],
    outcomes('listPets', (outcome) => {
      const alone = Array.isArray(outcome.body) && outcome.body.length === 1 && isMembers(outcome.body[0]);
      return alone && Array.isArray(outcome.body) ? { ...outcome, body: outcome.body[0] } : outcome;
    }),
    { mayViolate: ['list/limit-accepted', 'list/limit-bounds-count', 'list/limit-with-status'] },
  ),
  fault(
    'list-206',
    'Lists return 206 instead of 200.',
    ['list/returns-pets', 'responses/documented-status'],
    outcomes('listPets', (outcome) => ({ ...outcome, status: 206 })),
    { mayViolate: ['list/limit-accepted', 'list/status-accepted'] },
  ),
  fault(
    'status-ignored',
    'The filter by status is ignored.',
    ['list/status-filter', 'list/limit-with-status'],
    choosing((pets, { limit }) => pets.slice(0, limit)),
  ),
  fault(
    'pending-includes-sold',
    'The filter pending also returns sold animals.',
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
    'The filter sold returns all animals.',
    ['list/status-filter'],
    choosing((pets, { limit, status }) =>
      matching(pets, status === undefined || status === 'sold' ? { limit } : { limit, status }),
    ),
    { mayViolate: ['list/limit-with-status'] },
  ),
  fault(
    'no-status-passes-filter',
    'An animal without a status passes every filter.',
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
    'A limit other than 20 disables the filter by status.',
    ['list/limit-with-status'],
    choosing((pets, query) => matching(pets, query.limit === 20 ? query : { limit: query.limit })),
    { mayViolate: ['list/status-filter'] },
  ),
  fault(
    'filter-forgotten-with-small-limit',
    'A limit of at most 5 disables the filter by status.',
    ['list/limit-with-status'],
    choosing((pets, query) => matching(pets, query.limit > 5 ? query : { limit: query.limit })),
    { mayViolate: ['list/status-filter'] },
  ),
  fault(
    'limit-forgotten-with-filter',
    'A filter by status disables the limit.',
    ['list/limit-with-status'],
    choosing((pets, query) =>
      matching(pets, query.status === undefined ? query : { ...query, limit: pets.length }),
    ),
    { mayViolate: ['list/limit-bounds-count', 'list/default-limit', 'list/never-above-100'] },
  ),
  fault(
    'filter-after-cut',
    'A list is truncated to its limit first and filtered by status afterwards.',
    ['list/filter-complete'],
    upon(
      seeded(40),
      choosing((pets, query) => matching(pets.slice(0, query.limit), query)),
    ),
    { mayViolate: ['list/created-pet-listed'] },
  ),
  fault(
    'newest-filtered-after-cut',
    'Lists are sorted newest first, truncated to the limit, and filtered by status afterwards.',
    ['list/filter-complete'],
    choosing((pets, query) => matching(pets.toReversed().slice(0, query.limit), query)),
  ),
  fault(
    'filter-loses-newest',
    'A filtered list omits the newest animal of its status.',
    ['list/filter-complete'],
    choosing((pets, query) => {
      const found = matching(pets, { ...query, limit: pets.length });
      return (query.status === undefined ? found : found.slice(0, -1)).slice(0, query.limit);
    }),
    { mayViolate: ['list/created-pet-listed'] },
  ),
  fault(
    'pending-filter-loses-created',
    'The filter pending only finds animals that existed at the start.',
    ['list/filter-complete'],
    choosing((pets, query) =>
      matching(query.status === 'pending' ? pets.filter((pet) => pet.id <= 6n) : pets, query),
    ),
    { mayViolate: ['list/created-pet-listed'] },
  ),
  fault(
    'created-never-listed',
    'Lists only contain animals that existed at the start.',
    ['list/created-pet-listed', 'list/filter-complete'],
    choosing((pets, query) => matching(pets.slice(0, 6), query)),
  ),
  fault(
    'unfiltered-list-loses-some',
    'The unfiltered list omits every fourth new animal, while filtered lists contain it.',
    ['list/created-pet-listed'],
    choosing((pets, query) =>
      matching(query.status === undefined ? pets.filter(({ id }) => id < 7n || id % 4n !== 2n) : pets, query),
    ),
  ),
  fault(
    'list-lags-a-minute',
    'A new animal appears in lists after a minute.',
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
    'A list returns its first animal twice if the limit allows it.',
    ['list/unique-ids'],
    rearranging(doubling),
  ),
  fault(
    'filtered-list-doubles',
    'A filtered list returns its first animal twice if the limit allows it.',
    ['list/unique-ids'],
    rearranging((pets, query) => (query.status === undefined ? pets : doubling(pets, query))),
  ),
  fault(
    'list-sometimes-doubles',
    'Every third list returns its first animal twice if the limit allows it.',
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
    'Lists return names in upper case.',
    ['list/agrees-with-get'],
    shownPets(['listPets'], (shown, pet) => ({ ...shown, name: pet.name.toUpperCase() })),
  ),
  fault(
    'list-category-rounded',
    'Lists round categories beyond 2^53.',
    ['list/agrees-with-get'],
    shownPets(['listPets'], (shown, pet) => ({
      ...shown,
      categoryId: BigInt.asIntN(64, BigInt(Number(pet.categoryId))),
    })),
    { mayViolate: ['create/int64-exact'] },
  ),
  fault(
    'list-without-status',
    'Lists omit the status.',
    ['list/agrees-with-get'],
    shownPets(['listPets'], (shown) => without(shown, 'status')),
    { mayViolate: ['list/status-filter', 'list/limit-with-status'] },
  ),
  fault(
    'listing-marks-pending',
    'Listing an available animal changes its status to pending.',
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
