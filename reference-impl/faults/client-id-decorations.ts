import { isLosslessNumber } from 'lossless-json';
import { countingIds, createMemoryPetStore } from '../memory-pet-store.ts';
import type { ApiRequest, Decoration, Parts } from '../parts.ts';
import type { Pet } from '../pet.ts';
import { bodyMembers } from './decorations.ts';

/** The `id` that a client sent, where it sent an int64. */
function sentId(request: ApiRequest, parts: Parts): bigint | null {
  const id = bodyMembers(request)?.['id'];
  return isLosslessNumber(id) ? parts.readPetId(id.value) : null;
}

/** The same of an id in a string. */
export function sentIdText(request: ApiRequest, parts: Parts): bigint | null {
  const id = bodyMembers(request)?.['id'];
  return typeof id === 'string' ? parts.readPetId(id) : null;
}

/** Gives a new animal the `id` that was sent, where it is usable. */
export function takingClientIds(
  usable: (sent: bigint, existing: ReadonlySet<bigint>) => boolean,
  readSent = sentId,
): Decoration {
  return (parts) => {
    const ownIds = countingIds();
    const existing = new Set<bigint>();
    let sent: bigint | null = null;
    const nextId = () => {
      const id = sent !== null && usable(sent, existing) ? sent : ownIds();
      existing.add(id);
      return id;
    };
    return {
      ...parts,
      petStore: createMemoryPetStore(undefined, nextId),
      readNewPet(request) {
        const newPet = parts.readNewPet(request);
        sent = readSent(request, parts);
        return newPet;
      },
    };
  };
}

/** Lets a creation change the animal that has the `id` that was sent, beside adding its own. */
function touchingByClientIds(change: (existing: Pet, sent: Pet) => Pet | undefined): Decoration {
  return (parts) => {
    const changed = new Map<bigint, (pet: Pet) => Pet | undefined>();
    const shown = (pet: Pet): Pet | undefined => (changed.get(pet.id) ?? ((same) => same))(pet);
    return {
      ...parts,
      readNewPet(request) {
        const newPet = parts.readNewPet(request);
        const id = sentId(request, parts);
        if (id !== null) {
          changed.set(id, (pet) => change(pet, { ...newPet, id }));
        }
        return newPet;
      },
      petStore: {
        ...parts.petStore,
        async get(id) {
          const pet = await parts.petStore.get(id);
          return pet && shown(pet);
        },
        list: async (query) => (await parts.petStore.list(query)).flatMap((pet) => shown(pet) ?? []),
      },
    };
  };
}

export const renamingByClientIds = touchingByClientIds((existing, { name }) => ({ ...existing, name }));

export const movingByClientIds = touchingByClientIds((existing, { categoryId }) => ({
  ...existing,
  categoryId,
}));

export const removingByClientIds = touchingByClientIds(() => undefined);
