import type { Pet } from '../pet.ts';
import { byAge } from './by-age.ts';
import { isMembers, outcomes, shownPets, store, without } from './decorations.ts';
import { type Fault, upon, violating } from './fault.ts';
import { choosing, doubling, everything, matching, rearranging } from './listing-decorations.ts';
import { seeded } from './own-stores.ts';

export const listing: readonly Fault[] = [
  ...violating(['list/returns-pets', 'responses/schema']).by({
    'list-in-envelope': [
      'A list is an object with the animals in its member items.',
      outcomes('listPets', (outcome) => ({ ...outcome, body: { items: outcome.body } })),
    ],
  }),
  ...violating(['list/returns-pets', 'responses/schema'], {
    mayViolate: ['list/limit-accepted', 'list/limit-bounds-count', 'list/limit-with-status'],
  }).by({
    'list-of-one-unwrapped': [
      'A list of exactly one animal is that animal, without the array.',
      outcomes('listPets', (outcome) => {
        const alone = Array.isArray(outcome.body) && outcome.body.length === 1 && isMembers(outcome.body[0]);
        return alone && Array.isArray(outcome.body) ? { ...outcome, body: outcome.body[0] } : outcome;
      }),
    ],
  }),
  ...violating(['list/returns-pets', 'responses/documented-status'], {
    mayViolate: ['list/limit-accepted', 'list/status-accepted'],
  }).by({
    'list-206': [
      'Lists return 206 instead of 200.',
      outcomes('listPets', (outcome) => ({ ...outcome, status: 206 })),
    ],
  }),
  ...violating(['list/status-filter', 'list/limit-with-status']).by({
    'status-ignored': [
      'The filter by status is ignored.',
      choosing((pets, { limit }) => pets.slice(0, limit)),
    ],
  }),
  ...violating(['list/status-filter'], { mayViolate: ['list/limit-with-status'] }).by({
    'pending-includes-sold': [
      'The filter pending also returns sold animals.',
      choosing((pets, { limit, status }) =>
        matching(
          pets,
          status === 'pending' ? { limit: pets.length } : { limit: pets.length, ...(status && { status }) },
        )
          .filter((pet) => status !== 'pending' || pet.status === 'pending' || pet.status === 'sold')
          .slice(0, limit),
      ),
    ],
    'sold-passes-all': [
      'The filter sold returns all animals.',
      choosing((pets, { limit, status }) =>
        matching(pets, status === undefined || status === 'sold' ? { limit } : { limit, status }),
      ),
    ],
    'no-status-passes-filter': [
      'An animal without a status passes every filter.',
      choosing((pets, { limit, status }) =>
        pets
          .filter((pet) => status === undefined || pet.status === undefined || pet.status === status)
          .slice(0, limit),
      ),
    ],
  }),
  ...violating(['list/limit-with-status'], { mayViolate: ['list/status-filter'] }).by({
    'filter-forgotten-with-limit': [
      'A limit other than 20 disables the filter by status.',
      choosing((pets, query) => matching(pets, query.limit === 20 ? query : { limit: query.limit })),
    ],
    'filter-forgotten-with-small-limit': [
      'A limit of at most 5 disables the filter by status.',
      choosing((pets, query) => matching(pets, query.limit > 5 ? query : { limit: query.limit })),
    ],
  }),
  ...violating(['list/limit-with-status'], {
    mayViolate: ['list/limit-bounds-count', 'list/default-limit', 'list/never-above-100'],
  }).by({
    'limit-forgotten-with-filter': [
      'A filter by status disables the limit.',
      choosing((pets, query) =>
        matching(pets, query.status === undefined ? query : { ...query, limit: pets.length }),
      ),
    ],
  }),
  ...violating(['list/filter-complete'], { mayViolate: ['list/created-pet-listed'] }).by({
    'filter-after-cut': [
      'A list is truncated to its limit first and filtered by status afterwards.',
      upon(
        seeded(40),
        choosing((pets, query) => matching(pets.slice(0, query.limit), query)),
      ),
    ],
    'filter-loses-newest': [
      'A filtered list omits the newest animal of its status.',
      choosing((pets, query) => {
        const found = matching(pets, { ...query, limit: pets.length });
        return (query.status === undefined ? found : found.slice(0, -1)).slice(0, query.limit);
      }),
    ],
    'pending-filter-loses-created': [
      'The filter pending only finds animals that existed at the start.',
      choosing((pets, query) =>
        matching(query.status === 'pending' ? pets.filter((pet) => pet.id <= 6n) : pets, query),
      ),
    ],
  }),
  ...violating(['list/filter-complete']).by({
    'newest-filtered-after-cut': [
      'Lists are sorted newest first, truncated to the limit, and filtered by status afterwards.',
      choosing((pets, query) => matching(pets.toReversed().slice(0, query.limit), query)),
    ],
  }),
  ...violating(['list/created-pet-listed', 'list/filter-complete']).by({
    'created-never-listed': [
      'Lists only contain animals that existed at the start.',
      choosing((pets, query) => matching(pets.slice(0, 6), query)),
    ],
    'list-lags-a-minute': [
      'A new animal appears in lists after a minute.',
      byAge((inner, ageMs) => ({
        list: async (query) =>
          matching(
            (await everything(inner)).filter(({ id }) => ageMs(id) >= 60_000),
            query,
          ),
      })),
    ],
  }),
  ...violating(['list/created-pet-listed']).by({
    'unfiltered-list-loses-some': [
      'The unfiltered list omits every fourth new animal, while filtered lists contain it.',
      choosing((pets, query) =>
        matching(
          query.status === undefined ? pets.filter(({ id }) => id < 7n || id % 4n !== 2n) : pets,
          query,
        ),
      ),
    ],
  }),
  ...violating(['list/unique-ids']).by({
    'list-doubles-first': [
      'A list returns its first animal twice if the limit allows it.',
      rearranging(doubling),
    ],
    'filtered-list-doubles': [
      'A filtered list returns its first animal twice if the limit allows it.',
      rearranging((pets, query) => (query.status === undefined ? pets : doubling(pets, query))),
    ],
  }),
  ...violating(['list/unique-ids'], { mayViolate: ['list/default-limit'] }).by({
    'list-sometimes-doubles': [
      'Every third list returns its first animal twice if the limit allows it.',
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
    ],
  }),
  ...violating(['list/agrees-with-get']).by({
    'list-name-in-capitals': [
      'Lists return names in upper case.',
      shownPets(['listPets'], (shown, pet) => ({ ...shown, name: pet.name.toUpperCase() })),
    ],
  }),
  ...violating(['list/agrees-with-get'], { mayViolate: ['create/int64-exact'] }).by({
    'list-category-rounded': [
      'Lists round categories beyond 2^53.',
      shownPets(['listPets'], (shown, pet) => ({
        ...shown,
        categoryId: BigInt.asIntN(64, BigInt(Number(pet.categoryId))),
      })),
    ],
  }),
  ...violating(['list/agrees-with-get'], { mayViolate: ['list/status-filter', 'list/limit-with-status'] }).by(
    {
      'list-without-status': [
        'Lists omit the status.',
        shownPets(['listPets'], (shown) => without(shown, 'status')),
      ],
    },
  ),
  ...violating(['list/safe'], {
    mayViolate: [
      'get/returns-created',
      'list/agrees-with-get',
      'list/filter-complete',
      'list/created-pet-listed',
      'list/status-filter',
      'list/default-limit',
    ],
  }).by({
    'listing-marks-pending': [
      'Listing an available animal changes its status to pending.',
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
    ],
  }),
];
