import { countingIds, createMemoryPetStore } from '../memory-pet-store.ts';
import type { Clock, Decoration, PetStore } from '../parts.ts';
import { isInt64, type ListQuery, type NewPet, type Pet, petStatuses } from '../pet.ts';
import { internalError, Problem } from '../problem.ts';
import { otherStatus, store } from './decorations.ts';
import { around } from './fault.ts';

/** Chooses from all animals in another way. */
export function choosing(choose: (pets: readonly Pet[], query: ListQuery) => readonly Pet[]): Decoration {
  return store((inner) => ({ list: async (query) => choose(await everything(inner), query) }));
}

/** Looks for animals of a status among some only. */
export function filtering(among: (pets: readonly Pet[]) => readonly Pet[]): Decoration {
  return choosing((pets, query) => matching(query.status === undefined ? pets : among(pets), query));
}

/** Changes the list after it was chosen. */
export function rearranging(change: (pets: readonly Pet[], query: ListQuery) => readonly Pet[]): Decoration {
  return store((inner) => ({ list: async (query) => change(await inner.list(query), query) }));
}

/** Keeps every list for a while, by what is looked at of its query: one list may be newer than another. */
export function cachingLists(keptMs: number, keyOf: (query: ListQuery) => string): Decoration {
  return store((inner, { clock }) => {
    const known = new Map<string, { readonly pets: readonly Pet[]; readonly until: number }>();
    return {
      async list(query) {
        const hit = known.get(keyOf(query));
        if (hit !== undefined && hit.until > clock.now()) {
          return hit.pets;
        }
        const pets = [...(await inner.list(query))];
        known.set(keyOf(query), { pets, until: clock.now() + keptMs });
        return pets;
      },
    };
  });
}

export function everything(inner: PetStore): Promise<readonly Pet[]> {
  return inner.list({ limit: Number.POSITIVE_INFINITY });
}

export function matching(pets: readonly Pet[], { limit, status }: ListQuery): readonly Pet[] {
  return pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit);
}

export function doubling(pets: readonly Pet[], query: ListQuery): readonly Pet[] {
  return pets.length < query.limit ? [...pets.slice(0, 1), ...pets] : pets;
}

/**
 * Changes a store by how long ago an animal was created.
 *
 * @param change is told the age of an animal by its id, in ms; those that are older than the decoration are old.
 */
export function byAge(
  change: (inner: PetStore, ageMs: (id: bigint) => number) => Partial<PetStore>,
): Decoration {
  return store((inner, { clock }) => {
    const createdAt = new Map<bigint, number>();
    return {
      async add(newPet) {
        const pet = await inner.add(newPet);
        createdAt.set(pet.id, clock.now());
        return pet;
      },
      ...change(inner, (id) => clock.now() - (createdAt.get(id) ?? 0)),
    };
  });
}

/** Lists a new animal some time after its creation. */
export function lagging(lagMs: number): Decoration {
  return byAge((inner, ageMs) => ({
    list: async (query) =>
      matching(
        (await everything(inner)).filter(({ id }) => ageMs(id) >= lagMs),
        query,
      ),
  }));
}

/** Lists some queries from a replica that is so many ms behind. @param choosing is called once for each service */
export function fromReplica(
  behindMs: number,
  choosing: () => (query: ListQuery) => boolean | Promise<boolean>,
): Decoration {
  return (parts) => {
    const { petStore: replica } = lagging(behindMs)(parts);
    const isBehind = choosing();
    const list: PetStore['list'] = async (query) =>
      (await isBehind(query)) ? replica.list(query) : parts.petStore.list(query);
    return { ...parts, petStore: { ...replica, list } };
  };
}

/** Starts with many animals, of the three statuses in turn. */
export function seeded(count: number): Decoration {
  return around('petStore', () => createMemoryPetStore(manyAnimals(count)));
}

/** Starts without animals. */
export function empty(): Decoration {
  return around('petStore', () => createMemoryPetStore([]));
}

/** Starts with the example animals, six of them, and makes identifiers of the numbers of animals in its own way. */
export function identified(idOf: (number: bigint, clock: Clock) => bigint): Decoration {
  return around('petStore', (_inner, { clock }) => {
    const count = countingIds();
    return createMemoryPetStore(undefined, () => idOf(count(), clock));
  });
}

function manyAnimals(count: number): readonly NewPet[] {
  return Array.from({ length: count }, (_, index) => {
    const status = petStatuses[index % petStatuses.length];
    return { name: `Animal ${index + 1}`, categoryId: BigInt(1 + (index % 4)), ...(status && { status }) };
  });
}

/** Reads animals by id in another way; the number counts the readings of that animal, from 1. */
export function reading(read: (pet: Pet, times: number) => Pet | undefined): Decoration {
  return store((inner) => {
    const times = new Map<bigint, number>();
    return {
      async get(id) {
        const pet = await inner.get(id);
        const count = (times.get(id) ?? 0) + 1;
        times.set(id, count);
        return pet && read(pet, count);
      },
    };
  });
}

/** Finds an animal by its id only so many ms after its creation. */
export function readableFrom(leastAgeMs: number): Decoration {
  return byAge((inner, ageMs) => ({
    get: async (id) => (ageMs(id) < leastAgeMs ? undefined : inner.get(id)),
  }));
}

/** Answers for animals that do not exist. */
export function unknownGiving(
  status: number,
  body: (parts: PetStore, id: bigint) => Promise<unknown>,
): Decoration {
  return around('getPet', (inner) => async (request, route, parts) => {
    try {
      return await inner(request, route, parts);
    } catch (error) {
      const id = parts.readPetId(route.petId);
      if (error instanceof Problem && id !== null) {
        return { status, headers: {}, body: await body(parts.petStore, id) };
      }
      throw error;
    }
  });
}

export function unknownRefused(status: number): Decoration {
  return otherStatus('getPet', status, (_problem, request) => readable(request.path[2]));
}

/** Refuses to read some ids, with 500 unless another problem is given. @param when is told the text, and the id or `null` */
export function refusingIds(
  when: (text: string, id: bigint | null) => boolean,
  problem = internalError,
): Decoration {
  return around('readPetId', (inner) => (text) => {
    const id = inner(text);
    if (when(text, id)) {
      throw problem();
    }
    return id;
  });
}

function readable(text: string | undefined): boolean {
  return /^-?\d+$/.test(text ?? '') && isInt64(BigInt(text ?? ''));
}

/** Changes how an animal reads once so many others were created after it. */
export function growingOld(others: bigint, read: (pet: Pet) => Pet | undefined): Decoration {
  return store((inner) => {
    let newest = 0n;
    return {
      async add(newPet) {
        const pet = await inner.add(newPet);
        newest = pet.id;
        return pet;
      },
      async get(id) {
        const pet = await inner.get(id);
        return pet && newest - id >= others ? read(pet) : pet;
      },
    };
  });
}
