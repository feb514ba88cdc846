import { isLosslessNumber } from 'lossless-json';
import { type ApiRequest, type Decoration, isCreation, isList } from '../parts.ts';
import { isPetStatus } from '../pet.ts';
import { Problem } from '../problem.ts';
import { alsoReading, isBearer, letIn, noHeader } from './authentication.ts';
import { converting } from './creation-field-decorations.ts';
import { bodyMembers, bodyText, crashing, refusing, store } from './decorations.ts';
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

const hasCharset = ({ headers }: ApiRequest) => /charset=/i.test(headers['content-type'] ?? '');
const unknownStatusDropped = converting('status', (status) => (isPetStatus(status) ? status : undefined));
const textAsNumber = (value: unknown) =>
  typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value;

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
      () => new Problem(406, 'not_acceptable', 'The request accepts no media type.'),
    ),
  }),
  ...violating(['responses/documented-status', 'create/accepts-valid']).by({
    'creation-refused-without-accept': refusing(
      'createPet',
      ({ headers }) => (headers.accept ?? '') === '',
      () => new Problem(406, 'not_acceptable', 'The request accepts no media type.'),
    ),
  }),
  ...violating(['responses/documented-status', 'list/limit-with-status']).by({
    'limit-after-status-refused': refusing(
      'listPets',
      ({ rawQuery }) => /status=.*limit=/.test(rawQuery),
      () => new Problem(400, 'invalid_query', 'The first parameter must be limit.'),
    ),
  }),
  ...violating(['responses/documented-status', 'list/limit-accepted']).by({
    'limit-refused-for-gzip': refusing(
      'listPets',
      (request) => acceptsGzip(request) && request.query.has('limit'),
      () => new Problem(400, 'invalid_query', 'The request combines what it may not.'),
    ),
  }),
  ...violating(['create/accepts-valid']).by({
    'charset-refused-on-several-lines': refusing(
      'createPet',
      (request) =>
        /charset/i.test(String(request.headers['content-type'])) && /^\{\n/.test(bodyText(request)),
      () => new Problem(400, 'invalid_body', 'The body is not JSON.'),
    ),
  }),
  ...violating(['auth/missing-key'], 'ample-allowance').each(letIn, {
    'available-animals-listed-without-key': (request) =>
      noHeader(request) && isList(request) && request.query.get('status') === 'available',
    'sold-animals-of-a-page-listed-without-key': (request) =>
      noHeader(request) && isList(request) && request.query.size === 2,
  }),
  ...violating(['auth/unknown-key']).each(letIn, {
    'filtered-list-with-any-key': (request) =>
      isBearer(request) && isList(request) && request.query.has('status'),
    'list-without-parameters-with-any-key': (request) =>
      isBearer(request) && isList(request) && request.query.size === 0,
    'creation-in-available-with-any-key': (request) =>
      isBearer(request) && isCreation(request) && bodyMembers(request)?.['status'] === 'available',
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
];
