import { invalidParameter } from '../problem.ts';
import { byAge } from './by-age.ts';
import { refusing, store } from './decorations.ts';
import { around, type Fault, fault, upon } from './fault.ts';
import { choosing, everything, filtering, matching } from './listing-decorations.ts';
import {
  alsoServing,
  defaultingWithStatus,
  limitOf,
  querying,
  refuse,
  whole,
} from './listing-parameter-decorations.ts';
import { seeded } from './own-stores.ts';

const bothBounds = { mayViolate: ['list/limit-with-status', 'list/never-above-100'] };

export const listingBounds: readonly Fault[] = [
  fault(
    'limit-99-refused',
    'The limit 99 is refused.',
    ['list/limit-accepted', 'responses/documented-status'],
    refusing('listPets', (request) => limitOf(request) === 99, refuse),
  ),
  fault(
    'limit-50-refused',
    'The limit 50 is refused.',
    ['list/limit-accepted', 'responses/documented-status'],
    refusing('listPets', (request) => limitOf(request) === 50, refuse),
  ),
  fault(
    'limit-above-20-plus-one',
    'With a limit above 20 one animal more comes back.',
    ['list/limit-bounds-count'],
    querying((query) =>
      query.limit > 20 && query.limit < 100 ? { ...query, limit: query.limit + 1 } : query,
    ),
    bothBounds,
  ),
  fault(
    'limit-rounded-up-to-tens',
    'A limit is rounded up to the next ten.',
    ['list/limit-bounds-count'],
    querying((query) => ({ ...query, limit: Math.ceil(query.limit / 10) * 10 })),
    bothBounds,
  ),
  fault(
    'limit-99-gives-100',
    'With the limit 99 as many as 100 animals come back.',
    ['list/limit-bounds-count'],
    querying((query, sent) => (sent.get('limit') === '99' ? { ...query, limit: 100 } : query)),
  ),
  fault(
    'cache-ignores-limit',
    'Lists are kept for half a second, by their status alone: another limit brings the same list.',
    ['list/limit-bounds-count'],
    store((inner, { clock }) => {
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
    { mayViolate: ['list/default-limit', 'list/limit-with-status', 'list/never-above-100'] },
  ),
  fault(
    'default-10-with-status',
    'Without a limit 10 animals of a status come back, with limit=20 as many as 20.',
    ['list/default-limit'],
    upon(seeded(90), defaultingWithStatus(10)),
  ),
  fault(
    'default-unbounded-with-status',
    'Without a limit all animals of a status come back.',
    ['list/default-limit'],
    defaultingWithStatus(whole),
  ),
  fault(
    'limit-beyond-int32-gives-all',
    'A limit beyond 2^31 can not be read, and every animal comes back.',
    ['list/never-above-100'],
    alsoServing((given) => (Number(given) > 2 ** 31 ? whole : null)),
  ),
  fault(
    'limit-abc-gives-all',
    'A limit that is no number is taken as no limit at all, and every animal comes back.',
    ['list/never-above-100'],
    alsoServing((given) => (/^[a-z]+$/.test(given) ? whole : null)),
  ),
  fault(
    'limit-empty-gives-all',
    'An empty limit is taken as no limit at all, and every animal comes back.',
    ['list/never-above-100'],
    alsoServing((given) => (given === '' ? whole : null)),
  ),
  fault(
    'limit-clamped-to-200',
    'A limit above 200 is taken as 200.',
    ['list/never-above-100'],
    alsoServing((given) => (/^\d+$/.test(given) && Number(given) > 200 ? 200 : null)),
  ),
  fault(
    'limit-20-forgets-filter',
    'Where the limit 20 and a status are given, the status is forgotten.',
    ['list/limit-with-status'],
    querying((query, sent) => (sent.get('limit') === '20' ? { limit: 20 } : query)),
  ),
  fault(
    'second-parameter-ignored',
    'Of two query parameters the second one is not read.',
    ['list/limit-with-status'],
    around('readListQuery', (inner) => (query) => {
      const [first] = [...query];
      return inner(new URLSearchParams(first === undefined ? [] : [[...first]]));
    }),
    { mayViolate: ['list/never-above-100', 'list/filter-complete'] },
  ),
  fault(
    'limit-plus-one-with-filter',
    'Where a status is given too, one animal more than the limit comes back.',
    ['list/limit-with-status'],
    querying((query, sent) =>
      sent.has('limit') && query.status !== undefined ? { ...query, limit: query.limit + 1 } : query,
    ),
    { mayViolate: ['list/never-above-100'] },
  ),
  fault(
    'both-parameters-refused',
    'A limit and a status in one request are refused where the status comes first.',
    ['list/limit-with-status', 'responses/documented-status'],
    refusing(
      'listPets',
      (request) => [...request.query.keys()].join(' ') === 'status limit',
      () => invalidParameter('limit must come first.'),
    ),
  ),
  fault(
    'available-with-limit-100-refused',
    'The limit 100 is refused where the available animals are asked for.',
    ['list/limit-with-status', 'responses/documented-status'],
    refusing(
      'listPets',
      (request) => limitOf(request) === 100 && request.query.get('status') === 'available',
      refuse,
    ),
    { mayViolate: ['list/filter-complete'] },
  ),
  fault(
    'filter-stops-at-fifty',
    'A filter looks through the first fifty animals only.',
    ['list/filter-complete'],
    filtering((pets) => pets.slice(0, 50)),
  ),
  fault(
    'filter-loses-category-zero',
    'Filtered lists leave out animals of category 0 and below.',
    ['list/filter-complete'],
    filtering((pets) => pets.filter(({ categoryId }) => categoryId > 0n)),
  ),
  fault(
    'filter-loses-long-names',
    'Filtered lists leave out animals whose name has more than 100 characters.',
    ['list/filter-complete'],
    filtering((pets) => pets.filter(({ name }) => name.length <= 100)),
  ),
  fault(
    'every-third-creation-not-listed',
    'Every third new animal is in no list.',
    ['list/created-pet-listed'],
    choosing((pets, query) =>
      matching(
        pets.filter(({ id }) => id <= 6n || id % 3n !== 0n),
        query,
      ),
    ),
    { mayViolate: ['list/filter-complete', 'list/agrees-with-get'] },
  ),
  fault(
    'list-lags-five-seconds',
    'A new animal is in the list five seconds after it was created.',
    ['list/created-pet-listed', 'list/filter-complete'],
    byAge((inner, ageMs) => ({
      list: async (query) =>
        matching(
          (await everything(inner)).filter(({ id }) => ageMs(id) >= 5_000),
          query,
        ),
    })),
  ),
];
