import { gzipSync } from 'node:zlib';
import type { ApiRequest, Decoration, Message } from '../parts.ts';
import { answers, losing, messages, otherStatus, outcomes, showing, withoutHeaders } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';
import { limitOf } from './listing-parameters.ts';

export function labelled(message: Message, type: string, body = message.body): Message {
  return { ...message, headers: { ...message.headers, 'Content-Type': type }, body };
}

const page = '<!doctype html><title>Animal store</title><h1>Please log in</h1>';

/** Looks at whether a request asks for JSON by its `Accept`. */
function unlessJsonIsAccepted(change: (message: Message) => Message): Decoration {
  return messages((message, _answer, request) =>
    (request.headers.accept ?? '').includes('json') ? message : change(message),
  );
}

/** Redirects refusals of one status. */
function redirectingUnlessJsonIsAccepted(status: number, location: string): Decoration {
  return answers((answer, { headers }) =>
    answer.status === status && !(headers.accept ?? '').includes('json')
      ? { ...answer, status: 302, headers: { Location: location } }
      : answer,
  );
}

function texts(change: (text: string, status: number) => string | Uint8Array): Decoration {
  return messages((message: Message) => ({
    ...message,
    body: change(String(message.body), message.status),
  }));
}

/** CESU-8, as in Java's modified UTF-8: an astral character as two surrogates of three bytes each. */
function cesu8(text: string): Uint8Array {
  const bytes = [...text].flatMap((character) => {
    const isAstral = (character.codePointAt(0) ?? 0) > 0xffff;
    return isAstral
      ? character.split('').flatMap((unit) => {
          const code = unit.charCodeAt(0);
          return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
        })
      : [...Buffer.from(character)];
  });
  return Uint8Array.from(bytes);
}

const astral = /[\u{10000}-\u{10ffff}]/gu;
const takesGzip = ({ headers }: ApiRequest) => /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));

function gzipped(message: Message, body = gzipSync(message.body)): Message {
  return { ...message, body, headers: { ...message.headers, 'Content-Encoding': 'gzip' } };
}

/** Changes messages to those who take gzip. */
function forGzip(change: (message: Message, request: ApiRequest) => Message): Decoration {
  return messages((message, _answer, request) => (takesGzip(request) ? change(message, request) : message));
}

/** Keeps the first compressed body of each kind of request, and sends it again. */
function keeping(kindOf: (message: Message, request: ApiRequest) => string | null): Decoration {
  return around('writeMessage', (inner) => {
    const known = new Map<string, Message['body']>();
    return (answer, request, parts) => {
      const message = inner(answer, request, parts);
      const kind = takesGzip(request) ? kindOf(message, request) : null;
      const body = (kind === null ? undefined : known.get(kind)) ?? message.body;
      if (kind !== null) {
        known.set(kind, body);
      }
      return takesGzip(request) ? gzipped({ ...message, body }) : message;
    };
  });
}

