import type { Decoration, PetStore } from '../parts.ts';
import { isInt64, type Pet } from '../pet.ts';
import { internalError, Problem } from '../problem.ts';
import { otherStatus, store } from './decorations.ts';
import { around } from './fault.ts';
import { byAge } from './store-decorations.ts';

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
