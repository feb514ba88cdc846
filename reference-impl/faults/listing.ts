import type { Pet } from '../pet.ts';
import { byAge } from './by-age.ts';
import { isMembers, outcomes, shownPets, store, without } from './decorations.ts';
import { type Fault, upon, violating } from './fault.ts';
import { choosing, doubling, everything, matching, rearranging } from './listing-decorations.ts';
import { seeded } from './own-stores.ts';

export const listing: readonly Fault[] = [
  ...violating(['list/returns-pets', 'responses/schema']).by({
    // A list is an object with the animals in its member items.
    'list-in-envelope': outcomes('listPets', (outcome) => ({ ...outcome, body: { items: outcome.body } })),
  }),
  ...violating(['list/returns-pets', 'responses/schema'], {
    mayViolate: ['list/limit-accepted', 'list/limit-bounds-count', 'list/limit-with-status'],
  }).by({
    // A list of exactly one animal is that animal, without the array.
    'list-of-one-unwrapped': outcomes('listPets', (outcome) => {
      const alone = Array.isArray(outcome.body) && outcome.body.length === 1 && isMembers(outcome.body[0]);
      return alone && Array.isArray(outcome.body) ? { ...outcome, body: outcome.body[0] } : outcome;
    }),
  }),
  ...violating(['list/returns-pets', 'responses/documented-status'], {
    mayViolate: ['list/limit-accepted', 'list/status-accepted'],
  }).by({
    'list-206': outcomes('listPets', (outcome) => ({ ...outcome, status: 206 })),
  }),
  ...violating(['list/status-filter', 'list/limit-with-status']).by({
    'status-ignored': choosing((pets, { limit }) => pets.slice(0, limit)),
  }),
  ...violating(['list/status-filter']).by({
    'pending-includes-sold': choosing((pets, { limit, status }) =>
      matching(
        pets,
        status === 'pending' ? { limit: pets.length } : { limit: pets.length, ...(status && { status }) },
      )
        .filter((pet) => status !== 'pending' || pet.status === 'pending' || pet.status === 'sold')
        .slice(0, limit),
    ),
    'sold-passes-all': choosing((pets, { limit, status }) =>
      matching(pets, status === undefined || status === 'sold' ? { limit } : { limit, status }),
    ),
    'no-status-passes-filter': choosing((pets, { limit, status }) =>
      pets
        .filter((pet) => status === undefined || pet.status === undefined || pet.status === status)
        .slice(0, limit),
    ),
  }),
  ...violating(['list/limit-with-status']).by({
    'filter-forgotten-with-limit': choosing((pets, query) =>
      matching(pets, query.limit === 20 ? query : { limit: query.limit }),
    ),
    'filter-forgotten-with-small-limit': choosing((pets, query) =>
      matching(pets, query.limit > 5 ? query : { limit: query.limit }),
    ),
  }),
  ...violating(['list/limit-with-status'], {
    mayViolate: ['list/limit-bounds-count', 'list/default-limit', 'list/never-above-100'],
  }).by({
    'limit-forgotten-with-filter': choosing((pets, query) =>
      matching(pets, query.status === undefined ? query : { ...query, limit: pets.length }),
    ),
  }),
  ...violating(['list/filter-complete']).by({
    'filter-after-cut': upon(
      seeded(40),
      choosing((pets, query) => matching(pets.slice(0, query.limit), query)),
    ),
    'filter-loses-newest': choosing((pets, query) => {
      const found = matching(pets, { ...query, limit: pets.length });
      return (query.status === undefined ? found : found.slice(0, -1)).slice(0, query.limit);
    }),
    'pending-filter-loses-created': choosing((pets, query) =>
      matching(query.status === 'pending' ? pets.filter((pet) => pet.id <= 6n) : pets, query),
    ),

    // Lists are sorted newest first, truncated to the limit, and filtered by status afterwards.
    'newest-filtered-after-cut': choosing((pets, query) =>
      matching(pets.toReversed().slice(0, query.limit), query),
    ),
  }),
  ...violating(['list/created-pet-listed', 'list/filter-complete']).by({
    // Lists only contain animals that existed at the start.
    'created-never-listed': choosing((pets, query) => matching(pets.slice(0, 6), query)),
    'list-lags-a-minute': byAge((inner, ageMs) => ({
      list: async (query) =>
        matching(
          (await everything(inner)).filter(({ id }) => ageMs(id) >= 60_000),
          query,
        ),
    })),
  }),
  ...violating(['list/created-pet-listed']).by({
    // The unfiltered list omits every fourth new animal, while filtered lists contain it.
    'unfiltered-list-loses-some': choosing((pets, query) =>
      matching(query.status === undefined ? pets.filter(({ id }) => id < 7n || id % 4n !== 2n) : pets, query),
    ),
  }),
  ...violating(['list/unique-ids']).by({
    'list-doubles-first': rearranging(doubling),
    'filtered-list-doubles': rearranging((pets, query) =>
      query.status === undefined ? pets : doubling(pets, query),
    ),
  }),
  ...violating(['list/unique-ids'], { mayViolate: ['list/default-limit'] }).by({
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
  ...violating(['list/agrees-with-get']).by({
    'list-name-in-capitals': shownPets(['listPets'], (shown, pet) => ({
      ...shown,
      name: pet.name.toUpperCase(),
    })),
  }),
  ...violating(['list/agrees-with-get'], { mayViolate: ['create/int64-exact'] }).by({
    'list-category-rounded': shownPets(['listPets'], (shown, pet) => ({
      ...shown,
      categoryId: BigInt.asIntN(64, BigInt(Number(pet.categoryId))),
    })),
  }),
  ...violating(['list/agrees-with-get'], { mayViolate: ['list/status-filter', 'list/limit-with-status'] }).by(
    {
      'list-without-status': shownPets(['listPets'], (shown) => without(shown, 'status')),
    },
  ),
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
];
