import { isLosslessNumber } from 'lossless-json';
import type { ApiRequest } from '../messages.ts';
import {
  bodyMembers,
  crash,
  errorBodies,
  isMembers,
  lenientBodies,
  refusing,
  store,
  storedPets,
} from './decorations.ts';
import { around, type Decoration, type Fault, fault } from './fault.ts';

/** Crashes on creations with something in their bodies. */
function crashing(when: (request: ApiRequest) => boolean): Decoration {
  return refusing('createPet', when, crash);
}

function hasMember(...names: readonly string[]): (request: ApiRequest) => boolean {
  return (request) => {
    const members = bodyMembers(request);
    return members !== null && names.some((name) => Object.hasOwn(members, name));
  };
}

const crashes: readonly Fault[] = [
  fault(
    'member-constructor-crashes',
    'A creation with a member constructor returns 500.',
    ['errors/no-server-error'],
    crashing(hasMember('constructor')),
  ),
  fault(
    'member-to-string-crashes',
    'A creation with a member toString or hasOwnProperty returns 500.',
    ['errors/no-server-error'],
    crashing(hasMember('toString', 'hasOwnProperty')),
  ),
  fault(
    'member-without-name-crashes',
    'A creation with a member whose name is empty returns 500.',
    ['errors/no-server-error'],
    crashing(hasMember('')),
  ),
  fault(
    'byte-order-mark-crashes',
    'A creation that begins with a byte order mark returns 500.',
    ['errors/no-server-error'],
    crashing(
      ({ body }) =>
        Buffer.from(body ?? [])
          .subarray(0, 3)
          .toString('hex') === 'efbbbf',
    ),
    { mayViolate: ['create/malformed-json'] },
  ),
];

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

const places: readonly Fault[] = [
  fault(
    'minus-one-is-the-last-animal',
    'The id -1 returns the last animal.',
    ['get/unknown-id'],
    fromArray((id) => (id === -1n ? -1 : null)),
    { mayViolate: ['get/id-matches'] },
  ),
  fault(
    'minus-two-is-the-last-but-one',
    'The id -2 returns the last animal but one.',
    ['get/unknown-id'],
    fromArray((id) => (id === -2n ? -2 : null)),
    { mayViolate: ['get/id-matches'] },
  ),
  fault(
    'negative-ids-count-from-the-end',
    'Ids from -1 to -100 return animals, counted from the end.',
    ['get/unknown-id'],
    fromArray((id) => (id < 0n && id >= -100n ? Number(id) : null)),
    { mayViolate: ['get/id-matches'] },
  ),
];

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

const numbers: readonly Fault[] = [
  fault(
    'number-beyond-int64-as-name',
    'A number beyond int64 is accepted as a name, as a double is printed.',
    ['create/wrong-name-type'],
    bigNumbersAsNames((digits) => String(Number(digits))),
  ),
  fault(
    'number-beyond-int64-wrapped-as-name',
    'A number beyond int64 is accepted as a name, as its lower 64 bits.',
    ['create/wrong-name-type'],
    bigNumbersAsNames((digits) => `${BigInt.asIntN(64, BigInt(digits))}`),
  ),
  fault(
    'number-beyond-int64-quoted-as-name',
    'A number beyond int64 is accepted as a name, in quotation marks.',
    ['create/wrong-name-type'],
    bigNumbersAsNames((digits) => `"${digits}"`),
  ),
];

const rightToLeft = /^[\p{Script=Hebrew}\p{Script=Arabic}\s]+$/u;
const names = {
  mayViolate: ['get/returns-created', 'list/agrees-with-get', 'create/echoes-fields'],
  needs: 'ample-allowance',
};

const texts: readonly Fault[] = [
  fault(
    'right-to-left-names-reversed',
    'A name of right-to-left letters alone is stored in reverse.',
    ['create/text-exact'],
    storedPets((pet) => ({
      ...pet,
      name: rightToLeft.test(pet.name) ? [...pet.name].toReversed().join('') : pet.name,
    })),
    names,
  ),
  fault(
    'arabic-digits-converted',
    'A name of Arabic digits is stored in ASCII digits.',
    ['create/text-exact'],
    storedPets((pet) => ({
      ...pet,
      name: /^[\u0660-\u0669]+$/.test(pet.name)
        ? pet.name.replace(/./g, (digit) => String(digit.charCodeAt(0) - 0x0660))
        : pet.name,
    })),
    names,
  ),
  fault(
    'padded-digits-read-as-number',
    'A name of digits with blanks around is stored as a number with a fraction.',
    ['create/text-exact'],
    storedPets((pet) => ({
      ...pet,
      name: /^\s+\d{1,15}\s+$/.test(pet.name) ? Number(pet.name).toFixed(1) : pet.name,
    })),
    names,
  ),
];

/** Puts a number that changes into the codes of some errors. */
function numberedCodes(statuses: readonly number[]): Decoration {
  return around('showProblem', (inner) => {
    let number = 0;
    return (problem, request) => {
      const outcome = inner(problem, request);
      number += 1;
      return isMembers(outcome.body) && statuses.includes(problem.status)
        ? { ...outcome, body: { ...outcome.body, code: `${problem.code}_${number}` } }
        : outcome;
    };
  });
}

const codes: readonly Fault[] = [
  fault(
    'code-contains-id',
    'The code of a 404 contains the requested id.',
    ['errors/code-stable'],
    errorBodies((body, { status }, { path }) =>
      status === 404 ? { ...body, code: `pet_${path[2]}_not_found` } : body,
    ),
  ),
  fault(
    'code-counts-errors',
    'The code of an invalid creation contains the number of errors so far.',
    ['errors/code-stable'],
    numberedCodes([400]),
  ),
  fault(
    'code-of-401-counts-errors',
    'The code of a 401 contains the number of errors so far.',
    ['errors/code-stable'],
    numberedCodes([401]),
  ),
];

/** Values that few clients send, and that services are seldom tried with. */
export const unexpectedValues: readonly Fault[] = [...crashes, ...places, ...numbers, ...texts, ...codes];
