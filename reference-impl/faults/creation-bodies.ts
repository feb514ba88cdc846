import { isLosslessNumber } from 'lossless-json';
import type { ApiRequest, Decoration, Message } from '../parts.ts';
import { Problem } from '../problem.ts';
import { parsed, repairingBroken } from './creation-decorations.ts';
import {
  bodyMembers,
  bodyText,
  crashing,
  lenientText,
  losing,
  otherStatus,
  refusing,
  showing,
  withBody,
  withHeader,
} from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

/** Stores the animal of a creation that it refuses with 400, after a repair. */
function storing(
  when: (problem: Problem) => boolean,
  repair: (request: ApiRequest) => ApiRequest,
): Decoration {
  return around('createPet', (inner) => async (request, route, parts) => {
    try {
      return await inner(request, route, parts);
    } catch (error) {
      if (error instanceof Problem && when(error)) {
        await parts.petStore.add(parts.readNewPet(repair(request)));
      }
      throw error;
    }
  });
}

/** Stores the animal of a body that it refuses for one member, with another value of that member. */
export function storingRefused(
  member: string,
  change: (body: Readonly<Record<string, unknown>>) => unknown,
): Decoration {
  return storing(
    (problem) => problem.message.startsWith(member),
    (request) => withBody(request, JSON.stringify(change(bodyMembers(request) ?? {}), plainNumbers)),
  );
}

const plainNumbers = (_name: string, value: unknown) =>
  isLosslessNumber(value) ? Number(value.value) : value;

const isBroken = (problem: Problem) => problem.code === 'invalid_json';

const isInvalidJson = (message: Message) =>
  message.status === 400 && String(message.body).includes('invalid_json');

