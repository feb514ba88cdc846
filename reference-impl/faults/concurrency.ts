import { setTimeout } from 'node:timers/promises';
import { type Answer, type ApiRequest, type Decoration, isList, isReading, type Parts } from '../parts.ts';
import type { Pet } from '../pet.ts';
import { animalNotFound, internalError, Problem } from '../problem.ts';
import { bodyMembers, store } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

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

/** Faults of concurrent requests. */
export const concurrency: readonly Fault[] = [
  ...violating(['get/stable'], 'ample-allowance').by({
    // The seventh concurrent get returns 404, as if a timeout of the store meant that the animal does not exist.
    'seventh-reading-at-once-404': pool(6, isReading, animalNotFound),
    // While more than eight requests are under way, every other animal is not found.
    'readings-empty-beyond-8-at-once': whenBusy(({ petStore }) => ({
      petStore: { ...petStore, get: async (id) => (id % 2n === 0n ? undefined : petStore.get(id)) },
    })),
  }),
  ...violating(['errors/no-server-error', 'responses/documented-status'], 'ample-allowance').by({
    'eleventh-reading-at-once-503': pool(10, isReading),
    'thirteenth-request-at-once-503': pool(12, () => true),
    'ninth-list-at-once-500': pool(8, isList, internalError),
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
