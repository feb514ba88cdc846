import type { PetStore } from './parts.ts';
import type { NewPet, Pet } from './pet.ts';

/** The animals that are there at the start. */
const exampleAnimals: readonly NewPet[] = [
  { name: 'Bella', categoryId: 1n, status: 'available' },
  { name: 'Momo', categoryId: 2n, status: 'available' },
  { name: 'Kiwi', categoryId: 3n, status: 'pending' },
  { name: 'Balu', categoryId: 1n, status: 'pending' },
  { name: 'Flöckchen', categoryId: 2n, status: 'sold' },
  { name: 'Herr Nilsson', categoryId: 4n, status: 'sold' },
];

/** Counts 1, 2, 3 … */
export function countingIds(): () => bigint {
  let last = 0n;
  return () => {
    last += 1n;
    return last;
  };
}

/** Keeps animals in memory and lists them in the order in which they came. */
export function createMemoryPetStore(
  animals: readonly NewPet[] = exampleAnimals,
  nextId: () => bigint = countingIds(),
): PetStore {
  const pets = new Map<bigint, Pet>();
  const insert = (newPet: NewPet): Pet => {
    const pet = { id: nextId(), ...newPet };
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
