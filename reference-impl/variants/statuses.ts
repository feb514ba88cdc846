import { setTimeout } from 'node:timers/promises';
import { store } from '../faults/decorations.ts';
import { upon } from '../faults/fault.ts';
import { byAge, everything, matching } from '../faults/store-decorations.ts';
import type { Decoration } from '../parts.ts';
import type { Pet } from '../pet.ts';
import type { VariantRows } from './variant.ts';

/** An available animal that is old enough reads as sold, by its id and in every list. */
function selling(afterMs: number): Decoration {
  return byAge((inner, ageMs) => {
    const now = (pet: Pet): Pet =>
      pet.status === 'available' && ageMs(pet.id) >= afterMs ? { ...pet, status: 'sold' } : pet;
    return {
      async get(id) {
        const pet = await inner.get(id);
        return pet && now(pet);
      },
      list: async (query) => matching((await everything(inner)).map(now), query),
    };
  });
}

/** What a service may do with statuses: the document shows no transitions, and lists animals available for adoption. */
export const statuses: VariantRows = {
  'available-sold-after-300-ms': selling(300),
  // An available animal becomes sold 40 ms after its creation, and a list takes 80 ms.
  'available-sold-while-listed': upon(
    selling(40),
    store((inner) => ({
      async list(query) {
        const pets = await inner.list(query);
        await setTimeout(80);
        return pets;
      },
    })),
  ),
  'available-by-default': store((inner) => ({
    list: (query) => inner.list({ ...query, status: query.status ?? 'available' }),
  })),
};
