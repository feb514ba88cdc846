/** What can be said of an animal's availability (schema `PetStatus`). */
export const petStatuses = ['available', 'pending', 'sold'] as const;

/** An animal's availability. */
export type PetStatus = (typeof petStatuses)[number];

export function isPetStatus(value: unknown): value is PetStatus {
  return petStatuses.some((status) => status === value);
}

/** An animal that is not stored yet (schema `NewPet`). */
export interface NewPet {
  readonly name: string;
  /** An int64. */
  readonly categoryId: bigint;
  readonly status?: PetStatus;
}

/** A stored animal (schema `Pet`). */
export interface Pet extends NewPet {
  /** An int64, assigned by the service. */
  readonly id: bigint;
}

/** What a client asks of the list; the bounds are already checked. */
export interface ListQuery {
  /** 1 to 100. */
  readonly limit: number;
  readonly status?: PetStatus;
}

const smallestInt64 = -(2n ** 63n);
const largestInt64 = 2n ** 63n - 1n;

export function isInt64(value: bigint): boolean {
  return value >= smallestInt64 && value <= largestInt64;
}
