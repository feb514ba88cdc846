import type { Decoration } from '../parts.ts';
import type { ListQuery, Pet } from '../pet.ts';
import { store } from './decorations.ts';
import { type Fault, violating } from './fault.ts';
import { byAge } from './store-decorations.ts';

type Row = (pet: Pet, index: number) => boolean;

/** Lists all animals, in some order, and leaves rows out before the limit. */
function leavingOut(
  isLeftOut: Row,
  applies: (query: ListQuery) => boolean = () => true,
  arrange: (pets: readonly Pet[]) => readonly Pet[] = (pets) => pets,
): Decoration {
  return store((inner) => ({
    async list(query) {
      const pets = arrange(await inner.list({ ...query, limit: Number.POSITIVE_INFINITY }));
      const shown = applies(query) ? pets.filter((pet, index) => !isLeftOut(pet, index)) : pets;
      return shown.slice(0, query.limit);
    },
  }));
}

/** Lists from replicas in turn, one of which is so many ms behind. */
export function replicas(
  behindMs: number,
  every: number,
  counts: (query: ListQuery) => boolean = () => true,
): Decoration {
  return byAge((inner, ageMs) => {
    let count = 0;
    return {
      async list(query) {
        count += counts(query) ? 1 : 0;
        if (!counts(query) || count % every !== 0) {
          return inner.list(query);
        }
        const pets = await inner.list({ ...query, limit: Number.POSITIVE_INFINITY });
        return pets.filter(({ id }) => ageMs(id) >= behindMs).slice(0, query.limit);
      },
    };
  });
}

const late = 'late-readings';

/** Lists that leave animals out here or there. */
export const listsWithHoles: readonly Fault[] = [
  ...violating(['list/filter-complete']).by({
    'every-11th-row-missing': leavingOut((_pet, index) => index % 11 === 10),
    'every-11th-row-missing-newest-first': leavingOut(
      (_pet, index) => index % 11 === 10,
      undefined,
      (pets) => pets.toReversed(),
    ),
  }),
  ...violating(['list/created-pet-listed']).by({
    'every-7th-row-of-all-missing': leavingOut(
      (_pet, index) => index % 7 === 6,
      ({ status }) => status === undefined,
    ),
  }),
  ...violating(['list/filter-complete'], late).by({
    'every-second-list-a-minute-behind': replicas(60_000, 2),
    'every-third-list-a-minute-behind': replicas(60_000, 3),
    'every-second-filtered-list-a-minute-behind': replicas(60_000, 2, ({ status }) => status !== undefined),
  }),
];
