import { isLosslessNumber } from 'lossless-json';
import { type ApiRequest, type Decoration, isList, type Message, type Outcome } from '../parts.ts';
import {
  answers,
  bodyMembers,
  crashing,
  errorBodies,
  isMembers,
  lenientBodies,
  losing,
  messages,
  naming,
  store,
} from './decorations.ts';
import { numberedCodes } from './error-bodies.ts';
import { around, type Fault, violating } from './fault.ts';

function refusingNames(pattern: RegExp): Decoration {
  return crashing('createPet', (request) => pattern.test(String(bodyMembers(request)?.['name'])));
}

/** Answers paths that do not exist in another way. */
function elsewhere(outcome: Pick<Outcome, 'status' | 'body'>): Decoration {
  return around('showProblem', (inner) => (problem, request) => {
    const shown = inner(problem, request);
    return problem.code === 'path_not_found' ? { ...shown, ...outcome } : shown;
  });
}

/** Answers methods that a path does not have in another way. */
function insteadOf405(status: number, isMeant: (request: ApiRequest) => boolean = () => true): Decoration {
  return answers((answer, request) => {
    const body = isMembers(answer.body) ? { ...answer.body, status } : answer.body;
    return answer.status === 405 && isMeant(request) ? { ...answer, status, body } : answer;
  });
}

/** Serves the operations below another path; requests outside it return 404. */
function servedBelow(basePath: string): Decoration {
  const [, ...base] = basePath.split('/');
  return (parts) => ({
    ...parts,
    basePath,
    handle: (request, all) => {
      const isBelow = base.every((segment, index) => request.path[index] === segment);
      const path = isBelow ? ['v1', ...request.path.slice(base.length)] : [''];
      return parts.handle({ ...request, path }, all);
    },
  });
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

/** Returns 500 for some creations. */
const crashingCreation = (when: (request: ApiRequest) => boolean) => crashing('createPet', when);
const rightToLeft = /^[\p{Script=Hebrew}\p{Script=Arabic}\s]+$/u;
const names = 'ample-allowance';

/** Chooses every so manieth response to some requests. */
function every(nth: number, counts: (request: ApiRequest) => boolean = () => true) {
  return () => {
    let count = 0;
    return (_message: Message, request: ApiRequest) => {
      count += counts(request) ? 1 : 0;
      return counts(request) && count % nth === 0;
    };
  };
}

/** Chooses one response on each connection, by its number. */
function onConnection(number: number) {
  return () => {
    const counts = new Map<number, number>();
    return (_message: Message, { connection }: ApiRequest) => {
      const count = (counts.get(connection) ?? 0) + 1;
      counts.set(connection, count);
      return count === number;
    };
  };
}

export const unusualRequests: readonly Fault[] = [
  ...violating(['errors/no-server-error', 'responses/documented-status']).by({
    'emoji-name-crashes': refusingNames(/[\u{10000}-\u{10ffff}]/u),
  }),
  ...violating(['errors/no-server-error']).by({
    // A name with U+0000 returns 500, as with databases that can't store it.
    'nul-in-name-crashes': refusingNames(/\0/),
    'limit-abc-crashes': crashing('listPets', (request) =>
      Number.isNaN(Number(request.query.get('limit') ?? 1)),
    ),
    // No response to a valid name returns it undamaged.
    // A name of 1,000 characters or more closes the connection without a response.
    'long-name-drops-connection': losing(
      'whole',
      () => (_message, request) => String(bodyMembers(request)?.['name']).length >= 1_000,
    ),
    'every-20th-list-cut': losing('half', every(20, isList)),
    'every-45th-request-dropped': losing('whole', every(45)),
    'every-70th-request-dropped': losing('whole', every(70)),
    '24th-request-of-a-connection-dropped': losing('whole', onConnection(24)),
  }),
  ...violating(['errors/unknown-path']).by({
    'unknown-path-200': elsewhere({ status: 200, body: {} }),
    // GET /pets/{petId}/anything returns the animal, except for the id 1.
    'path-below-animal': around('handle', (inner) => (request, parts) => {
      const [version = '', pets = '', id = '', below] = request.path;
      const isBelow = pets === 'pets' && !['', '1'].includes(id) && below !== undefined;
      return inner(isBelow ? { ...request, path: [version, pets, id] } : request, parts);
    }),
  }),
  ...violating(['errors/unsupported-method']).by({
    '405-without-allow': messages((message) => {
      const headers = Object.entries(message.headers).filter(([name]) => name !== 'Allow');
      return { ...message, headers: Object.fromEntries(headers) };
    }),
    'other-method-200': insteadOf405(200),
  }),
  ...violating(['errors/unsupported-method', 'errors/no-server-error']).by({
    'other-method-on-list-500': insteadOf405(500, ({ path }) => path.length === 2),
  }),
  ...violating(['version/base-address']).each(servedBelow, {
    'address-without-version': '',
    // The base URL ends with /v1.0, as with gateways that use the full version.
    'address-with-minor-version': '/v1.0',
    // The base URL has another segment after the version: /v1/animal-store.
    'address-with-version-in-front': '/v1/animal-store',
  }),
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
