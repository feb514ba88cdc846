import { isUtf8 } from 'node:buffer';
import { isLosslessNumber } from 'lossless-json';
import { type ApiRequest, type Decoration, isCreation, isList } from '../parts.ts';
import { isPetStatus } from '../pet.ts';
import { internalError, Problem } from '../problem.ts';
import { percentDecoded } from '../request-listener.ts';
import { alsoReading, openWithAnyKey, openWithoutKey, problemFor401 } from './authentication.ts';
import { converting } from './creation-decorations.ts';
import { bodyMembers, bodyText, crashing, otherStatus, refusing, store } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';
import { identified } from './store-decorations.ts';

const acceptsAnything = ({ headers }: ApiRequest) => headers.accept === '*/*';
const acceptsGzip = ({ headers }: ApiRequest) => String(headers['accept-encoding'] ?? '').includes('gzip');

/** Lists as if some requests had not sent a parameter. */
function dropping(parameter: 'limit' | 'status', when: (request: ApiRequest) => boolean): Decoration {
  return around('listPets', (inner) => async (request, route, parts) => {
    const query = new URLSearchParams(request.query);
    if (when(request)) {
      query.delete(parameter);
    }
    return inner({ ...request, query, rawQuery: query.toString() }, route, parts);
  });
}

/** Reads creations leniently if they are sent in a certain way. */
function lenientWhere(when: (request: ApiRequest) => boolean, lenient: Decoration): Decoration {
  return (parts) => {
    const { readNewPet } = lenient(parts);
    return { ...parts, readNewPet: (request) => (when(request) ? readNewPet : parts.readNewPet)(request) };
  };
}

const notAcceptable = () => new Problem(406, 'not_acceptable', 'The request accepts no media type.');
const hasCharset = ({ headers }: ApiRequest) => /charset=/i.test(headers['content-type'] ?? '');
const unknownStatusDropped = converting('status', (status) => (isPetStatus(status) ? status : undefined));

const textAsNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value;

/** The bytes of the token. */
function token({ headers }: ApiRequest): Buffer {
  return Buffer.from(/^Bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '', 'latin1');
}

