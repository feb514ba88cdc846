import type { Decoration, PetStore } from '../parts.ts';
import { store } from './decorations.ts';
import { everything, matching } from './listing-decorations.ts';

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

/** Lists a new animal a while after its creation. */
export function lagging(lagMs: number): Decoration {
  return byAge((inner, ageMs) => ({
    list: async (query) =>
      matching(
        (await everything(inner)).filter(({ id }) => ageMs(id) >= lagMs),
        query,
      ),
  }));
}
