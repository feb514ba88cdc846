import { type Fault, violating } from './fault.ts';
import { byAge } from './store-decorations.ts';

/** What was there at the start counts as young. */
const isLate = (ageMs: number) => ageMs >= 2_000 && ageMs < 86_400_000;

/** What shows only some seconds after a creation: transactions rolled back, caches expired, replicas that win. */
export const late: readonly Fault[] = [
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
  ...violating(['list/filter-complete'], 'late-readings').by({
    'unlisted-after-2-s': byAge((inner, ageMs) => ({
      async list(query) {
        const pets = await inner.list({ ...query, limit: Number.POSITIVE_INFINITY });
        const isShown =
          query.status === undefined ? () => true : ({ id }: { id: bigint }) => !isLate(ageMs(id));
        return pets.filter(isShown).slice(0, query.limit);
      },
    })),
  }),
];
