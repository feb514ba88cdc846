import type { ApiRequest, Decoration } from '../parts.ts';
import { type ListQuery, type PetStatus, petStatuses } from '../pet.ts';
import { internalError, Problem } from '../problem.ts';
import { crashing, outcomes, refusing, store } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import { cachingLists, empty, everything, matching, rearranging, seeded } from './store-decorations.ts';

/** Reads the query in another way, from what it should be read as and from what was sent. */
function querying(read: (query: ListQuery, sent: URLSearchParams) => ListQuery): Decoration {
  return around('readListQuery', (inner) => (sent) => read(inner(sent), sent));
}

/** Takes another limit where none was sent. */
function defaulting(limit: number): Decoration {
  return querying((query, sent) => (sent.has('limit') ? query : { ...query, limit }));
}

/** The same, of lists of one status only. */
function defaultingWithStatus(limit: number): Decoration {
  return querying((query, sent) =>
    sent.has('limit') || query.status === undefined ? query : { ...query, limit },
  );
}

function giving15For20(query: ListQuery, sent: URLSearchParams): ListQuery {
  return sent.get('limit') === '20' ? { ...query, limit: 15 } : query;
}

/** Serves some limits that are out of range with a limit of its own, from 150 animals. */
function alsoServing(limitOf: (given: string) => number | null): Decoration {
  const serving: Decoration = around('readListQuery', (inner) => (query) => {
    const limit = limitOf(query.get('limit') ?? '20');
    if (limit === null) {
      return inner(query);
    }
    const rest = new URLSearchParams(query);
    rest.delete('limit');
    return { ...inner(rest), limit };
  });
  return upon(seeded(150), serving);
}

export const limitOf = (request: ApiRequest) => Number(request.query.get('limit') ?? 20);
const whole = Number.POSITIVE_INFINITY;

/** Refuses some limits. */
function refusingLimits(isRefused: (limit: number) => boolean): Decoration {
  return refusing('listPets', (request) => isRefused(limitOf(request)));
}

/** Returns all animals for limits that it misreads. */
function unbounded(when: (limit: string) => boolean): Decoration {
  return around('readListQuery', (inner) => (query) => {
    const limit = query.get('limit');
    return limit !== null && when(limit)
      ? { limit: Number.POSITIVE_INFINITY, ...statusIn(query) }
      : inner(query);
  });
}

function statusIn(query: URLSearchParams): Pick<ListQuery, 'status'> {
  const status = petStatuses.find((known) => known === query.get('status'));
  return status === undefined ? {} : { status };
}

/** Misreads the raw query. */
function reading(change: (request: ApiRequest) => string | null): Decoration {
  return around('listPets', (inner) => (request, route, parts) => {
    const changed = change(request);
    return inner(
      changed === null ? request : { ...request, query: new URLSearchParams(changed) },
      route,
      parts,
    );
  });
}

export function notFound(): never {
  throw new Problem(404, 'no_animals', 'There are no such animals.');
}

/** Fails only for one limit combined with one status. */
function combination(limit: number, status: PetStatus, change: (query: ListQuery) => ListQuery): Decoration {
  return around('readListQuery', (inner) => (query) => {
    const asked = inner(query);
    return asked.limit === limit && asked.status === status ? change(asked) : asked;
  });
}

/** Returns 500 for some lists. */
const crashingList = (when: (request: ApiRequest) => boolean) => crashing('listPets', when);
const inRange = (limit: string) => /^(?:[1-9]\d?|100)$/.test(limit);
const inherited = {};

/** Refuses a filtered list whose limit, except the default, equals the number of its animals. */
function refusingFullPages(fewest: number, problem: () => Problem): Decoration {
  return store((inner) => ({
    async list(query) {
      const { length } = matching(await everything(inner), { ...query, limit: Number.POSITIVE_INFINITY });
      if (query.status !== undefined && query.limit !== 20 && query.limit === length && length >= fewest) {
        throw problem();
      }
      return inner.list(query);
    },
  }));
}

