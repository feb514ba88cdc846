import { setTimeout } from 'node:timers/promises';
import type { Pet } from '../pet.ts';
import { Problem } from '../problem.ts';
import { crash, store } from './decorations.ts';
import { around, type Fault, fault } from './fault.ts';
import {
  coalescing,
  consequences,
  isList,
  isReading,
  listed,
  ofLists,
  pool,
} from './shared-state-decorations.ts';

/** Concurrent lists share a response, whoever asks. */
const keys = ['auth/missing-key', 'auth/unknown-key'];

const coalesced: readonly Fault[] = [
  fault(
    'lists-coalesced-by-limit',
    'Concurrent lists with the same limit return the same animals, regardless of status.',
    ['list/limit-with-status'],
    coalescing((request) => listed(request, 'limit')),
    { mayViolate: [...ofLists, ...keys, ...consequences], needs: 'ample-allowance' },
  ),
  fault(
    'lists-coalesced-by-status',
    'Concurrent lists with the same status return the same animals, regardless of limit.',
    ['list/limit-bounds-count'],
    coalescing((request) => listed(request, 'status')),
    { mayViolate: [...ofLists, ...keys, ...consequences], needs: 'ample-allowance' },
  ),
  fault(
    'readings-coalesced-by-last-digit',
    'Concurrent gets of ids with the same last digit return the same animal.',
    ['get/id-matches'],
    coalescing((request) => (isReading(request) ? String(request.path[2]).slice(-1) : null)),
    { mayViolate: consequences, needs: 'ample-allowance' },
  ),
  fault(
    'readings-coalesced-by-length',
    'Concurrent gets of ids with the same number of digits return the same animal.',
    ['get/id-matches'],
    coalescing((request) => (isReading(request) ? String(request.path[2]?.length) : null)),
    { mayViolate: consequences, needs: 'ample-allowance' },
  ),
];

const pools: readonly Fault[] = [
  fault(
    'eleventh-reading-at-once-503',
    'The eleventh concurrent get returns 503.',
    ['errors/no-server-error', 'responses/documented-status'],
    pool(10, isReading),
    { mayViolate: consequences, needs: 'ample-allowance' },
  ),
  fault(
    'thirteenth-request-at-once-503',
    'The thirteenth concurrent request returns 503.',
    ['errors/no-server-error', 'responses/documented-status'],
    pool(12, () => true),
    { mayViolate: consequences, needs: 'ample-allowance' },
  ),
  fault(
    'ninth-list-at-once-500',
    'The ninth concurrent list returns 500.',
    ['errors/no-server-error', 'responses/documented-status'],
    pool(8, isList, crash),
    { mayViolate: [...ofLists, 'list/returns-pets'], needs: 'ample-allowance' },
  ),
  fault(
    'seventh-reading-at-once-404',
    'The seventh concurrent get returns 404, as if a timeout of the store meant that the animal does not exist.',
    ['get/stable'],
    pool(6, isReading, () => new Problem(404, 'pet_not_found', 'There is no animal with this identifier.')),
    { mayViolate: consequences, needs: 'ample-allowance' },
  ),
  fault(
    'tenth-list-at-once-empty',
    'More than nine concurrent lists share one array, which each new list clears.',
    ['list/limit-with-status'],
    store((inner) => {
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
    { mayViolate: [...ofLists, 'list/unique-ids', ...consequences], needs: 'ample-allowance' },
  ),
];

/** With an id that no other animal gets. */
const halfAnimal = { id: 9_000_000_000_000_000n, categoryId: 1n };

const halfBuilt: readonly Fault[] = [
  fault(
    'animal-half-built-for-2-ms',
    'Lists include an animal without its name until it is stored.',
    ['responses/schema'],
    around('handle', (inner) => {
      let building = 0;
      return async (request, parts) => {
        if (request.method === 'POST') {
          building += 1;
          await setTimeout(2);
          building -= 1;
        }
        const answer = await inner(request, parts);
        const isSeen = building > 0 && isList(request) && Array.isArray(answer.body);
        return isSeen ? { ...answer, body: [...answer.body.slice(0, 99), halfAnimal] } : answer;
      };
    }),
    {
      mayViolate: [
        'list/limit-with-status',
        'list/limit-bounds-count',
        'list/default-limit',
        'list/status-filter',
      ],
    },
  ),
];

/** Faults that only concurrent requests trigger. */
export const atOnce: readonly Fault[] = [...coalesced, ...pools, ...halfBuilt];
