import type { ApiRequest } from '../messages.ts';
import { type ListQuery, petStatuses } from '../pet.ts';
import { crash, refusing } from './decorations.ts';
import { around, type Decoration, type Fault, fault } from './fault.ts';
import { rearranging } from './listing-decorations.ts';

/** Answers lists with 500 where the query, decoded, is one that nobody had thought of. */
function crashing(name: string, description: string, when: (request: ApiRequest) => boolean): Fault {
  return fault(name, description, ['errors/no-server-error'], refusing('listPets', when, crash), {
    needs: 'ample-allowance',
  });
}

/** Lists all animals there are for limits that are misread. */
function unbounded(name: string, description: string, when: (limit: string) => boolean): Fault {
  return fault(
    name,
    description,
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

/** Reads the query as it was written in another way than it has to be. */
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

/** Wrong for one limit with one status only. */
function combination(
  name: string,
  description: string,
  limit: number,
  status: (typeof petStatuses)[number],
  change: (query: ListQuery) => ListQuery,
): Fault {
  return fault(
    name,
    description,
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
  crashing(
    'wide-digits-crash',
    'A limit in digits other than those of ASCII is answered 500.',
    ({ query }) => /^\p{Nd}+$/u.test(query.get('limit') ?? '') && !/^\d+$/.test(query.get('limit') ?? ''),
  ),
  crashing('repeated-parameter-crashes', 'A parameter that is there twice is answered 500.', ({ query }) =>
    ['limit', 'status'].some((name) => query.getAll(name).length > 1),
  ),
  crashing(
    'parameter-of-arrays-crashes',
    'A parameter with brackets behind its name is answered 500.',
    ({ query }) => [...query.keys()].some((name) => /^\w+\[\w*\]$/.test(name)),
  ),
  crashing(
    'inherited-status-crashes',
    'A status that objects inherit is answered 500.',
    ({ query }) => (query.get('status') ?? '') in inherited,
  ),
  crashing('limit-beyond-int64-crashes', 'A limit beyond 64 bits is answered 500.', ({ query }) =>
    /^-?\d{19,}$/.test(query.get('limit') ?? ''),
  ),
  crashing(
    'negative-limit-with-status-crashes',
    'A negative limit with a status is answered 500.',
    ({ query }) => query.has('status') && /^-\d/.test(query.get('limit') ?? ''),
  ),
  crashing('other-bases-crash', 'A limit in another base is answered 500.', ({ query }) =>
    /^0[xbo]\w+$/i.test(query.get('limit') ?? ''),
  ),
  crashing(
    'percent-in-status-crashes',
    'A status with a percent sign or an underscore is answered 500.',
    ({ query }) => /[%_]/.test(query.get('status') ?? ''),
  ),
  crashing('valueless-parameter-crashes', 'A parameter without a value is answered 500.', ({ rawQuery }) =>
    rawQuery.split('&').some((parameter) => /^\w+$/.test(parameter)),
  ),
];

const unboundedLists: readonly Fault[] = [
  unbounded(
    'limit-of-8-bits',
    'Of a limit the lowest 8 bits count, with a sign; one that is not positive is none.',
    (limit) => /^\d{1,9}$/.test(limit) && !inRange(limit) && BigInt.asIntN(8, BigInt(limit)) <= 0n,
  ),
  unbounded(
    'limit-of-16-bits',
    'Of a limit the lowest 16 bits count; zero is none.',
    (limit) => /^\d{1,9}$/.test(limit) && !inRange(limit) && BigInt(limit) % 65_536n === 0n,
  ),
  unbounded(
    'limit-of-32-bits',
    'Of a limit the lowest 32 bits count, with a sign; one that is not positive is none.',
    (limit) => /^\d{1,40}$/.test(limit) && !inRange(limit) && BigInt.asIntN(32, BigInt(limit)) <= 0n,
  ),
  unbounded(
    'limit-infinity-is-none',
    'A limit that is infinite as a double is none.',
    (limit) => Math.abs(Number(limit)) === Number.POSITIVE_INFINITY,
  ),
  unbounded('limit-null-is-none', 'The limit null is none.', (limit) => /^(?:null|nil|none)$/i.test(limit)),
  unbounded('limit-true-is-none', 'The limits true and all are none.', (limit) =>
    /^(?:true|all|\*)$/i.test(limit),
  ),
];

const combinations: readonly Fault[] = [
  combination(
    '21-sold-shows-pending',
    'A list of sold animals with the limit 21 shows pending ones.',
    21,
    'sold',
    (query) => ({
      ...query,
      status: 'pending',
    }),
  ),
  combination(
    '50-available-unfiltered',
    'A list of available animals with the limit 50 forgets its filter.',
    50,
    'available',
    ({ limit }) => ({ limit }),
  ),
  combination(
    '2-pending-shows-three',
    'A list of pending animals with the limit 2 has three.',
    2,
    'pending',
    (query) => ({
      ...query,
      limit: 3,
    }),
  ),
  combination(
    '99-sold-unfiltered',
    'A list of sold animals with the limit 99 forgets its filter.',
    99,
    'sold',
    ({ limit }) => ({
      limit,
    }),
  ),
  fault(
    'limit-in-front-of-pending-ignored',
    'A limit in front of the status pending is ignored, but for 1.',
    ['list/limit-with-status'],
    reading(({ rawQuery }) =>
      /^limit=(?!1&)\d+&status=pending$/.test(rawQuery) ? 'status=pending&limit=100' : null,
    ),
    { needs: 'ample-allowance' },
  ),
  fault(
    'percent-encoded-status-ignored',
    'A status with a letter percent-encoded is ignored.',
    ['list/status-filter'],
    reading(({ rawQuery }) =>
      /status=\w*%[67][\da-f]/i.test(rawQuery) ? rawQuery.replace(/&?status=[^&]*/, '') : null,
    ),
    { mayViolate: ['list/limit-with-status', 'list/default-limit'], needs: 'ample-allowance' },
  ),
  fault(
    'percent-encoded-limit-ignored',
    'A limit with a digit percent-encoded is ignored.',
    ['list/limit-bounds-count'],
    reading(({ rawQuery }) =>
      /limit=\d*%3\d/.test(rawQuery) ? rawQuery.replace(/&?limit=[^&]*/, '') : null,
    ),
    { mayViolate: ['list/limit-with-status'], needs: 'ample-allowance' },
  ),
  fault(
    'parameters-behind-an-empty-one-lost',
    'Parameters behind an empty one are not read.',
    ['list/limit-with-status'],
    reading(({ rawQuery }) => (/^&|&&/.test(rawQuery) ? rawQuery.replace(/(?:^&|&&).*$/, '') : null)),
    { mayViolate: ['list/status-filter', 'list/limit-bounds-count'], needs: 'ample-allowance' },
  ),
  fault(
    'far-limit-forgets-filter',
    'A limit beyond 100 is brought to 100, and the filter is forgotten.',
    ['list/limit-with-status'],
    around(
      'readListQuery',
      (inner) => (query) =>
        /^\d{3,}$/.test(query.get('limit') ?? '') && query.get('limit') !== '100'
          ? { limit: 100 }
          : inner(query),
    ),
    { needs: 'ample-allowance' },
  ),
  fault(
    'negative-limit-reverses-filter',
    'A negative limit counts from the end, before the filter.',
    ['list/limit-with-status'],
    around(
      'readListQuery',
      (inner) => (query) => (/^-\d+$/.test(query.get('limit') ?? '') ? { limit: 20 } : inner(query)),
    ),
    { needs: 'ample-allowance' },
  ),
  fault(
    'sold-with-limit-64-and-more-doubles',
    'A list of sold animals with a limit above 64 has its first animal twice.',
    ['list/unique-ids'],
    rearranging((pets, { limit, status }) =>
      status === 'sold' && limit > 64 && pets.length < limit ? [...pets.slice(0, 1), ...pets] : pets,
    ),
    { mayViolate: ['list/limit-with-status'] },
  ),
];

/** Queries that are right and unusual, combinations of both parameters, and what no limit or status is. */
export const listQueries: readonly Fault[] = [...crashes, ...unboundedLists, ...combinations];