export const listingParameters: readonly Fault[] = [
  ...violating(['list/limit-accepted', 'responses/documented-status']).each(refusingLimits, {
    'limit-100-refused': (limit) => limit === 100,
    'limit-1-refused': (limit) => limit === 1,
    'limit-above-50-refused': (limit) => limit > 50 && limit <= 100,
    'limit-99-refused': (limit) => limit === 99,
    'limit-50-refused': (limit) => limit === 50,
  }),
  ...violating(['list/limit-accepted', 'responses/documented-status', 'errors/no-server-error']).by({
    'limit-100-crashes': crashing('listPets', (request) => limitOf(request) === 100),
  }),
  ...violating(['list/limit-bounds-count', 'list/limit-with-status']).each(querying, {
    'limit-plus-one': (query, sent) => (sent.has('limit') ? { ...query, limit: query.limit + 1 } : query),
    'limit-ignored': (query) => ({ ...query, limit: 20 }),
  }),
  ...violating(['list/limit-bounds-count']).by({
    // Lists are cached for half a second by status only: another limit returns the same list.
    'cache-ignores-limit': cachingLists(500, ({ status }) => status ?? ''),
  }),
  ...violating(['list/default-limit']).by({
    'default-25': upon(seeded(40), defaulting(25)),
    'default-21': upon(seeded(40), defaulting(21)),
    'default-10': upon(seeded(40), defaulting(10)),
    'default-unbounded': upon(seeded(40), defaulting(whole)),
    // The default limit of a filtered list is 10, while limit=20 returns up to 20.
    'default-10-with-status': upon(seeded(90), defaultingWithStatus(10)),
    'default-unbounded-with-status': defaultingWithStatus(whole),
    'limit-20-gives-15': upon(seeded(40), querying(giving15For20)),
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
      outcomes('listPets', (outcome, { query }) =>
        query.has('status') && String(outcome.body) === '' ? notFound() : outcome,
      ),
    ),
  }),
  ...violating(['list/status-accepted', 'responses/documented-status', 'errors/no-server-error']).by({
    'pending-crashes': crashing('listPets', (request) => request.query.get('status') === 'pending'),
  }),
  ...violating(['list/limit-bounds-count']).each(querying, {
    'limit-1-gives-default': (query, sent) => (sent.get('limit') === '1' ? { ...query, limit: 20 } : query),
    'limit-above-20-plus-one': (query) =>
      query.limit > 20 && query.limit < 100 ? { ...query, limit: query.limit + 1 } : query,
    'limit-rounded-up-to-tens': (query) => ({ ...query, limit: Math.ceil(query.limit / 10) * 10 }),
    'limit-99-gives-100': (query, sent) => (sent.get('limit') === '99' ? { ...query, limit: 100 } : query),
  }),
  ...violating(['list/never-above-100']).each(alsoServing, {
    'limit-1000-gives-all': (given) => (/^\d+$/.test(given) && Number(given) > 100 ? Number(given) : null),
    'limit-101-honoured': (given) => (given === '101' ? 101 : null),
    'limit-0-gives-all': (given) => (Number(given) === 0 ? whole : null),
    'limit-negative-gives-all': (given) => (Number(given) < 0 ? whole : null),
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
  ...violating(['errors/no-server-error'], 'ample-allowance').each(crashingList, {
    'wide-digits-crash': ({ query }) =>
      /^\p{Nd}+$/u.test(query.get('limit') ?? '') && !/^\d+$/.test(query.get('limit') ?? ''),
    'repeated-parameter-crashes': ({ query }) =>
      ['limit', 'status'].some((name) => query.getAll(name).length > 1),
    'parameter-of-arrays-crashes': ({ query }) => [...query.keys()].some((name) => /^\w+\[\w*\]$/.test(name)),
    'inherited-status-crashes': ({ query }) => (query.get('status') ?? '') in inherited,
    'limit-beyond-int64-crashes': ({ query }) => /^-?\d{19,}$/.test(query.get('limit') ?? ''),
    'negative-limit-with-status-crashes': ({ query }) =>
      query.has('status') && /^-\d/.test(query.get('limit') ?? ''),
    'other-bases-crash': ({ query }) => /^0[xbo]\w+$/i.test(query.get('limit') ?? ''),
    'percent-in-status-crashes': ({ query }) => /[%_]/.test(query.get('status') ?? ''),
    'quotation-mark-crashes': ({ query }) => /['"]/.test(query.get('status') ?? ''),
    'valueless-parameter-crashes': ({ rawQuery }) =>
      rawQuery.split('&').some((parameter) => /^\w+$/.test(parameter)),
  }),
  ...violating(['list/never-above-100'], 'ample-allowance').each(unbounded, {
    'limit-of-8-bits': (limit) =>
      /^\d{1,9}$/.test(limit) && !inRange(limit) && BigInt.asIntN(8, BigInt(limit)) <= 0n,
    'limit-of-16-bits': (limit) =>
      /^\d{1,9}$/.test(limit) && !inRange(limit) && BigInt(limit) % 65_536n === 0n,
    'limit-of-32-bits': (limit) =>
      /^\d{1,40}$/.test(limit) && !inRange(limit) && BigInt.asIntN(32, BigInt(limit)) <= 0n,
    'limit-infinity-is-none': (limit) => Math.abs(Number(limit)) === Number.POSITIVE_INFINITY,
    'limit-null-is-none': (limit) => /^(?:null|nil|none)$/i.test(limit),
    'limit-true-is-none': (limit) => /^(?:true|all|\*)$/i.test(limit),
  }),
  ...violating(['list/limit-with-status'], 'ample-allowance').by({
    '21-sold-shows-pending': combination(21, 'sold', (query) => ({
      ...query,
      status: 'pending',
    })),
    '50-available-unfiltered': combination(50, 'available', ({ limit }) => ({ limit })),
    '2-pending-shows-three': combination(2, 'pending', (query) => ({
      ...query,
      limit: 3,
    })),
    '99-sold-unfiltered': combination(99, 'sold', ({ limit }) => ({
      limit,
    })),
    'limit-in-front-of-pending-ignored': reading(({ rawQuery }) =>
      /^limit=(?!1&)\d+&status=pending$/.test(rawQuery) ? 'status=pending&limit=100' : null,
    ),
    'far-limit-forgets-filter': around(
      'readListQuery',
      (inner) => (query) =>
        /^\d{3,}$/.test(query.get('limit') ?? '') && query.get('limit') !== '100'
          ? { limit: 100 }
          : inner(query),
    ),
    'negative-limit-reverses-filter': around(
      'readListQuery',
      (inner) => (query) => (/^-\d+$/.test(query.get('limit') ?? '') ? { limit: 20 } : inner(query)),
    ),
    'parameters-behind-an-empty-one-lost': reading(({ rawQuery }) =>
      /^&|&&/.test(rawQuery) ? rawQuery.replace(/(?:^&|&&).*$/, '') : null,
    ),
  }),
  ...violating(['list/unique-ids']).by({
    'sold-with-limit-64-and-more-doubles': rearranging((pets, { limit, status }) =>
      status === 'sold' && limit > 64 && pets.length < limit ? [...pets.slice(0, 1), ...pets] : pets,
    ),
  }),
  ...violating(
    ['list/limit-with-status', 'errors/no-server-error', 'responses/documented-status'],
    'ample-allowance',
  ).by({
    // A filtered list whose limit equals the number of its animals returns 500.
    'limit-of-all-crashes': refusingFullPages(1, internalError),
  }),
  ...violating(['list/limit-with-status', 'responses/documented-status'], 'ample-allowance').by({
    // A filtered list of three or more animals whose limit equals their number returns 404.
    'limit-of-all-404': refusingFullPages(3, () => new Problem(404, 'no_page', 'There is no further page.')),
  }),
];
