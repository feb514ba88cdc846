import type { Decoration } from '../parts.ts';
import { Problem } from '../problem.ts';
import { parsed, takingContentType } from './creation-bodies.ts';
import { repairingBroken } from './creation-reader-decorations.ts';
import {
  bodyMembers,
  bodyText,
  crashing,
  lenientText,
  otherStatus,
  refusing,
  showing,
  withBody,
  withHeader,
} from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

function nesting(text: string): number {
  return /\[{200,}/.exec(text)?.[0].length ?? 0;
}

function isClosed(text: string): boolean {
  return text.includes(']'.repeat(1_000));
}

/** Reads bodies of another media type too. */
function reading(type: string, membersOf: (text: string) => Readonly<Record<string, string>>): Decoration {
  return around('readNewPet', (inner) => (request) => {
    if (request.headers['content-type'] !== type) {
      return inner(request);
    }
    const members = membersOf(bodyText(request));
    const body = JSON.stringify({ ...members, categoryId: Number(members['categoryId']) });
    return inner(withHeader(withBody(request, body), 'content-type', 'application/json'));
  });
}

function membersIn(text: string, pattern: RegExp): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(pattern)].map(([, name, value]) => [name, value]));
}

export const creationParsers: readonly Fault[] = [
  ...violating(['create/content-type-required'], 'ample-allowance').by({
    'form-read-as-creation': reading('application/x-www-form-urlencoded', (text) =>
      Object.fromEntries(new URLSearchParams(text)),
    ),
    'multipart-form-read-as-creation': reading('multipart/form-data; boundary=x', (text) =>
      membersIn(text, /name="(\w+)"\r\n\r\n(.*)\r\n/g),
    ),
    'xml-read-as-creation': reading('application/xml', (text) => membersIn(text, /<(\w+)>([^<]*)<\/\1>/g)),
  }),
  ...violating(['create/accepts-valid']).by({
    'leading-white-space-refused': refusing('createPet', (request) => !bodyText(request).startsWith('{')),
    'json-over-lines-refused': refusing('createPet', (request) => /^\{\s*\n/.test(bodyText(request))),
    'status-first-refused': refusing(
      'createPet',
      (request) => Object.keys(bodyMembers(request) ?? {})[0] === 'status',
    ),
    // A member name with an escape is unknown, because names are compared before decoding.
    'escaped-members-unknown': refusing('createPet', (request) =>
      /"[^"]*\\u[0-9a-f]{4}[^"]*"\s*:/i.test(bodyText(request)),
    ),
    'only-first-piece-read': around(
      'readNewPet',
      (inner) => (request) => inner({ ...request, body: request.bodyChunks[0] ?? new Uint8Array() }),
    ),
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
  ...violating(['create/body-not-object', 'responses/documented-status', 'errors/no-server-error']).by({
    'body-number-crashes': otherStatus(
      'createPet',
      (_problem, request) => /^\s*(\d+|true|false)\s*$/.test(bodyText(request)),
      500,
    ),
  }),
  ...violating(['create/content-type-required']).by({
    'multipart-415': refusing(
      'createPet',
      (request) => (request.headers['content-type'] ?? '').startsWith('multipart/'),
      () => new Problem(415, 'unsupported_media_type', 'Send application/json.'),
    ),
  }),
  ...violating(['create/content-type-required']).each(takingContentType, {
    'content-type-json-suffix': (type) => /\+json\b/.test(type ?? ''),
    'content-type-starts-alike': (type) => (type ?? '').startsWith('application/json'),
    'content-type-any-json': (type) => /json/i.test(type ?? ''),
    'content-type-octet-stream': (type) => type === 'application/octet-stream',
    'form-labelled-json-accepted': (type) => type === 'application/x-www-form-urlencoded',
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
];
