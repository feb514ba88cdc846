import { countingIds, createMemoryPetStore } from '../memory-pet-store.ts';
import type { Clock, Decoration, PetStore } from '../parts.ts';
import { type ListQuery, type NewPet, type Pet, petStatuses } from '../pet.ts';
import { store } from './decorations.ts';
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
