import { setTimeout } from 'node:timers/promises';
import type { Clock, PetStore } from '../parts.ts';
import type { Pet } from '../pet.ts';
import { listing } from './lists.ts';
import { type Variant, variant } from './variant.ts';

/** An available animal that is old enough reads as sold, by its id and in every list. */
function selling(petStore: PetStore, clock: Clock, afterMs: number): PetStore {
  const createdAt = new Map<bigint, number>();
  const now = (pet: Pet): Pet => {
    const age = clock.now() - (createdAt.get(pet.id) ?? clock.now());
    return pet.status === 'available' && age >= afterMs ? { ...pet, status: 'sold' } : pet;
  };
  return {
    async add(newPet) {
      const pet = await petStore.add(newPet);
      createdAt.set(pet.id, clock.now());
      return pet;
    },
    async get(id) {
      const pet = await petStore.get(id);
      return pet === undefined ? undefined : now(pet);
    },
    list: listing(petStore, (pets) => pets.map(now)),
  };
}

/** What a service may do with statuses: the document shows no transitions, and lists animals available for adoption. */
export const statuses: readonly Variant[] = [
  variant(
    'available-sold-after-300-ms',
    'An available animal becomes sold 300 ms after its creation.',
    ({ petStore, clock }) => ({ petStore: selling(petStore, clock, 300) }),
  ),
  variant(
    'available-sold-while-listed',
    'An available animal becomes sold 40 ms after its creation, and a list takes 80 ms.',
    ({ petStore, clock }) => {
      const store = selling(petStore, clock, 40);
      return {
        petStore: {
          ...store,
          async list(query) {
            const pets = await store.list(query);
            await setTimeout(80);
            return pets;
          },
        },
      };
    },
  ),
  variant(
    'available-by-default',
    'A list shows only available animals unless a status is requested.',
    ({ petStore }) => ({
      petStore: {
        ...petStore,
        list: (query) => petStore.list({ ...query, status: query.status ?? 'available' }),
      },
    }),
  ),
];
