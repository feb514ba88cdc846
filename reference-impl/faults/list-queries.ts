import type { ApiRequest, Decoration } from '../parts.ts';
import { type ListQuery, petStatuses } from '../pet.ts';
import { crash, refusing } from './decorations.ts';
import { around, type Fault, fault, violating } from './fault.ts';
import { rearranging } from './listing-decorations.ts';

/** Returns 500 for lists whose query matches. */
function crashing(name: string, when: (request: ApiRequest) => boolean): Fault {
  return fault(name, ['errors/no-server-error'], refusing('listPets', when, crash), {
    needs: 'ample-allowance',
  });
}

/** Returns all animals for limits that it misreads. */
function unbounded(name: string, when: (limit: string) => boolean): Fault {
  return fault(
    name,
    ['list/never-above-100'],
    around('readListQuery', (inner) => (query) => {
      const limit = query.get('limit');
      return limit !== null && when(limit)
        ? { limit: Number.POSITIVE_INFINITY, ...statusIn(query) }
        : inner(query);
    }),
    { mayViolate: ['list/limit-with-status'], needs: 'ample-allowance' },
  );
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
  name: string,
  limit: number,
  status: (typeof petStatuses)[number],
  change: (query: ListQuery) => ListQuery,
): Fault {
  return fault(
    name,
    ['list/limit-with-status'],
    around('readListQuery', (inner) => (query) => {
      const asked = inner(query);
      return asked.limit === limit && asked.status === status ? change(asked) : asked;
    }),
    { mayViolate: ['list/status-filter', 'list/filter-complete'], needs: 'ample-allowance' },
  );
}

const inRange = (limit: string) => /^(?:[1-9]\d?|100)$/.test(limit);
const inherited = {};

const crashes: readonly Fault[] = [
  // A limit in non-ASCII digits returns 500.
  crashing(
    'wide-digits-crash',
    ({ query }) => /^\p{Nd}+$/u.test(query.get('limit') ?? '') && !/^\d+$/.test(query.get('limit') ?? ''),
  ),
  crashing('repeated-parameter-crashes', ({ query }) =>
    ['limit', 'status'].some((name) => query.getAll(name).length > 1),
  ),
  // A parameter with brackets after its name returns 500.
  crashing('parameter-of-arrays-crashes', ({ query }) =>
    [...query.keys()].some((name) => /^\w+\[\w*\]$/.test(name)),
  ),
  crashing('inherited-status-crashes', ({ query }) => (query.get('status') ?? '') in inherited),
  crashing('limit-beyond-int64-crashes', ({ query }) => /^-?\d{19,}$/.test(query.get('limit') ?? '')),
  crashing(
    'negative-limit-with-status-crashes',
    ({ query }) => query.has('status') && /^-\d/.test(query.get('limit') ?? ''),
  ),
  // A limit in another base returns 500.
  crashing('other-bases-crash', ({ query }) => /^0[xbo]\w+$/i.test(query.get('limit') ?? '')),
  crashing('percent-in-status-crashes', ({ query }) => /[%_]/.test(query.get('status') ?? '')),
  crashing('quotation-mark-crashes', ({ query }) => /['"]/.test(query.get('status') ?? '')),
  crashing('valueless-parameter-crashes', ({ rawQuery }) =>
    rawQuery.split('&').some((parameter) => /^\w+$/.test(parameter)),
  ),
];

const unboundedLists: readonly Fault[] = [
  unbounded(
    'limit-of-8-bits',
    (limit) => /^\d{1,9}$/.test(limit) && !inRange(limit) && BigInt.asIntN(8, BigInt(limit)) <= 0n,
  ),
  unbounded(
    'limit-of-16-bits',
    (limit) => /^\d{1,9}$/.test(limit) && !inRange(limit) && BigInt(limit) % 65_536n === 0n,
  ),
  unbounded(
    'limit-of-32-bits',
    (limit) => /^\d{1,40}$/.test(limit) && !inRange(limit) && BigInt.asIntN(32, BigInt(limit)) <= 0n,
  ),
  unbounded('limit-infinity-is-none', (limit) => Math.abs(Number(limit)) === Number.POSITIVE_INFINITY),
  unbounded('limit-null-is-none', (limit) => /^(?:null|nil|none)$/i.test(limit)),
  unbounded('limit-true-is-none', (limit) => /^(?:true|all|\*)$/i.test(limit)),
];

const combinations: readonly Fault[] = [
  combination('21-sold-shows-pending', 21, 'sold', (query) => ({
    ...query,
    status: 'pending',
  })),
  combination('50-available-unfiltered', 50, 'available', ({ limit }) => ({ limit })),
  combination('2-pending-shows-three', 2, 'pending', (query) => ({
    ...query,
    limit: 3,
  })),
  combination('99-sold-unfiltered', 99, 'sold', ({ limit }) => ({
    limit,
  })),
  ...violating(['list/limit-with-status'], { needs: 'ample-allowance' }).by({
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
  }),
  ...violating(['list/limit-with-status'], {
    mayViolate: ['list/status-filter', 'list/limit-bounds-count'],
    needs: 'ample-allowance',
  }).by({
    'parameters-behind-an-empty-one-lost': reading(({ rawQuery }) =>
      /^&|&&/.test(rawQuery) ? rawQuery.replace(/(?:^&|&&).*$/, '') : null,
    ),
  }),
  ...violating(['list/unique-ids'], { mayViolate: ['list/limit-with-status'] }).by({
    // A list of sold animals with a limit above 64 repeats its first animal.
    'sold-with-limit-64-and-more-doubles': rearranging((pets, { limit, status }) =>
      status === 'sold' && limit > 64 && pets.length < limit ? [...pets.slice(0, 1), ...pets] : pets,
    ),
  }),
];

/** Faults with unusual but valid queries, with combinations of both parameters, and with invalid values. */
export const listQueries: readonly Fault[] = [...crashes, ...unboundedLists, ...combinations];
