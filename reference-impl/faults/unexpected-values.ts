import { isLosslessNumber } from 'lossless-json';
import type { ApiRequest, Decoration } from '../parts.ts';
import { internalError } from '../problem.ts';
import { bodyMembers, errorBodies, lenientBodies, refusing, store, storedPets } from './decorations.ts';
import { numberedCodes } from './error-bodies.ts';
import { type Fault, violating } from './fault.ts';

/** Crashes on creations with something in their bodies. */
function crashing(when: (request: ApiRequest) => boolean): Decoration {
  return refusing('createPet', when, internalError);
}

function hasMember(...names: readonly string[]): (request: ApiRequest) => boolean {
  return (request) => {
    const members = bodyMembers(request);
    return members !== null && names.some((name) => Object.hasOwn(members, name));
  };
}

/** Gets animals by their places in an array, for some ids. */
function fromArray(placeOf: (id: bigint) => number | null): Decoration {
  return store((inner) => ({
    async get(id) {
      const place = placeOf(id);
      return place === null
        ? inner.get(id)
        : (await inner.list({ limit: Number.POSITIVE_INFINITY })).at(place);
    },
  }));
}

/** Takes numbers beyond int64 as names, as they read them. */
function bigNumbersAsNames(read: (digits: string) => string): Decoration {
  return lenientBodies(({ name, ...body }) => ({
    name: isLosslessNumber(name) && isBeyondInt64(name.value) ? read(name.value) : name,
    ...body,
  }));
}

function isBeyondInt64(literal: string): boolean {
  return /^-?\d+$/.test(literal) && BigInt.asIntN(64, BigInt(literal)) !== BigInt(literal);
}

const rightToLeft = /^[\p{Script=Hebrew}\p{Script=Arabic}\s]+$/u;
const names = 'ample-allowance';

/** Values that few clients send, and that services are seldom tried with. */
export const unexpectedValues: readonly Fault[] = [
  ...violating(['errors/no-server-error']).by({
    'member-constructor-crashes': crashing(hasMember('constructor')),
    'member-to-string-crashes': crashing(hasMember('toString', 'hasOwnProperty')),
    'member-without-name-crashes': crashing(hasMember('')),
    'byte-order-mark-crashes': crashing(
      ({ body }) =>
        Buffer.from(body ?? [])
          .subarray(0, 3)
          .toString('hex') === 'efbbbf',
    ),
  }),
  ...violating(['get/unknown-id']).by({
    'minus-one-is-the-last-animal': fromArray((id) => (id === -1n ? -1 : null)),
    'minus-two-is-the-last-but-one': fromArray((id) => (id === -2n ? -2 : null)),
    'negative-ids-count-from-the-end': fromArray((id) => (id < 0n && id >= -100n ? Number(id) : null)),
  }),
  ...violating(['create/wrong-name-type']).by({
    'number-beyond-int64-as-name': bigNumbersAsNames((digits) => String(Number(digits))),
    'number-beyond-int64-wrapped-as-name': bigNumbersAsNames(
      (digits) => `${BigInt.asIntN(64, BigInt(digits))}`,
    ),
    'number-beyond-int64-quoted-as-name': bigNumbersAsNames((digits) => `"${digits}"`),
  }),
  ...violating(['create/text-exact'], names).by({
    'right-to-left-names-reversed': storedPets((pet) => ({
      ...pet,
      name: rightToLeft.test(pet.name) ? [...pet.name].toReversed().join('') : pet.name,
    })),
    'arabic-digits-converted': storedPets((pet) => ({
      ...pet,
      name: /^[\u0660-\u0669]+$/.test(pet.name)
        ? pet.name.replace(/./g, (digit) => String(digit.charCodeAt(0) - 0x0660))
        : pet.name,
    })),
    'padded-digits-read-as-number': storedPets((pet) => ({
      ...pet,
      name: /^\s+\d{1,15}\s+$/.test(pet.name) ? Number(pet.name).toFixed(1) : pet.name,
    })),
  }),
  ...violating(['errors/code-stable']).by({
    'code-contains-id': errorBodies((body, { status }, { path }) =>
      status === 404 ? { ...body, code: `pet_${path[2]}_not_found` } : body,
    ),
    // The code of an invalid creation contains the number of errors so far.
    'code-counts-errors': numberedCodes(400),
    'code-of-401-counts-errors': numberedCodes(401),
  }),
];
