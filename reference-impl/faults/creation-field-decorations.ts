import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import type { ApiRequest, Decoration } from '../parts.ts';
import { isInt64, isPetStatus } from '../pet.ts';
import type { Problem } from '../problem.ts';
import { writeJson } from '../responses.ts';
import { bodyMembers, type JsonMembers, lenientBodies, withBody, without } from './decorations.ts';
import { around } from './fault.ts';

/** Converts one member before the strict reader sees it; `undefined` drops the member. */
export function converting(
  member: string,
  convert: (value: unknown, body: JsonMembers) => unknown,
): Decoration {
  return lenientBodies((body) => {
    const value = convert(body[member], body);
    return value === undefined ? without(body, member) : { ...body, [member]: value };
  });
}

/** Converts a member only where it was sent. */
function convertingSent(member: string) {
  return (convert: (value: unknown) => unknown): Decoration =>
    converting(member, (value) => (value === undefined ? undefined : convert(value)));
}

export const convertingName = convertingSent('name');
export const convertingCategory = convertingSent('categoryId');
export const convertingStatus = convertingSent('status');

/** The category of a body that is a whole number beyond int64, or `null`. */
export function largeCategory(request: ApiRequest): bigint | null {
  const value = bodyMembers(request)?.['categoryId'];
  const whole = isLosslessNumber(value) && /^-?\d+$/.test(value.value) ? BigInt(value.value) : 0n;
  return isInt64(whole) ? null : whole;
}

/** Takes such a category in its own way. */
export function takingLargeCategories(take: (value: bigint) => bigint | null): Decoration {
  return around('readNewPet', (inner) => (request) => {
    const large = largeCategory(request);
    const taken = large === null ? null : take(large);
    if (taken === null) {
      return inner(request);
    }
    const body = { ...bodyMembers(request), categoryId: zero };
    return { ...inner(withBody(request, writeJson(body))), categoryId: taken };
  });
}

/** Keeps a status that is none beside the store, and shows it. */
export const keepingUnknownStatus: Decoration = (parts) => {
  const statuses = new Map<bigint, string>();
  let unknown: string | null = null;
  return {
    ...parts,
    readNewPet(request) {
      const body = bodyMembers(request);
      const status = body?.['status'];
      unknown = typeof status === 'string' && !isPetStatus(status) ? status : null;
      const known =
        body === null || unknown === null ? request : withBody(request, writeJson(without(body, 'status')));
      return parts.readNewPet(known);
    },
    petStore: {
      ...parts.petStore,
      async add(newPet) {
        const status = unknown;
        const pet = await parts.petStore.add(newPet);
        if (status !== null) {
          statuses.set(pet.id, status);
        }
        return pet;
      },
    },
    showPet(pet, operation) {
      const status = statuses.get(pet.id);
      return { ...parts.showPet(pet, operation), ...(status !== undefined && { status }) };
    },
  };
};

export const zero = new LosslessNumber('0');

export function isMissing(member: string): (problem: Problem, request: ApiRequest) => boolean {
  return (problem, request) => {
    const body = bodyMembers(request);
    return problem.code === 'invalid_body' && body !== null && body[member] === undefined;
  };
}
