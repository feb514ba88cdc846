import { setTimeout } from 'node:timers/promises';
import { type Answer, type ApiRequest, type Decoration, isList, type Parts } from '../parts.ts';
import type { ListQuery, Pet } from '../pet.ts';
import { Problem } from '../problem.ts';
import { store } from './decorations.ts';
import { around } from './fault.ts';

/** Requirements that wrong responses to gets may also violate. */
export const consequences = [
  'get/returns-created',
  'get/id-matches',
  'get/stable',
  'get/unknown-id',
  'list/agrees-with-get',
  'create/text-exact',
  'create/int64-exact',
  'create/ignores-client-id',
];
/** The same for lists. */
export const ofLists = [
  'list/status-filter',
  'list/limit-with-status',
  'list/limit-bounds-count',
  'list/default-limit',
  'list/filter-complete',
  'list/created-pet-listed',
  'list/status-accepted',
  'list/limit-accepted',
];

/** Gives concurrent requests of the same kind the response to the first one. */
export function coalescing(kindOf: (request: ApiRequest) => string | null): Decoration {
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
export function cachedBy(keyOf: (id: bigint) => bigint): Decoration {
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
export function remembering(
  mix: (before: ListQuery, query: ListQuery, count: number) => ListQuery,
): Decoration {
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

/** Lets the response to one request on a connection change the next one on it. */
export function onConnection(
  poisons: (answer: Answer, request: ApiRequest) => boolean,
  poisoned: (answer: Answer, request: ApiRequest, parts: Parts) => Answer,
): Decoration {
  return around('handle', (inner) => {
    const marked = new Set<number>();
    return async (request, parts) => {
      const answer = await inner(request, parts);
      const isMarked = marked.delete(request.connection);
      if (poisons(answer, request)) {
        marked.add(request.connection);
      }
      return isMarked ? poisoned(answer, request, parts) : answer;
    };
  });
}

export const listed = (request: ApiRequest, ...names: readonly string[]) =>
  isList(request) ? names.map((name) => request.query.get(name)).join(' ') : null;
