import type { Decoration } from '../parts.ts';
import type { ListQuery, Pet } from '../pet.ts';
import { store } from './decorations.ts';
import { type Fault, upon, violating } from './fault.ts';
import { choosing, everything, filtering, lagging, matching, seeded } from './store-decorations.ts';

/** Lists without some of the newest animals. */
function omittingNewest(omitted: (pets: readonly Pet[], query: ListQuery) => number): Decoration {
  return choosing((pets, query) => matching(pets.slice(0, pets.length - omitted(pets, query)), query));
}

/** Lists of some animals only. */
function among(isListed: (pet: Pet) => boolean): Decoration {
  return choosing((pets, query) => matching(pets.filter(isListed), query));
}

/** How many of the newest animals an index lacks that is written in blocks. */
function blockOf(size: number) {
  return ({ length }: readonly Pet[], { status }: ListQuery) => (status === undefined ? 0 : length % size);
}

const newestFirst: Decoration = choosing((pets, query) => matching(pets.toReversed(), query));

/** Leaves rows out of some lists before their limit. */
function leavingOut(
  isLeftOut: (index: number) => boolean,
  applies: (query: ListQuery) => boolean = () => true,
): Decoration {
  return store((inner) => ({
    async list(query) {
      const pets = await inner.list({ ...query, limit: Number.POSITIVE_INFINITY });
      const shown = applies(query) ? pets.filter((_pet, index) => !isLeftOut(index)) : pets;
      return shown.slice(0, query.limit);
    },
  }));
}

/** Lists without animals that they should have. */
export const missingFromLists: readonly Fault[] = [
  ...violating(['list/filter-complete']).by({
    // Animals show the default status, but the index of the filter lacks it.
    'filter-loses-status-by-default': store((inner) => {
      const byDefault = new Set<bigint>();
      return {
        async add({ status, ...pet }) {
          const added = await inner.add({ ...pet, status: status ?? 'available' });
          if (status === undefined) {
            byDefault.add(added.id);
          }
          return added;
        },
        list: async (query) =>
          matching(
            (await everything(inner)).filter(({ id }) => query.status === undefined || !byDefault.has(id)),
            query,
          ),
      };
    }),
  }),
  ...violating(['list/filter-complete']).each(filtering, {
    'filter-stops-at-fifty': (pets) => pets.slice(0, 50),
    'filter-loses-category-zero': (pets) => pets.filter(({ categoryId }) => categoryId > 0n),
    'filter-loses-long-names': (pets) => pets.filter(({ name }) => name.length <= 100),
  }),
  ...violating(['list/filter-complete']).each(omittingNewest, {
    'newest-never-listed': () => 1,
    // Lists with a status omit animals until five were added.
    'index-in-blocks-of-five': blockOf(5),
    // Lists with a status omit animals until three were added.
    'index-in-blocks-of-three': blockOf(3),
  }),
  ...violating(['list/created-pet-listed']).by({
    'every-third-creation-not-listed': among(({ id }) => id <= 6n || id % 3n !== 0n),
  }),
  // An unfiltered list that is too short may be a page.
  ...violating(['list/filter-complete']).by({
    'every-11th-row-missing': leavingOut((index) => index % 11 === 10),
    'every-11th-row-missing-newest-first': upon(
      newestFirst,
      leavingOut((index) => index % 11 === 10),
    ),
    'list-lags-five-seconds': lagging(5_000),
    'list-lags-a-minute': lagging(60_000),
    'filter-after-cut': upon(
      seeded(40),
      choosing((pets, query) => matching(pets.slice(0, query.limit), query)),
    ),
  }),
  ...violating(['list/filter-complete']).each(choosing, {
    'created-never-listed': (pets, query) => matching(pets.slice(0, 6), query),
    'filter-loses-newest': (pets, query) => {
      const found = matching(pets, { ...query, limit: pets.length });
      return (query.status === undefined ? found : found.slice(0, -1)).slice(0, query.limit);
    },
    'pending-filter-loses-created': (pets, query) =>
      matching(query.status === 'pending' ? pets.filter((pet) => pet.id <= 6n) : pets, query),
    // Lists are sorted newest first, truncated to the limit, and filtered by status afterwards.
    'newest-filtered-after-cut': (pets, query) => matching(pets.toReversed().slice(0, query.limit), query),
  }),
  ...violating(['list/created-pet-listed']).by({
    // The unfiltered list omits every fourth new animal, while filtered lists contain it.
    'unfiltered-list-loses-some': choosing((pets, query) =>
      matching(query.status === undefined ? pets.filter(({ id }) => id < 7n || id % 4n !== 2n) : pets, query),
    ),
    'every-7th-row-of-all-missing': leavingOut(
      (index) => index % 7 === 6,
      ({ status }) => status === undefined,
    ),
  }),
];
