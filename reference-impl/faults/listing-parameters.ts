import type { ApiRequest, Decoration } from '../parts.ts';
import type { ListQuery, Pet } from '../pet.ts';
import { invalidParameter, Problem } from '../problem.ts';
import { crashing, outcomes, refusing, store } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import { choosing, empty, everything, filtering, matching, seeded } from './store-decorations.ts';

/** Reads the query in another way, from what it should be read as and from what was sent. */
export function querying(read: (query: ListQuery, sent: URLSearchParams) => ListQuery): Decoration {
  return around('readListQuery', (inner) => (sent) => read(inner(sent), sent));
}

/** Takes another limit where none was sent. */
function defaulting(limit: number): Decoration {
  return querying((query, sent) => (sent.has('limit') ? query : { ...query, limit }));
}

/** The same, of lists of one status only. */
export function defaultingWithStatus(limit: number): Decoration {
  return querying((query, sent) =>
    sent.has('limit') || query.status === undefined ? query : { ...query, limit },
  );
}

/** Serves some limits that are out of range with a limit of its own. */
export function alsoServing(limitOf: (given: string) => number | null): Decoration {
  return around('readListQuery', (inner) => (query) => {
    const limit = limitOf(query.get('limit') ?? '20');
    if (limit === null) {
      return inner(query);
    }
    const rest = new URLSearchParams(query);
    rest.delete('limit');
    return { ...inner(rest), limit };
  });
}

export const refuse = () => invalidParameter('This value is not accepted.');

export const limitOf = (request: ApiRequest) => Number(request.query.get('limit') ?? 20);

export const whole = Number.POSITIVE_INFINITY;

/** Lists without some of the newest animals. */
function omittingNewest(omitted: (pets: readonly Pet[], query: ListQuery) => number): Decoration {
  return choosing((pets, query) => matching(pets.slice(0, pets.length - omitted(pets, query)), query));
}

/** How many of the newest animals an index lacks that is written in blocks. */
function blockOf(size: number) {
  return ({ length }: readonly Pet[], { status }: ListQuery) => (status === undefined ? 0 : length % size);
}

export const listingParameters: readonly Fault[] = [
  ...violating(['list/limit-accepted', 'responses/documented-status']).by({
    'limit-100-refused': refusing('listPets', (request) => limitOf(request) === 100),
    'limit-1-refused': refusing('listPets', (request) => limitOf(request) === 1),
    'limit-above-50-refused': refusing(
      'listPets',
      (request) => limitOf(request) > 50 && limitOf(request) <= 100,
    ),
    'limit-99-refused': refusing('listPets', (request) => limitOf(request) === 99),
    'limit-50-refused': refusing('listPets', (request) => limitOf(request) === 50),
  }),
  ...violating(['list/limit-accepted', 'responses/documented-status', 'errors/no-server-error']).by({
    'limit-100-crashes': crashing('listPets', (request) => limitOf(request) === 100),
  }),
  ...violating(['list/limit-bounds-count', 'list/limit-with-status']).each(querying, {
    'limit-plus-one': (query, sent) => (sent.has('limit') ? { ...query, limit: query.limit + 1 } : query),
    'limit-ignored': (query) => ({ ...query, limit: 20 }),
  }),
  ...violating(['list/limit-bounds-count']).by({
    'limit-1-gives-default': querying((query, sent) =>
      sent.get('limit') === '1' ? { ...query, limit: 20 } : query,
    ),
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
  ...violating(['list/default-limit']).by({
    'default-25': upon(seeded(40), defaulting(25)),
    'default-21': upon(seeded(40), defaulting(21)),
    'default-10': upon(seeded(40), defaulting(10)),
    'default-unbounded': upon(seeded(40), defaulting(whole)),
    'limit-20-gives-15': upon(
      seeded(40),
      querying((query, sent) => (sent.get('limit') === '20' ? { ...query, limit: 15 } : query)),
    ),
  }),
  ...violating(['list/never-above-100']).by({
    'limit-1000-gives-all': upon(
      seeded(150),
      alsoServing((given) => (/^\d+$/.test(given) && Number(given) > 100 ? Number(given) : null)),
    ),
    'limit-101-honoured': upon(
      seeded(150),
      alsoServing((given) => (given === '101' ? 101 : null)),
    ),
    'limit-0-gives-all': upon(
      seeded(150),
      alsoServing((given) => (Number(given) === 0 ? whole : null)),
    ),
    'limit-negative-gives-all': upon(
      seeded(150),
      alsoServing((given) => (Number(given) < 0 ? whole : null)),
    ),
  }),
  ...violating(['list/status-accepted', 'responses/documented-status']).by({
    'sold-refused': refusing('listPets', (request) => request.query.get('status') === 'sold'),
    'status-in-capitals-only': refusing('listPets', (request) =>
      /[a-z]/.test(request.query.get('status') ?? ''),
    ),
  }),
  ...violating(['responses/documented-status']).by({
    'status-of-no-animal-404': upon(
      empty(),
      outcomes('listPets', (outcome, { query }) => {
        if (query.has('status') && Array.isArray(outcome.body) && outcome.body.length === 0) {
          throw new Problem(404, 'not_found', 'No animal has this status');
        }
        return outcome;
      }),
    ),
  }),
  ...violating(['list/status-accepted', 'responses/documented-status', 'errors/no-server-error']).by({
    'pending-crashes': crashing('listPets', (request) => request.query.get('status') === 'pending'),
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