function nesting(text: string): number {
  return /\[{200,}/.exec(text)?.[0].length ?? 0;
}

function isClosed(text: string): boolean {
  return text.includes(']'.repeat(1_000));
}

const isChunked = ({ headers }: ApiRequest) => headers['transfer-encoding'] !== undefined;

/** Reads the body of a creation that was sent in chunks in another way. */
function chunkedRead(read: (request: ApiRequest) => Uint8Array): Decoration {
  return around(
    'readNewPet',
    (inner) => (request) => inner(isChunked(request) ? { ...request, body: read(request) } : request),
  );
}

/** Refuses creations whose members have another order than those that are listed. */
function orderedOnly(orders: readonly string[]): Decoration {
  return refusing('createPet', (request) => {
    const found = [...bodyText(request).matchAll(/"(name|c\w*\\?\w*tegoryId|status)"\s*:/g)];
    const order = found.map(([, name = '']) => name.charAt(0)).join('');
    return order.length >= 2 && !orders.some((known) => known.startsWith(order) || known === order);
  });
}

/** Refuses some creations. */
const refusingCreation = (when: (request: ApiRequest) => boolean) => refusing('createPet', when);

export const creationBodies: readonly Fault[] = [
  ...violating(['create/body-not-object']).each(lenientText, {
    'body-array-first-taken': (text) => {
      const value = parsed(text);
      return Array.isArray(value) && value.length > 0 ? JSON.stringify(value[0]) : text;
    },
    'body-array-by-position': (text) => {
      const value = parsed(text);
      return Array.isArray(value) && typeof value[0] === 'string'
        ? JSON.stringify({ name: value[0], categoryId: value[1], status: value[2] ?? undefined })
        : text;
    },
    // A string, number or boolean as body creates an animal without a name.
    'body-scalar-accepted': (text) =>
      ['string', 'number', 'boolean'].includes(typeof parsed(text)) ? '{"name":"","categoryId":1}' : text,
  }),
  ...violating(['create/body-not-object', 'responses/documented-status', 'errors/no-server-error']).by({
    'body-null-crashes': otherStatus(
      'createPet',
      500,
      (_problem, request) => parsed(bodyText(request)) === null,
    ),
    'body-number-crashes': otherStatus('createPet', 500, (_problem, request) =>
      /^\s*(\d+|true|false)\s*$/.test(bodyText(request)),
    ),
  }),
  ...violating(['create/malformed-json']).each(lenientText, {
    'json-first-value-only': (text) => {
      const end = text.indexOf('}') + 1;
      return parsed(text) === undefined && parsed(text.slice(0, end)) !== undefined
        ? text.slice(0, end)
        : text;
    },
    'json-trailing-comma': (text) => (parsed(text) === undefined ? text.replace(/,\s*\}\s*$/, '}') : text),
    'json-cut-short-completed': (text) =>
      parsed(text) === undefined && parsed(`${text}}`) !== undefined ? `${text}}` : text,
    'json-single-quotes': (text) => (parsed(text) === undefined ? text.replaceAll("'", '"') : text),
    'json-line-break-in-string': (text) =>
      parsed(text) === undefined ? text.replace(/[\n\t\r]/g, ' ') : text,
  }),
  ...violating(['create/malformed-json', 'responses/documented-status', 'errors/no-server-error']).by({
    'empty-body-crashes': otherStatus(
      'createPet',
      500,
      (problem, request) => isBroken(problem) && bodyText(request) === '',
    ),
    'broken-json-crashes': otherStatus('createPet', 500, isBroken),
  }),
  ...violating(['create/malformed-json', 'responses/documented-status']).by({
    'broken-json-422': otherStatus('createPet', 422, isBroken),
  }),
  ...violating(['create/malformed-json', 'errors/no-server-error']).by({
    'broken-json-drops-connection': losing('whole', () => isInvalidJson),
  }),
  ...violating(['create/refused-without-effect']).by({
    'unknown-status-refused-and-stored': storingRefused('status', ({ name, categoryId }) => ({
      name,
      categoryId,
    })),
    // A creation without a category returns 400, but stores the animal in category 0.
    'missing-category-refused-and-stored': storingRefused('categoryId', ({ name }) => ({
      name,
      categoryId: 0,
    })),
    'content-type-refused-and-stored': storing(
      (problem) => problem.code === 'invalid_content_type',
      (request) => withHeader(request, 'content-type', 'application/json'),
    ),
  }),
  ...violating(['create/accepts-valid']).each(refusingCreation, {
    'leading-white-space-refused': (request) => !bodyText(request).startsWith('{'),
    'json-over-lines-refused': (request) => /^\{\s*\n/.test(bodyText(request)),
    'status-first-refused': (request) => Object.keys(bodyMembers(request) ?? {})[0] === 'status',
    // A member name with an escape is unknown, because names are compared before decoding.
    'escaped-members-unknown': (request) => /"[^"]*\\u[0-9a-f]{4}[^"]*"\s*:/i.test(bodyText(request)),
    'chunked-creation-400': isChunked,
  }),
  ...violating(['create/accepts-valid']).by({
    'only-first-piece-read': around(
      'readNewPet',
      (inner) => (request) => inner({ ...request, body: request.bodyChunks[0] ?? new Uint8Array() }),
    ),
    'chunked-body-read-as-empty': chunkedRead(() => new Uint8Array()),
    'first-chunk-only': chunkedRead(({ body, bodyChunks }) => {
      const all = body ?? new Uint8Array();
      return bodyChunks.length > 1 ? (bodyChunks[0] ?? all) : all.subarray(0, Math.ceil(all.length / 2));
    }),
    // A creation with the categoryId as its first member returns 400.
    'category-in-front-refused': orderedOnly(['ncs', 'scn', 'snc', 'nsc']),
    // A creation with the name as its last member returns 400.
    'name-at-the-end-refused': orderedOnly(['ncs', 'nsc', 'cns', 'snc']),
  }),
  ...violating(['create/malformed-json']).by({
    // Only the first of two objects in a body is read.
    'json-second-object-ignored': lenientText((text) => /^(\{[^}]*\})\s*\{/.exec(text)?.[1] ?? text),
  }),
  ...violating(['create/malformed-json']).each(repairingBroken, {
    'json-comment': (text) => text.replace(/\/\*.*?\*\//g, ''),
    // NaN is accepted as a number, as by the default of some parsers.
    'json-nan': (text) => text.replace(/:NaN\b/g, ':0'),
    'json-leading-zero': (text) => text.replace(/:(-?)0+(\d)/g, ':$1$2'),
  }),
  ...violating(['create/malformed-json', 'create/wrong-name-type', 'errors/no-server-error']).by({
    // Arrays nested deeper than 1,000 levels return 500, because the parser overflows its stack.
    'json-nested-deeply-crashes': crashing('createPet', (request) => nesting(bodyText(request)) > 1_000),
  }),
  ...violating(['create/wrong-name-type', 'errors/no-server-error']).by({
    // Arrays nested deeper than 1,000 levels return 500, because a converter overflows its stack.
    'json-nested-deeply-crashes-converter': crashing(
      'createPet',
      (request) => nesting(bodyText(request)) > 1_000 && isClosed(bodyText(request)),
    ),
  }),
  ...violating(['create/body-not-object']).by({
    'body-text-parsed-again': lenientText((text) => {
      const value = parsed(text);
      return typeof value === 'string' && parsed(value) !== undefined ? value : text;
    }),
  }),
  ...violating(['create/echoes-fields']).by({
    // Escape sequences of ASCII characters, such as \u0052, are stored literally.
    'json-escapes-kept': around(
      'readNewPet',
      (inner) => (request) =>
        inner(withBody(request, bodyText(request).replace(/\\u00([2-7][0-9a-f])/gi, '\\\\u00$1'))),
    ),
  }),
  ...violating(['responses/schema']).by({
    'digits-become-number': showing('everywhere', ({ name }) =>
      /^\d{1,15}$/.test(name) ? { name: BigInt(name) } : {},
    ),
  }),
  ...violating(['create/accepts-valid'], 'ample-allowance').by({
    // A creation with the status between name and categoryId returns 400.
    'status-in-the-middle-refused': orderedOnly(['ncs', 'cns', 'scn', 'snc', 'csn']),
  }),
];
