import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { countingIds, createMemoryPetStore } from '../memory-pet-store.ts';
import type { ApiRequest, Decoration, Parts } from '../parts.ts';
import { isInt64, isPetStatus, type Pet } from '../pet.ts';
import type { Problem } from '../problem.ts';
import { writeJson } from '../responses.ts';
import {
  bodyMembers,
  type JsonMembers,
  lenientBodies,
  lenientText,
  withBody,
  without,
} from './decorations.ts';
import { around } from './fault.ts';

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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

/** Repairs the text of a body that is not JSON. */
export function repairingBroken(repair: (text: string) => string): Decoration {
  return lenientText((text) => (parsed(text) === undefined ? repair(text) : text));
}

/** Applies a change outside of strings. */
export function outside(change: (part: string) => string): (text: string) => string {
  return (text) =>
    text.replace(/"(?:[^"\\]|\\.)*"|[^"]+/gs, (part) => (part.startsWith('"') ? part : change(part)));
}

/** Replaces matches outside of strings. */
export function replaced(what: RegExp, by: string): (text: string) => string {
  return outside((part) => part.replace(what, by));
}

/** Replaces matches anywhere. */
export function anywhere(what: RegExp, by: string): (text: string) => string {
  return (text) => text.replace(what, by);
}

/** Converts digits of other scripts to ASCII: in each script they are ten consecutive code points. */
export function inLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = [0x30, 0x660, 0x6f0, 0x966, 0xff10].find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

/** The integer as a JSON number, or `null` if the value is not an integer. */
export function numberOf(value: number | bigint | null): LosslessNumber | null {
  return value === null || (typeof value === 'number' && !Number.isInteger(value))
    ? null
    : new LosslessNumber(String(BigInt(value)));
}

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
