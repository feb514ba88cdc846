import { setTimeout } from 'node:timers/promises';
import type { Decoration, Parts } from '../parts.ts';
import { bodyMembers } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

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

export const overload: readonly Fault[] = [
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
  ...violating(['get/stable'], 'ample-allowance').by({
    // While more than eight requests are under way, every other animal is not found.
    'readings-empty-beyond-8-at-once': whenBusy(({ petStore }) => ({
      petStore: { ...petStore, get: async (id) => (id % 2n === 0n ? undefined : petStore.get(id)) },
    })),
  }),
];