/** What shows only in a certain form of a request, together with one of its parameters. */
export const forms: readonly Fault[] = [
  ...violating(['list/limit-bounds-count']).by({
    // Lists ignore limit if Accept is */*, the default of curl.
    'limit-dropped-for-any-media-type': dropping('limit', acceptsAnything),
  }),
  ...violating(['list/limit-with-status'], 'ample-allowance').by({
    'status-dropped-for-gzip': dropping('status', acceptsGzip),
  }),
  ...violating(['responses/documented-status', 'list/returns-pets']).by({
    // A media type with a weight (RFC 9110 section 12.4.2) is unknown.
    'weighted-accept-406': refusing(
      'listPets',
      ({ headers }) => /;\s*q=/.test(headers.accept ?? ''),
      notAcceptable,
    ),
  }),
  ...violating(['responses/documented-status', 'create/accepts-valid']).by({
    'creation-refused-without-accept': refusing(
      'createPet',
      ({ headers }) => (headers.accept ?? '') === '',
      notAcceptable,
    ),
  }),
  ...violating(['responses/documented-status', 'list/limit-with-status']).by({
    'limit-after-status-refused': refusing('listPets', ({ rawQuery }) => /status=.*limit=/.test(rawQuery)),
  }),
  ...violating(['responses/documented-status', 'list/limit-accepted']).by({
    'limit-refused-for-gzip': refusing(
      'listPets',
      (request) => acceptsGzip(request) && request.query.has('limit'),
    ),
  }),
  ...violating(['create/accepts-valid']).by({
    'charset-refused-on-several-lines': refusing(
      'createPet',
      (request) =>
        /charset/i.test(String(request.headers['content-type'])) && /^\{\n/.test(bodyText(request)),
    ),
  }),
  ...violating(['auth/missing-key'], 'ample-allowance').each(openWithoutKey, {
    'available-animals-listed-without-key': (request) =>
      isList(request) && request.query.get('status') === 'available',
    'sold-animals-of-a-page-listed-without-key': (request) => isList(request) && request.query.size === 2,
  }),
  ...violating(['auth/unknown-key']).each(openWithAnyKey, {
    'filtered-list-with-any-key': (request) => isList(request) && request.query.has('status'),
    'list-without-parameters-with-any-key': (request) => isList(request) && request.query.size === 0,
    'creation-in-available-with-any-key': (request) =>
      isCreation(request) && bodyMembers(request)?.['status'] === 'available',
  }),
  ...violating(['auth/header-only']).by({
    'key-in-query-of-filtered-lists': alsoReading((request) =>
      request.query.has('status') ? (request.query.get('api_key') ?? undefined) : undefined,
    ),
  }),
  ...violating(['create/wrong-name-type'], 'ample-allowance').by({
    'name-number-accepted-without-status': converting('name', (name, { status }) =>
      status === undefined && isLosslessNumber(name) ? name.value : name,
    ),
  }),
  ...violating(['create/wrong-category-type'], 'ample-allowance').by({
    'category-text-accepted-in-available': converting('categoryId', (category, { status }) =>
      status === 'available' ? textAsNumber(category) : category,
    ),
    'category-text-accepted-in-chunks': lenientWhere(
      ({ headers }) => headers['transfer-encoding'] !== undefined,
      converting('categoryId', textAsNumber),
    ),
  }),
  ...violating(['create/unknown-status'], 'ample-allowance').by({
    'unknown-status-accepted-with-charset': lenientWhere(hasCharset, unknownStatusDropped),
  }),
  ...violating(['get/id-matches']).by({
    // Ids are even, and an odd one returns the animal of the one below.
    'animal-of-the-id-below': upon(
      identified((number) => 2n * number),
      store((inner) => ({ get: async (id) => (await inner.get(id)) ?? inner.get(id - (id & 1n)) })),
    ),
  }),
  ...violating(['errors/no-server-error']).by({
    'member-with-an-array-crashes': crashing('createPet', (request) =>
      Array.isArray(bodyMembers(request)?.['tags']),
    ),
  }),
  ...violating(
    ['auth/unknown-key', 'errors/no-server-error', 'responses/documented-status'],
    'ample-allowance',
  ).by({
    // A token of more than 255 characters returns 500, as with a database column of that length.
    'long-token-crashes': problemFor401((request) => token(request).length > 255, internalError),
  }),
  ...violating(['auth/unknown-key', 'responses/documented-status'], 'ample-allowance').by({
    'long-token-400': problemFor401(
      (request) => token(request).length > 512,
      () => new Problem(400, 'invalid_header', 'The header Authorization is too long.'),
    ),
  }),
  ...violating(['errors/no-server-error'], 'ample-allowance').by({
    'token-beyond-ascii-crashes': problemFor401(
      (request) => token(request).some((byte) => byte > 0x7f),
      internalError,
    ),
    // A token with a character of four bytes returns 500.
    'token-beyond-latin1-crashes': problemFor401(
      (request) => token(request).some((byte) => byte >= 0xf0),
      internalError,
    ),
    // A token that is not UTF-8 returns 500, as with a strict decoder.
    'token-not-utf8-crashes': problemFor401((request) => !isUtf8(token(request)), internalError),
    'body-not-utf8-crashes': crashing('createPet', ({ body }) => body !== null && !isUtf8(body)),
    'body-in-utf16-crashes': crashing('createPet', (request) => bodyText(request).includes('\0"')),
    'query-not-utf8-crashes': crashing('listPets', ({ rawQuery }) => percentDecoded(rawQuery) === null),
    'limit-not-utf8-crashes': crashing(
      'listPets',
      ({ rawQuery }) => percentDecoded(/(?:^|&)limit=([^&]*)/.exec(rawQuery)?.[1] ?? '') === null,
    ),
    'id-not-utf8-crashes': crashing('getPet', ({ path }) => percentDecoded(path.at(-1) ?? '') === null),
  }),
  ...violating(['errors/no-internals'], 'ample-allowance').by({
    'body-not-utf8-shows-stack': around('showProblem', (inner) => (problem, request) => {
      const trace =
        'UnicodeDecodeError: invalid start byte\n  File "/srv/store/app.py", line 61, in create_pet';
      return request.body === null || isUtf8(request.body)
        ? inner(problem, request)
        : inner(new Problem(problem.status, problem.code, trace, problem.headers), request);
    }),
  }),
  ...violating(['create/category-out-of-range', 'errors/no-server-error'], 'ample-allowance').by({
    // A number of more than 4,300 digits returns 500, as with the default limit of Python.
    'long-number-crashes': crashing('createPet', (request) => /\d{4301}/.test(bodyText(request))),
  }),
  ...violating(['create/category-out-of-range'], 'ample-allowance').by({
    'long-number-413': otherStatus('createPet', 413, (_problem, request) =>
      /\d{1001}/.test(bodyText(request)),
    ),
  }),
];
