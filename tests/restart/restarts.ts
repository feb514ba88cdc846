import type { Decoration, Parts, PetStore } from '../../reference-impl/parts.ts';
import type { Pet } from '../../reference-impl/pet.ts';

/** A kind of restart: the responses meanwhile, and the state that survives it. */
export interface Restart {
  /** Lower-case words with hyphens, unique. */
  readonly name: string;
  /** One sentence: what happens at the restart. */
  readonly description: string;
  /** Ids of the requirements that it violates; empty for a service that conforms. */
  readonly violates: readonly string[];
  /** The option that a run needs to detect it; `null` if the defaults suffice. */
  readonly needs: 'quota-key' | 'revoked-key' | null;
  /** The service while it restarts. */
  readonly meanwhile: Decoration;
  /** The service after it. @param fresh the parts of a service that was started anew */
  readonly afterwards: (parts: Parts, fresh: Parts) => Parts;
}

/** Closes the connection without a response, as a process that is killed does. */
const dropping = (parts: Parts): Parts => ({
  ...parts,
  send: (_message, _request, response) => response.destroy(),
});

const unavailable = page(503, 'Service Unavailable');

/** A web page, as something in front of the service sends it. */
function page(status: number, text: string): Decoration {
  return (parts) => ({
    ...parts,
    send: (_message, _request, response) => {
      response.writeHead(status, { 'Content-Type': 'text/html' }).end(`<html><h1>${text}</h1></html>`);
    },
  });
}

/** Nothing of what clients do meanwhile has an effect. */
function withoutEffect(meanwhile: Decoration): Decoration {
  return (parts) =>
    meanwhile({ ...parts, petStore: { ...parts.petStore, add: async (pet) => ({ id: 0n, ...pet }) } });
}

function same(parts: Parts): Parts {
  return parts;
}

/** Its first creations get a 503 page. */
function withoutFirstCreations(parts: Parts): Parts {
  let left = 2;
  return {
    ...parts,
    send: (message, request, response) => {
      const isRefused = request.method === 'POST' && left > 0;
      left -= isRefused ? 1 : 0;
      (isRefused ? unavailable(parts) : parts).send(message, request, response);
    },
  };
}

/** A new store that continues the ids of the previous one. */
function emptied(fresh: PetStore): PetStore {
  const offset = 1_000_000n;
  const shown = (pet: Pet): Pet => ({ ...pet, id: pet.id + offset });
  return {
    add: async (pet) => shown(await fresh.add(pet)),
    get: async (id) => {
      const pet = await fresh.get(id - offset);
      return pet === undefined ? undefined : shown(pet);
    },
    list: async (query) => (await fresh.list(query)).map(shown),
  };
}

/** The first readings of each animal that is in the store by now find nothing. */
function withoutEarlier(store: PetStore, readings: number): PetStore {
  const added = new Set<bigint>();
  const counts = new Map<bigint, number>();
  return {
    ...store,
    add: async (pet) => {
      const stored = await store.add(pet);
      added.add(stored.id);
      return stored;
    },
    get: async (id) => {
      const count = counts.get(id) ?? 0;
      counts.set(id, count + 1);
      return added.has(id) || count >= readings ? store.get(id) : undefined;
    },
  };
}

const usual = { violates: [], needs: null, meanwhile: dropping, afterwards: same } as const;
const rows: readonly (Pick<Restart, 'name' | 'description'> & Partial<Restart>)[] = [
  {
    name: 'keeps-everything',
    description: 'drops connections while it restarts, and has kept everything',
  },
  {
    name: 'unavailable',
    description: 'is behind a gateway that responds with a 503 page while it restarts',
    meanwhile: withoutEffect(unavailable),
  },
  {
    name: 'creates-last',
    description: 'lists before it creates again, as while its database changes the leader',
    afterwards: withoutFirstCreations,
  },
  {
    name: 'stores-unanswered-creations',
    description: 'carries out creations whose responses are lost while it restarts',
    meanwhile: unavailable,
  },
  {
    name: 'loses-animals',
    description: 'has lost all animals, and goes on with their ids',
    afterwards: (parts, fresh) => ({ ...parts, petStore: emptied(fresh.petStore) }),
  },
  {
    name: 'gives-ids-again',
    description: 'has lost all animals, and gives their ids again',
    violates: ['create/unique-ids'],
    afterwards: (parts, fresh) => ({ ...parts, petStore: fresh.petStore }),
  },
  {
    name: 'lists-lost-animals-a-while',
    description: 'has lost all animals, and a replica lists them half a second longer',
    afterwards: (parts, fresh) => {
      const store = emptied(fresh.petStore);
      const untilMs = Date.now() + 500;
      const list: PetStore['list'] = (query) => (Date.now() < untilMs ? parts.petStore : store).list(query);
      return { ...parts, petStore: { ...store, list } };
    },
  },
  {
    name: 'loses-the-index',
    description: 'lists the animals from before, and no longer finds them by id',
    violates: ['get/stable'],
    afterwards: (parts) => ({ ...parts, petStore: withoutEarlier(parts.petStore, Number.POSITIVE_INFINITY) }),
  },
  {
    name: 'finds-animals-late',
    description: 'finds an animal from before only when it is read by id for the third time',
    violates: ['get/stable'],
    afterwards: (parts) => ({ ...parts, petStore: withoutEarlier(parts.petStore, 2) }),
  },
  {
    name: 'forgets-counters',
    description: 'has forgotten what each key has used',
    violates: ['quota/never-exceeded'],
    needs: 'quota-key',
    afterwards: (parts, fresh) => ({ ...parts, takeAllowance: fresh.takeAllowance }),
  },
  {
    name: 'forgets-revocations',
    description: 'accepts revoked keys after it restarted',
    violates: ['auth/revoked-key'],
    needs: 'revoked-key',
    afterwards: (parts) => ({
      ...parts,
      findKey: (token) => parts.issuedKeys.find(({ key }) => key === token) ?? null,
    }),
  },
  {
    name: 'refuses-keys-meanwhile',
    description: 'returns 401 for every key while it starts, because it has not read them yet',
    violates: ['auth/valid-key-accepted'],
    meanwhile: (parts) => ({ ...parts, findKey: () => null }),
  },
  {
    name: 'not-found-page-meanwhile',
    description: 'is behind a gateway that returns a 404 page for an animal while it starts',
    violates: ['responses/media-type', 'errors/body-shape', 'rate/headers-present', 'get/stable'],
    meanwhile: (parts) => ({
      ...unavailable(parts),
      send: (message, request, response) => {
        const isReading = request.path.length > 2;
        (isReading ? page(404, 'Not Found') : unavailable)(parts).send(message, request, response);
      },
    }),
  },
  {
    name: 'half-created',
    description: 'stores an animal in two steps and stops between them',
    violates: ['get/returns-created'],
    meanwhile: (parts) =>
      dropping({
        ...parts,
        petStore: { ...parts.petStore, add: (pet) => parts.petStore.add({ ...pet, categoryId: 0n }) },
      }),
  },
];

/** Every restart. */
export const restarts: readonly Restart[] = rows.map((row) => ({ ...usual, ...row }));
