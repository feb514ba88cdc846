import { type Answer, type ApiRequest, type Decoration, isReading, type Parts } from '../parts.ts';
import type { ListQuery, Pet } from '../pet.ts';
import { internalError } from '../problem.ts';
import { store } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';
import { growingOld } from './store-decorations.ts';

/** Caches animals by a part of the id. */
function cachedBy(keyOf: (id: bigint) => bigint): Decoration {
  return store((inner) => {
    const known = new Map<bigint, Pet>();
    return {
      async get(id) {
        const hit = known.get(keyOf(id));
        const pet = hit ?? (await inner.get(id));
        if (pet !== undefined) {
          known.set(keyOf(id), pet);
        }
        return pet;
      },
    };
  });
}

/** Mixes the query of the previous list into a list. */
function remembering(mix: (before: ListQuery, query: ListQuery, count: number) => ListQuery): Decoration {
  return store((inner) => {
    let before: ListQuery | null = null;
    let count = 0;
    return {
      async list(query) {
        count += 1;
        const asked = before === null ? query : mix(before, query, count);
        before = query;
        return inner.list(asked);
      },
    };
  });
}

/** Lets a response with a status change the next one on its connection. */
function onConnection(
  status: number,
  poisoned: (answer: Answer, request: ApiRequest, parts: Parts) => Answer,
): Decoration {
  return around('handle', (inner) => {
    const marked = new Set<number>();
    return async (request, parts) => {
      const answer = await inner(request, parts);
      const isMarked = marked.delete(request.connection);
      if (answer.status === status) {
        marked.add(request.connection);
      }
      return isMarked ? poisoned(answer, request, parts) : answer;
    };
  });
}

/** Unwanted state: from previous requests, connections and bounded tables. */
export const sharedState: readonly Fault[] = [
  ...violating(['get/id-matches']).by({
    'readings-cached-by-64': cachedBy((id) => BigInt.asUintN(6, id)),
    'readings-cached-by-48': cachedBy((id) => (id > 0n && id < 2n ** 31n ? id % 48n : id)),
    // The store has 64 slots, and newer animals overwrite older ones for gets.
    'sixty-fifth-animal-in-the-place-of-the-first': store((inner) => ({
      async get(id) {
        const later = id > 6n && id < 2n ** 31n ? await inner.get(id + 64n) : undefined;
        return later ?? inner.get(id);
      },
    })),
  }),
  ...violating(['get/id-matches'], 'ample-allowance').by({
    'readings-cached-by-100': cachedBy((id) => (id > 0n && id < 2n ** 31n ? id % 100n : id)),
  }),
  ...violating(['get/stable'], 'ample-allowance').by({
    'store-keeps-100-newest': growingOld(100n, () => undefined),
  }),
  ...violating(['get/returns-created'], 'ample-allowance').by({
    // The store keeps 100 names, and later animals reuse the name of an earlier one.
    'hundred-and-first-name-shared': store((inner) => ({
      async get(id) {
        const pet = await inner.get(id);
        const holder = id > 106n && id < 2n ** 31n ? await inner.get(id - 100n) : undefined;
        return pet && holder ? { ...pet, name: holder.name } : pet;
      },
    })),
  }),
  ...violating(['list/limit-with-status']).each(remembering, {
    'filter-of-the-list-before': (before, query, count) =>
      count % 5 === 0 && before.status !== undefined ? { ...query, status: before.status } : query,
    'filter-of-the-list-before-of-the-same-limit': (before, query) =>
      before.limit === query.limit && before.status !== undefined && query.status !== undefined
        ? { ...query, status: before.status }
        : query,
  }),
  ...violating(['list/limit-bounds-count']).by({
    'limit-of-the-list-before': remembering((before, query) =>
      query.limit === 1 ? { ...query, limit: before.limit } : query,
    ),
  }),
  ...violating(['list/limit-with-status'], 'ample-allowance').by({
    // The first list after a creation ignores its filter if it has a limit below 100.
    'filter-forgotten-after-a-creation': store((inner) => {
      let isStale = false;
      return {
        async add(pet) {
          isStale = true;
          return inner.add(pet);
        },
        async list({ limit, status }) {
          const forgets = isStale && limit < 100 && limit !== 20;
          isStale = false;
          return inner.list(forgets || status === undefined ? { limit } : { limit, status });
        },
      };
    }),
  }),
  ...violating(['list/returns-pets'], 'ample-allowance').by({
    'list-after-404-empty-object': onConnection(404, (answer) =>
      answer.status === 200 && Array.isArray(answer.body) ? { ...answer, body: {} } : answer,
    ),
  }),
  ...violating(['errors/status-matches']).by({
    'error-after-400-repeated': onConnection(400, (answer) =>
      answer.status === 401
        ? { ...answer, body: { code: 'invalid_body', message: 'The body is invalid.', status: 400n } }
        : answer,
    ),
  }),
  ...violating(['errors/no-server-error', 'responses/documented-status'], 'ample-allowance').by({
    'transaction-aborted-after-400': onConnection(400, (answer, request, parts) =>
      isReading(request) && answer.status !== 401
        ? { ...answer, ...parts.showProblem(internalError(), request) }
        : answer,
    ),
  }),
  ...violating(['create/text-exact']).by({
    // A name of more than 2,000 characters leaves its last two in the next name.
    'name-of-the-creation-before': store((inner) => {
      let rest = '';
      return {
        async add(pet) {
          const name = rest === '' ? pet.name : `${pet.name}${rest}`;
          rest = pet.name.length > 2_000 ? pet.name.slice(-2) : '';
          return inner.add({ ...pet, name });
        },
      };
    }),
  }),
];
