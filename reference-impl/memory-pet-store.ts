import type { PetStore } from './parts.ts';
import type { NewPet, Pet } from './pet.ts';

/** The animals that are there at the start. */
export const exampleAnimals: readonly NewPet[] = [
  { name: 'Bella', categoryId: 1n, status: 'available' },
  { name: 'Momo', categoryId: 2n, status: 'available' },
  { name: 'Kiwi', categoryId: 3n, status: 'pending' },
  { name: 'Balu', categoryId: 1n, status: 'pending' },
  { name: 'Flöckchen', categoryId: 2n, status: 'sold' },
  { name: 'Herr Nilsson', categoryId: 4n, status: 'sold' },
];

/** Keeps animals in memory: identifiers 1, 2, 3 …, listed in that order. */
export function createMemoryPetStore(animals: readonly NewPet[] = exampleAnimals): PetStore {
  const pets = new Map<bigint, Pet>();
  let lastId = 0n;
  const insert = (newPet: NewPet): Pet => {
    lastId += 1n;
    const pet = { id: lastId, ...newPet };
    pets.set(pet.id, pet);
    return pet;
  };
  animals.forEach(insert);
  return {
    add: async (newPet) => insert(newPet),
    get: async (id) => pets.get(id),
    async list({ limit, status }) {
      const found: Pet[] = [];
      for (const pet of pets.values()) {
        if (found.length === limit) {
          break;
        }
        if (status === undefined || pet.status === status) {
          found.push(pet);
        }
      }
      return found;
    },
  };
}
