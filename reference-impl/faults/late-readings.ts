import type { Decoration } from '../parts.ts';
import type { Pet } from '../pet.ts';
import { type Fault, violating } from './fault.ts';
import { replicas } from './listing.ts';
import { byAge } from './store-decorations.ts';

/** Animals of the initial state count as new. */
const isLate = (ageMs: number) => ageMs >= 2_000 && ageMs < 86_400_000;

/** Stores a value otherwise than a cache shows it for the first two seconds. */
function behindCache(alter: (pet: Pet) => Pet): Decoration {
  return byAge((inner, ageMs) => {
    const shown = (pet: Pet) => (isLate(ageMs(pet.id)) ? alter(pet) : pet);
    return {
      async get(id) {
        const pet = await inner.get(id);
        return pet && shown(pet);
      },
      list: async (query) => (await inner.list(query)).map(shown),
    };
  });
}

/** What shows only in readings and lists seconds after a creation. */
export const lateReadings: readonly Fault[] = [
  ...violating(['get/stable'], 'late-readings').each(byAge, {
    'forgotten-after-2-s': (inner, ageMs) => ({
      get: async (id) => (isLate(ageMs(id)) ? undefined : inner.get(id)),
      list: async (query) => (await inner.list(query)).filter(({ id }) => !isLate(ageMs(id))),
    }),
    'name-reverts-after-2-s': (inner, ageMs) => ({
      async get(id) {
        const pet = await inner.get(id);
        return pet && isLate(ageMs(id)) ? { ...pet, name: pet.name.slice(0, -1) } : pet;
      },
    }),
  }),
  ...violating(['get/stable'], 'late-readings').each(behindCache, {
    'names-in-latin-1-behind-cache': (pet) => ({ ...pet, name: pet.name.replace(/[^\0-\u00ff]/gu, '?') }),
    'names-cut-at-255-behind-cache': (pet) => ({ ...pet, name: pet.name.slice(0, 255) }),
  }),
  ...violating(['get/stable', 'create/int64-exact'], 'late-readings').each(behindCache, {
    'categories-as-doubles-behind-cache': (pet) => ({
      ...pet,
      categoryId: BigInt.asIntN(64, BigInt(Number(pet.categoryId))),
    }),
  }),
  ...violating(['list/agrees-with-get'], 'late-readings').each(byAge, {
    'names-in-ascii-in-later-lists': (inner, ageMs) => ({
      list: async (query) =>
        (await inner.list(query)).map((pet) =>
          isLate(ageMs(pet.id)) ? { ...pet, name: pet.name.replace(/[^\0-\u007f]/gu, '?') } : pet,
        ),
    }),
  }),
  ...violating(['list/filter-complete'], 'late-readings').by({
    'unlisted-after-2-s': byAge((inner, ageMs) => ({
      async list(query) {
        const pets = await inner.list({ ...query, limit: Number.POSITIVE_INFINITY });
        const shown = query.status === undefined ? pets : pets.filter(({ id }) => !isLate(ageMs(id)));
        return shown.slice(0, query.limit);
      },
    })),
    'every-second-list-a-minute-behind': replicas(60_000, 2),
    'every-third-list-a-minute-behind': replicas(60_000, 3),
    'every-second-filtered-list-a-minute-behind': replicas(60_000, 2, ({ status }) => status !== undefined),
  }),
];
