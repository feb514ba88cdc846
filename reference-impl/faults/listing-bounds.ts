import type { Decoration } from '../parts.ts';
import type { ListQuery, Pet } from '../pet.ts';
import { refusing, store } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import { alsoServing, defaultingWithStatus, limitOf, querying, whole } from './listing-parameters.ts';
import { choosing, everything, filtering, matching, seeded } from './store-decorations.ts';

export const listingBounds: readonly Fault[] = [
  ...violating(['list/limit-accepted', 'responses/documented-status']).by({
    'limit-99-refused': refusing('listPets', (request) => limitOf(request) === 99),
    'limit-50-refused': refusing('listPets', (request) => limitOf(request) === 50),
  }),
  ...violating(['list/limit-bounds-count']).by({
    // Lists are cached for half a second by status only: another limit returns the same list.
    'cache-ignores-limit': store((inner, { clock }) => {
      const kept = new Map<
        string,
        { readonly list: ReturnType<typeof inner.list>; readonly until: number }
      >();
      return {
        list(query) {
          const known = kept.get(query.status ?? '');
          if (known !== undefined && known.until > clock.now()) {
            return known.list;
          }
          const list = inner.list(query);
          kept.set(query.status ?? '', { list, until: clock.now() + 500 });
          return list;
        },
      };
    }),
  }),
  ...violating(['list/limit-bounds-count']).each(querying, {
    'limit-above-20-plus-one': (query) =>
      query.limit > 20 && query.limit < 100 ? { ...query, limit: query.limit + 1 } : query,
    'limit-rounded-up-to-tens': (query) => ({ ...query, limit: Math.ceil(query.limit / 10) * 10 }),
    'limit-99-gives-100': (query, sent) => (sent.get('limit') === '99' ? { ...query, limit: 100 } : query),
  }),
  // Of 20 animals that its default limit permits, such a list lacks ten.
  ...violating(['list/default-limit']).by({
    // The default limit of a filtered list is 10, while limit=20 returns up to 20.
    'default-10-with-status': upon(seeded(90), defaultingWithStatus(10)),
    'default-unbounded-with-status': defaultingWithStatus(whole),
  }),
  ...violating(['list/never-above-100']).each(alsoServing, {
    // A limit beyond 2^31 can't be parsed and is treated as unlimited.
    'limit-beyond-int32-gives-all': (given) => (Number(given) > 2 ** 31 ? whole : null),
    'limit-abc-gives-all': (given) => (/^[a-z]+$/.test(given) ? whole : null),
    'limit-empty-gives-all': (given) => (given === '' ? whole : null),
    'limit-clamped-to-200': (given) => (/^\d+$/.test(given) && Number(given) > 200 ? 200 : null),
  }),
  ...violating(['list/limit-with-status']).by({
    'second-parameter-ignored': around('readListQuery', (inner) => (query) => {
      const [first] = [...query];
      return inner(new URLSearchParams(first === undefined ? [] : [[...first]]));
    }),
  }),
  ...violating(['list/limit-with-status']).each(querying, {
    'limit-20-forgets-filter': (query, sent) => (sent.get('limit') === '20' ? { limit: 20 } : query),
    'limit-10-forgets-filter': (query, sent) => (sent.get('limit') === '10' ? { limit: 10 } : query),
    'limit-plus-one-with-filter': (query, sent) =>
      sent.has('limit') && query.status !== undefined ? { ...query, limit: query.limit + 1 } : query,
  }),
  ...violating(['list/limit-with-status', 'responses/documented-status']).by({
    // A list with a status before a limit is rejected.
    'both-parameters-refused': refusing(
      'listPets',
      (request) => [...request.query.keys()].join(' ') === 'status limit',
    ),
    'available-with-limit-100-refused': refusing(
      'listPets',
      (request) => limitOf(request) === 100 && request.query.get('status') === 'available',
    ),
  }),
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
    'every-third-creation-not-listed': choosing((pets, query) =>
      matching(
        pets.filter(({ id }) => id <= 6n || id % 3n !== 0n),
        query,
      ),
    ),
  }),
];

/** Lists without some of the newest animals. */
function omittingNewest(omitted: (pets: readonly Pet[], query: ListQuery) => number): Decoration {
  return choosing((pets, query) => matching(pets.slice(0, pets.length - omitted(pets, query)), query));
}

/** How many of the newest animals an index lacks that is written in blocks. */
function blockOf(size: number) {
  return ({ length }: readonly Pet[], { status }: ListQuery) => (status === undefined ? 0 : length % size);
}
