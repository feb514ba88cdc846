import fc from 'fast-check';
import { type JsonObject, writeJson } from '../json/exact-json.ts';

/** The values of `PetStatus`, in the order of the interface document. */
export const petStatuses = ['available', 'pending', 'sold'] as const;

/** A body for a creation, before it is written as JSON (schema `NewPet`). */
export interface NewPet {
  readonly name: string;
  readonly categoryId: bigint;
  readonly status?: (typeof petStatuses)[number];
}

/** Writes a `NewPet` with its members in the order of the document; `more` comes last. */
export function newPetText(pet: NewPet, more: JsonObject = {}): string {
  return writeJson({
    name: pet.name,
    categoryId: pet.categoryId,
    ...(pet.status === undefined ? {} : { status: pet.status }),
    ...more,
  });
}

/** JSON text in which every character beyond printable ASCII is escaped, astral ones as a surrogate pair. */
export function escapedBeyondAscii(json: string): string {
  return json.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const optionalStatus = fc.constantFrom(...petStatuses, undefined);

/** A `NewPet` of plain values: what every conforming service accepts, given a category that exists. */
export function newPet(name: string, categoryId: bigint, status: NewPet['status']): NewPet {
  return status === undefined ? { name, categoryId } : { name, categoryId, status };
}
