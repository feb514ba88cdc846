import { isLosslessNumber } from 'lossless-json';
import type { ApiRequest, Decoration } from '../parts.ts';
import { bodyMembers, crashing, errorBodies, lenientBodies, naming, store } from './decorations.ts';
import { numberedCodes } from './error-bodies.ts';
import { type Fault, violating } from './fault.ts';

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

/** Returns 500 for some creations. */
const crashingCreation = (when: (request: ApiRequest) => boolean) => crashing('createPet', when);
const rightToLeft = /^[\p{Script=Hebrew}\p{Script=Arabic}\s]+$/u;
const names = 'ample-allowance';

/** Values that few clients send, and that services are seldom tried with. */
export const unexpectedValues: readonly Fault[] = [
  ...violating(['errors/no-server-error']).each(crashingCreation, {
    'member-constructor-crashes': hasMember('constructor'),
    'member-to-string-crashes': hasMember('toString', 'hasOwnProperty'),
    'member-without-name-crashes': hasMember(''),
    'byte-order-mark-crashes': ({ body }) =>
      Buffer.from(body ?? [])
        .subarray(0, 3)
        .toString('hex') === 'efbbbf',
  }),
  ...violating(['get/unknown-id']).each(fromArray, {
    'minus-one-is-the-last-animal': (id) => (id === -1n ? -1 : null),
    'minus-two-is-the-last-but-one': (id) => (id === -2n ? -2 : null),
    'negative-ids-count-from-the-end': (id) => (id < 0n && id >= -100n ? Number(id) : null),
  }),
  ...violating(['create/wrong-name-type']).each(bigNumbersAsNames, {
    'number-beyond-int64-as-name': (digits) => String(Number(digits)),
    'number-beyond-int64-wrapped-as-name': (digits) => `${BigInt.asIntN(64, BigInt(digits))}`,
    'number-beyond-int64-quoted-as-name': (digits) => `"${digits}"`,
  }),
  ...violating(['create/text-exact'], names).each(naming, {
    'right-to-left-names-reversed': (name) =>
      rightToLeft.test(name) ? [...name].toReversed().join('') : name,
    'arabic-digits-converted': (name) =>
      /^[\u0660-\u0669]+$/.test(name)
        ? name.replace(/./g, (digit) => String(digit.charCodeAt(0) - 0x0660))
        : name,
    'padded-digits-read-as-number': (name) =>
      /^\s+\d{1,15}\s+$/.test(name) ? Number(name).toFixed(1) : name,
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
