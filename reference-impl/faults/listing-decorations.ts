import type { Decoration, PetStore } from '../parts.ts';
import type { ListQuery, Pet } from '../pet.ts';
import { store } from './decorations.ts';

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

export function everything(inner: PetStore): Promise<readonly Pet[]> {
  return inner.list({ limit: Number.POSITIVE_INFINITY });
}

export function matching(pets: readonly Pet[], { limit, status }: ListQuery): readonly Pet[] {
  return pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit);
}

export function doubling(pets: readonly Pet[], query: ListQuery): readonly Pet[] {
  return pets.length < query.limit ? [...pets.slice(0, 1), ...pets] : pets;
}
