import { setTimeout } from 'node:timers/promises';
import { type Answer, type ApiRequest, type Decoration, isList, isReading, type Parts } from '../parts.ts';
import type { ListQuery, Pet } from '../pet.ts';
import { animalNotFound, internalError, Problem } from '../problem.ts';
import { bodyMembers, store } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';
import { growingOld } from './store-decorations.ts';

/** Gives concurrent requests of the same kind the response to the first one. */
function coalescing(kindOf: (request: ApiRequest) => string | null): Decoration {
  return around('handle', (inner) => {
    const underWay = new Map<string, Promise<Answer>>();
    return async (request, parts) => {
      const kind = request.method === 'GET' ? kindOf(request) : null;
      if (kind === null) {
        return inner(request, parts);
      }
      const known = underWay.get(kind);
      if (known !== undefined) {
        return known;
      }
      const answer = inner(request, parts).then(async (found) => {
        await setTimeout(2);
        underWay.delete(kind);
        return found;
      });
      underWay.set(kind, answer);
      return answer;
    };
  });
}

/** Serves `size` concurrent requests and refuses the others. */
export function pool(
  size: number,
  counts: (request: ApiRequest) => boolean,
  refusal: () => Problem = () => new Problem(503, 'busy', 'Too many requests at once.'),
): Decoration {
  return around('handle', (inner) => {
    let busy = 0;
    return async (request, parts) => {
      const answer = await inner(request, parts);
      if (!counts(request) || answer.status >= 300) {
        return answer;
      }
      if (busy >= size) {
        return { ...answer, ...parts.showProblem(refusal(), request) };
      }
      busy += 1;
      // The delay is longer if others wait too, so that requests overlap even if a busy machine delays some of them.
      await setTimeout(busy === 1 ? 5 : 60);
      busy -= 1;
      return answer;
    };
  });
}

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

const listed = (request: ApiRequest, ...names: readonly string[]) =>
  isList(request) ? names.map((name) => request.query.get(name)).join(' ') : null;

/** With an id that no other animal gets. */
const halfAnimal = { id: 9_000_000_000_000_000n, categoryId: 1n };

/** Shows half of an animal in some lists for as long as one is being stored. */
function showingHalf(isAffected: (request: ApiRequest) => boolean): Decoration {
  return around('handle', (inner) => {
    let building = 0;
    return async (request, parts) => {
      if (request.method === 'POST') {
        building += 1;
        await setTimeout(2);
        building -= 1;
      }
      const answer = await inner(request, parts);
      const isSeen = building > 0 && isList(request) && isAffected(request) && Array.isArray(answer.body);
      return isSeen ? { ...answer, body: [...answer.body.slice(0, 99), halfAnimal] } : answer;
    };
  });
}

/** The number of requests under way from which on a service takes less care. */
const most = 8;

/** Changes the parts for requests that come while more than eight are under way. */
function whenBusy(careless: (parts: Parts) => Partial<Parts>): Decoration {
  return around('handle', (inner) => {
    let underWay = 0;
    return async (request, parts) => {
      underWay += 1;
      const isBusy = underWay > most;
      try {
        // Requests overlap even if a busy machine delays some of them.
        await setTimeout(underWay > 1 ? 20 : 0);
        return await inner(request, isBusy ? { ...parts, ...careless(parts) } : parts);
      } finally {
        underWay -= 1;
      }
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
    // The seventh concurrent get returns 404, as if a timeout of the store meant that the animal does not exist.
    'seventh-reading-at-once-404': pool(6, isReading, animalNotFound),
    // While more than eight requests are under way, every other animal is not found.
    'readings-empty-beyond-8-at-once': whenBusy(({ petStore }) => ({
      petStore: { ...petStore, get: async (id) => (id % 2n === 0n ? undefined : petStore.get(id)) },
    })),
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
    'eleventh-reading-at-once-503': pool(10, isReading),
    'thirteenth-request-at-once-503': pool(12, () => true),
    'ninth-list-at-once-500': pool(8, isList, internalError),
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
  // Concurrent lists share a response, whoever asks.
  ...violating(['list/limit-with-status'], 'ample-allowance').by({
    'lists-coalesced-by-limit': coalescing((request) => listed(request, 'limit')),
    // More than nine concurrent lists share one array, which each new list clears.
    'tenth-list-at-once-empty': store((inner) => {
      const shared: Pet[] = [];
      let underWay = 0;
      return {
        async list(query) {
          underWay += 1;
          const pets = await inner.list(query);
          await setTimeout(3);
          const isAlone = underWay < 9;
          shared.splice(isAlone ? 0 : shared.length, shared.length, ...pets);
          underWay -= 1;
          return isAlone ? pets : [...shared.slice(0, query.limit)];
        },
      };
    }),
  }),
  ...violating(['list/limit-bounds-count'], 'ample-allowance').by({
    'lists-coalesced-by-status': coalescing((request) => listed(request, 'status')),
  }),
  ...violating(['get/id-matches'], 'ample-allowance').each(coalescing, {
    'readings-coalesced-by-last-digit': (request) =>
      isReading(request) ? String(request.path[2]).slice(-1) : null,
    'readings-coalesced-by-length': (request) =>
      isReading(request) ? String(request.path[2]?.length) : null,
  }),
  ...violating(['responses/schema']).each(showingHalf, {
    // Lists include an animal without its name until it is stored.
    'animal-half-built-for-2-ms': () => true,
    'animal-half-built-without-status': ({ query }) => !query.has('status'),
  }),
  ...violating(['auth/unknown-key'], 'ample-allowance').by({
    // While more than eight requests are under way, any key is accepted.
    'keys-unchecked-beyond-8-at-once': whenBusy(({ findKey, issuedKeys }) => ({
      findKey: (token) => findKey(token) ?? issuedKeys[0] ?? null,
    })),
  }),
  ...violating(['auth/missing-key'], 'ample-allowance').by({
    // While more than eight requests are under way, a key is not even required.
    'requests-without-key-served-beyond-8-at-once': whenBusy(({ findKey, issuedKeys, readCredential }) => ({
      readCredential: (request) => readCredential(request) ?? '',
      findKey: (token) => findKey(token) ?? issuedKeys[0] ?? null,
    })),
  }),
  ...violating(['create/missing-name'], 'ample-allowance').by({
    // While more than eight requests are under way, invalid creations get default values.
    'creations-unchecked-beyond-8-at-once': whenBusy(({ readNewPet }) => ({
      readNewPet(request) {
        try {
          return readNewPet(request);
        } catch {
          return { name: String(bodyMembers(request)?.['name'] ?? 'Unknown'), categoryId: 1n };
        }
      },
    })),
  }),
  ...violating(['list/filter-complete'], 'ample-allowance').by({
    // While more than eight requests are under way, lists have every second animal.
    'lists-halved-beyond-8-at-once': whenBusy(({ petStore }) => ({
      petStore: {
        ...petStore,
        list: async (query) => (await petStore.list(query)).filter((_pet, index) => index % 2 === 0),
      },
    })),
  }),
];
