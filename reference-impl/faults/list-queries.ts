import type { ApiRequest, Decoration } from '../parts.ts';
import { type ListQuery, petStatuses } from '../pet.ts';
import { crashing } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';
import { rearranging } from './store-decorations.ts';

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

/** Fails only for one limit combined with one status. */
function combination(
  limit: number,
  status: (typeof petStatuses)[number],
  change: (query: ListQuery) => ListQuery,
): Decoration {
  return around('readListQuery', (inner) => (query) => {
    const asked = inner(query);
    return asked.limit === limit && asked.status === status ? change(asked) : asked;
  });
}

/** Returns 500 for some lists. */
const crashingList = (when: (request: ApiRequest) => boolean) => crashing('listPets', when);
const inRange = (limit: string) => /^(?:[1-9]\d?|100)$/.test(limit);
const inherited = {};

/** Faults with unusual but valid queries, with combinations of both parameters, and with invalid values. */
export const listQueries: readonly Fault[] = [
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
];