export const responses: readonly Fault[] = [
  ...violating(['responses/documented-status', 'create/accepts-valid']).by({
    'create-202': outcomes('createPet', (outcome) => ({ ...outcome, status: 202 })),
  }),
  ...violating(['responses/schema']).by({
    'list-status-null': showing('listPets', (_pet, shown) => ({ status: shown['status'] ?? null })),
    'list-category-as-text': showing('listPets', (pet) => ({ categoryId: String(pet.categoryId) })),
    'get-status-null': showing('getPet', (_pet, shown) => ({ status: shown['status'] ?? null })),
    'list-ends-with-null': outcomes('listPets', (outcome, request) =>
      Array.isArray(outcome.body) && outcome.body.length < limitOf(request)
        ? { ...outcome, body: [...outcome.body, null] }
        : outcome,
    ),
    'get-name-null-where-quoted': showing('getPet', (pet) => ({
      name: pet.name.includes('"') ? null : pet.name,
    })),
    'list-category-fraction': texts((text) =>
      text.startsWith('[') ? text.replace(/"categoryId":(-\d{1,15})\b/g, '"categoryId":$1.5') : text,
    ),
    'get-category-as-text': showing('getPet', (pet) => ({ categoryId: String(pet.categoryId) })),
  }),
  ...violating(['responses/media-type']).by({
    'filtered-lists-break-off': losing(
      'half',
      () =>
        ({ status }, { query }) =>
          query.has('status') && status === 200,
    ),
    // A request whose Accept does not name JSON returns HTML pages.
    'page-unless-json-accepted': unlessJsonIsAccepted((message) => labelled(message, 'text/html', page)),
  }),
  ...violating(['responses/media-type']).each(messages, {
    'list-as-html': (message, answer) =>
      Array.isArray(answer.body) ? labelled(message, 'text/html; charset=utf-8') : message,
    'errors-as-problem-json': (message) =>
      message.status >= 400 ? labelled(message, 'application/problem+json') : message,
    'no-content-type': (message) => withoutHeaders(message, 'Content-Type'),
    '404-as-text': (message) =>
      message.status === 404 ? labelled(message, 'text/plain; charset=utf-8') : message,
    '401-as-html-label': (message) => (message.status === 401 ? labelled(message, 'text/html') : message),
    'creation-as-text': (message) => (message.status === 201 ? labelled(message, 'text/plain') : message),
    'get-with-trailing-comma': (message, answer, request) =>
      answer.status === 200 && request.path.length === 3
        ? { ...message, body: String(message.body).replace(/\}$/, ',}') }
        : message,
    // Lists begin with )]}', an anti-hijacking prefix.
    'json-behind-guard': (message, answer) =>
      Array.isArray(answer.body) ? { ...message, body: `)]}',\n${String(message.body)}` } : message,
    'bodies-in-utf-16': (message, answer, request) =>
      answer.status === 200 && request.path.length === 3
        ? { ...message, body: Buffer.from(String(message.body), 'utf16le') }
        : message,
  }),
  ...violating(['create/category-out-of-range', 'responses/documented-status']).by({
    'large-category-413': otherStatus(
      'createPet',
      413,
      (problem, request) =>
        problem.message.startsWith('categoryId') &&
        /:-?\d{19,}/.test(String(Buffer.from(request.body ?? []))),
    ),
  }),
  ...violating(['responses/media-type', 'errors/body-shape']).by({
    'errors-as-pages-unless-json-accepted': unlessJsonIsAccepted((message) =>
      message.status >= 400 ? labelled(message, 'text/html', page) : message,
    ),
  }),
  ...violating(['responses/documented-status']).by({
    // If Accept does not name JSON, an invalid key returns 302 to a login page.
    'login-redirect-unless-json-accepted': redirectingUnlessJsonIsAccepted(401, '/login'),
    'invalid-body-redirected-unless-json-accepted': redirectingUnlessJsonIsAccepted(400, '/'),
    // A request whose Accept is */* or missing returns 406.
    'not-acceptable-unless-json': answers((answer, request) =>
      (request.headers.accept ?? '').includes('json') ? answer : { ...answer, status: 406 },
    ),
  }),
  ...violating(['responses/media-type']).each(texts, {
    'bodies-in-latin-1': (text) => Buffer.from(text, 'latin1'),
    'content-length-in-characters': (text) => Buffer.from(text, 'utf8').subarray(0, text.length),
    'mark-before-every-body': (text) => `\ufeff${text}`,
    'mark-before-lists': (text) => (text.startsWith('[') ? `\ufeff${text}` : text),
    'mark-before-errors': (text, status) => (status >= 400 ? `\ufeff${text}` : text),
    'names-in-cesu-8': cesu8,
    'names-in-windows-1252': (text) =>
      Buffer.from(text.replaceAll('\u2019', '\u0092').replaceAll('\u201c', '\u0093'), 'latin1'),
    'tabs-unescaped': (text) => text.replaceAll('\\t', '\t'),
    'line-breaks-unescaped': (text) => text.replace(/(?<!\\)\\n/g, '\n'),
    'control-characters-unescaped': (text) =>
      text.replace(/\\u00(0[1-7]|1[0-9a-f])/g, (_, digits) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      ),
    'apostrophes-escaped': (text) => text.replaceAll("'", "\\'"),
    'ampersands-escaped-in-hexadecimal': (text) => text.replaceAll('&', '\\x26'),
    'astral-escapes-in-braces': (text) =>
      text.replace(astral, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`),
    'quotes-unescaped': (text) => text.replaceAll('\\"', '"'),
    'zero-byte-at-end': (text) => `${text}\0`,
    'error-twice': (text, status) => (status === 404 ? text + text : text),
  }),
  ...violating(['responses/media-type'], 'ample-allowance').each(texts, {
    // Bodies whose letters are all in Latin-1 are encoded in ISO-8859-1.
    'latin-1-if-it-suffices': (text) => (/[^\0-\xff]/.test(text) ? text : Buffer.from(text, 'latin1')),
    'not-a-number-unquoted': (text) => text.replaceAll('"name":"NaN"', '"name":NaN'),
    'bodies-cut-at-16384-bytes': (text) => Buffer.from(text).subarray(0, 16_384),
  }),
  ...violating(['create/text-exact']).by({
    'second-surrogate-escape-lost': texts((text) =>
      text.replace(astral, (character) => `\\u${character.charCodeAt(0).toString(16)}`),
    ),
  }),
  ...violating(['responses/schema']).each(texts, {
    'id-twice-as-number-and-text': (text) => text.replace(/"id":(-?\d+)/g, '"id":"$1","id":$1'),
    // Animals read by id have a duplicate key id, first with a wrong value.
    'id-of-another-first': (text) =>
      text.startsWith('{"id"') ? text.replace('{"id":', '{"id":1,"id":') : text,
    // Animals in lists have a duplicate key name, first with an empty string.
    'name-twice': (text) => (text.startsWith('[') ? text.replaceAll('"name":', '"name":"","name":') : text),
    // Animals have a duplicate key status, first with null.
    'status-twice': (text) => text.replaceAll('"status":"', '"status":null,"status":"'),
  }),
  ...violating(['errors/body-shape']).by({
    // The Error of a 404 has a duplicate key code with two values.
    'code-twice': texts((text, status) =>
      status === 404 ? text.replace('"code":', '"code":"not_found","code":') : text,
    ),
  }),
  ...violating(['responses/media-type']).each(forGzip, {
    'gzip-cut-off': (message) => gzipped(message, gzipSync(message.body).subarray(0, -12)),
    'gzip-not-compressed': (message) => gzipped(message, Buffer.from(message.body)),
  }),
  ...violating(['get/id-matches']).by({
    // The first compressed response to a get is cached and returned for every other animal.
    'gzip-of-another-animal': keeping(({ status }, { method, path }) =>
      status === 200 && method === 'GET' && path.length === 3 ? 'reading' : null,
    ),
  }),
];
