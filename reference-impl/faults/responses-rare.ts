import type { Message } from '../messages.ts';
import { answers, messages, otherStatus, shownPets } from './decorations.ts';
import { around, type Decoration, type Fault, fault } from './fault.ts';

const labelled = (message: Message, type: string): Message => ({
  ...message,
  headers: { ...message.headers, 'Content-Type': type },
});

const page = '<!doctype html><title>Animal store</title><h1>Please log in</h1>';

/** Looks at whether a request asks for JSON by its `Accept`. */
function unlessJsonIsAccepted(change: (message: Message) => Message): Decoration {
  return messages((message, _answer, request) =>
    (request.headers.accept ?? '').includes('json') ? message : change(message),
  );
}

const readable = [
  'responses/schema',
  'list/returns-pets',
  'get/returns-created',
  'get/id-matches',
  'get/stable',
  'list/agrees-with-get',
  'create/text-exact',
  'create/accepts-valid',
  'create/status-optional',
  'list/created-pet-listed',
];

export const responsesRare: readonly Fault[] = [
  fault(
    'large-category-413',
    'A category beyond 64 bits returns 413.',
    ['create/category-out-of-range', 'responses/documented-status'],
    otherStatus(
      'createPet',
      (problem, request) =>
        problem.message.startsWith('categoryId') &&
        /:-?\d{19,}/.test(String(Buffer.from(request.body ?? []))),
      413,
    ),
  ),
  fault(
    'get-name-null-where-quoted',
    'GET /pets/{petId} returns name: null if the name contains a quotation mark.',
    ['responses/schema'],
    shownPets(['getPet'], (shown, pet) => ({ ...shown, name: pet.name.includes('"') ? null : pet.name })),
    { mayViolate: ['create/text-exact', 'get/returns-created', 'list/agrees-with-get'] },
  ),
  fault(
    'list-category-fraction',
    'Lists return negative categories with a fraction.',
    ['responses/schema'],
    around('writeMessage', (inner) => (answer, request, parts) => {
      const message = inner(answer, request, parts);
      return Array.isArray(answer.body)
        ? {
            ...message,
            body: String(message.body).replace(/"categoryId":(-\d{1,15})\b/g, '"categoryId":$1.5'),
          }
        : message;
    }),
    { mayViolate: ['list/agrees-with-get', 'list/returns-pets'] },
  ),
  fault(
    'content-length-in-characters',
    'Content-Length counts characters, so bodies with non-ASCII characters are truncated.',
    ['responses/media-type'],
    messages((message) => ({
      ...message,
      body: Buffer.from(String(message.body), 'utf8').subarray(0, String(message.body).length),
    })),
    { mayViolate: readable },
  ),
  fault(
    'json-behind-guard',
    "Lists begin with )]}', an anti-hijacking prefix.",
    ['responses/media-type'],
    messages((message, answer) =>
      Array.isArray(answer.body) ? { ...message, body: `)]}',\n${String(message.body)}` } : message,
    ),
    { mayViolate: readable },
  ),
  fault(
    '404-as-text',
    'A 404 has the media type text/plain.',
    ['responses/media-type'],
    messages((message) =>
      message.status === 404 ? labelled(message, 'text/plain; charset=utf-8') : message,
    ),
  ),
  fault(
    '401-as-html-label',
    'A 401 has the media type text/html.',
    ['responses/media-type'],
    messages((message) => (message.status === 401 ? labelled(message, 'text/html') : message)),
  ),
  fault(
    'creation-as-text',
    'A 201 has the media type text/plain.',
    ['responses/media-type'],
    messages((message) => (message.status === 201 ? labelled(message, 'text/plain') : message)),
  ),
  fault(
    'bodies-in-utf-16',
    'GET /pets/{petId} returns UTF-16.',
    ['responses/media-type'],
    messages((message, answer, request) =>
      answer.status === 200 && request.path.length === 3
        ? { ...message, body: Buffer.from(String(message.body), 'utf16le') }
        : message,
    ),
    { mayViolate: readable },
  ),
  fault(
    'page-unless-json-accepted',
    'A request whose Accept does not name JSON returns HTML pages.',
    ['responses/media-type'],
    unlessJsonIsAccepted((message) => ({ ...labelled(message, 'text/html'), body: page })),
    { mayViolate: ['errors/body-shape', ...readable] },
  ),
  fault(
    'errors-as-pages-unless-json-accepted',
    'If Accept does not name JSON, errors are HTML pages.',
    ['responses/media-type', 'errors/body-shape'],
    unlessJsonIsAccepted((message) =>
      message.status >= 400 ? { ...labelled(message, 'text/html'), body: page } : message,
    ),
  ),
  fault(
    'login-redirect-unless-json-accepted',
    'If Accept does not name JSON, an invalid key returns 302 to a login page.',
    ['responses/documented-status'],
    around('handle', (inner) => async (request, parts) => {
      const answer = await inner(request, parts);
      const redirected = answer.status === 401 && !(request.headers.accept ?? '').includes('json');
      return redirected ? { ...answer, status: 302, headers: { Location: '/login' } } : answer;
    }),
    {
      mayViolate: [
        'auth/missing-key',
        'auth/not-bearer',
        'auth/unknown-key',
        'auth/checked-first',
        'auth/header-only',
      ],
    },
  ),
  fault(
    'invalid-body-redirected-unless-json-accepted',
    'If Accept does not name JSON, an invalid body returns 302 to its form.',
    ['responses/documented-status'],
    around('handle', (inner) => async (request, parts) => {
      const answer = await inner(request, parts);
      const redirected = answer.status === 400 && !(request.headers.accept ?? '').includes('json');
      return redirected ? { ...answer, status: 302, headers: { Location: '/' } } : answer;
    }),
    { mayViolate: ['create/missing-name', 'create/malformed-json', 'create/unknown-status'] },
  ),
  fault(
    'not-acceptable-unless-json',
    'A request whose Accept is */* or missing returns 406.',
    ['responses/documented-status'],
    answers((answer, request) =>
      (request.headers.accept ?? '').includes('json') ? answer : { ...answer, status: 406 },
    ),
    {
      mayViolate: [
        'auth/missing-key',
        'create/missing-name',
        'create/accepts-valid',
        'get/unknown-id',
        'list/returns-pets',
        'get/returns-created',
        'errors/unknown-path',
      ],
    },
  ),
  fault(
    'filtered-lists-break-off',
    'Lists filtered by status are truncated in the middle.',
    ['responses/media-type'],
    around('send', (inner) => (message, request, response) => {
      if (request.query.has('status') && message.status === 200) {
        const bytes = Buffer.from(message.body);
        response.writeHead(message.status, { ...message.headers, 'Content-Length': bytes.length + 2 });
        response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      } else {
        inner(message, request, response);
      }
    }),
  ),
];
