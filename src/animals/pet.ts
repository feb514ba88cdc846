import {
  isInt64,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonEquals,
  member,
} from '../json/exact-json.ts';

/** A JSON object with an int64 id, which can be followed as an animal. Its other members are as received. */
export interface PetReading {
  readonly id: bigint;
  readonly name: JsonValue | undefined;
  readonly categoryId: JsonValue | undefined;
  readonly status: JsonValue | undefined;
}

/** Reads a value as an animal, or `null` without an int64 id. */
export function readPet(value: JsonValue | undefined): PetReading | null {
  const id = member(value, 'id');
  if (!isJsonObject(value) || !isInt64(id)) {
    return null;
  }
  return {
    id,
    name: member(value, 'name'),
    categoryId: member(value, 'categoryId'),
    status: member(value, 'status'),
  };
}

/** The animals in the body of a list, or `null` if it is not an array. */
export function readPets(value: JsonValue | undefined): PetReading[] | null {
  if (!Array.isArray(value)) {
    return null;
  }
  return value.flatMap((item) => readPet(item) ?? []);
}

/** The members by which a reading of an animal differs from another, in the order of the document. */
export function differingMembers(left: PetReading, right: PetReading): ('name' | 'categoryId' | 'status')[] {
  const members = ['name', 'categoryId', 'status'] as const;
  return members.filter((name) => !jsonEquals(left[name], right[name]));
}

export function petObject(pet: PetReading): JsonObject {
  const { id, name, categoryId, status } = pet;
  return {
    id,
    ...(name === undefined ? {} : { name }),
    ...(categoryId === undefined ? {} : { categoryId }),
    ...(status === undefined ? {} : { status }),
  };
}

/** The animals in a body: a list or one animal. */
export function petsOf(value: JsonValue | undefined): PetReading[] {
  const single = readPet(value);
  return readPets(value) ?? (single === null ? [] : [single]);
}
