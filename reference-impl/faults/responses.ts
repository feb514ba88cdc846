import type { Decoration, Message } from '../parts.ts';
import { answers, messages, otherStatus, outcomes, showing, withoutHeaders } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';
import { limitOf } from './listing-parameters.ts';

export const labelled = (message: Message, type: string): Message => ({
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

export const responses: readonly Fault[] = [
  ...violating(['responses/documented-status', 'create/accepts-valid']).by({
    'create-202': outcomes('createPet', (outcome) => ({ ...outcome, status: 202 })),
  }),
  ...violating(['responses/schema']).by({
    'list-status-null': showing('listPets', (_pet, shown) => ({ status: shown['status'] ?? null })),
    'list-category-as-text': showing('listPets', (pet) => ({ categoryId: String(pet.categoryId) })),
    'get-status-null': showing('getPet', (_pet, shown) => ({ status: shown['status'] ?? null })),
    'list-ends-with-null': outcomes('listPets', (outcome, request) => {
      const room = limitOf(request);
      const full = Array.isArray(outcome.body) && outcome.body.length >= room;
      return full || !Array.isArray(outcome.body) ? outcome : { ...outcome, body: [...outcome.body, null] };
    }),
    'get-name-null-where-quoted': showing('getPet', (pet) => ({
      name: pet.name.includes('"') ? null : pet.name,
    })),
    'list-category-fraction': around('writeMessage', (inner) => (answer, request, parts) => {
      const message = inner(answer, request, parts);
      return Array.isArray(answer.body)
        ? {
            ...message,
            body: String(message.body).replace(/"categoryId":(-\d{1,15})\b/g, '"categoryId":$1.5'),
          }
        : message;
    }),
    'get-category-as-text': showing('getPet', (pet) => ({ categoryId: String(pet.categoryId) })),
  }),
  ...violating(['responses/media-type']).by({
    'filtered-lists-break-off': around('send', (inner) => (message, request, response) => {
      if (request.query.has('status') && message.status === 200) {
        const bytes = Buffer.from(message.body);
        response.writeHead(message.status, { ...message.headers, 'Content-Length': bytes.length + 2 });
        response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
      } else {
        inner(message, request, response);
      }
    }),
    // A request whose Accept does not name JSON returns HTML pages.
    'page-unless-json-accepted': unlessJsonIsAccepted((message) => ({
      ...labelled(message, 'text/html'),
      body: page,
    })),
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
    'bodies-in-latin-1': (message) => ({
      ...message,
      body: Buffer.from(String(message.body), 'latin1'),
    }),
    'get-with-trailing-comma': (message, answer, request) =>
      answer.status === 200 && request.path.length === 3
        ? { ...message, body: String(message.body).replace(/\}$/, ',}') }
        : message,
    'content-length-in-characters': (message) => ({
      ...message,
      body: Buffer.from(String(message.body), 'utf8').subarray(0, String(message.body).length),
    }),
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
      (problem, request) =>
        problem.message.startsWith('categoryId') &&
        /:-?\d{19,}/.test(String(Buffer.from(request.body ?? []))),
      413,
    ),
  }),
  ...violating(['responses/media-type', 'errors/body-shape']).by({
    'errors-as-pages-unless-json-accepted': unlessJsonIsAccepted((message) =>
      message.status >= 400 ? { ...labelled(message, 'text/html'), body: page } : message,
    ),
  }),
  ...violating(['responses/documented-status']).by({
    // If Accept does not name JSON, an invalid key returns 302 to a login page.
    'login-redirect-unless-json-accepted': around('handle', (inner) => async (request, parts) => {
      const answer = await inner(request, parts);
      const redirected = answer.status === 401 && !(request.headers.accept ?? '').includes('json');
      return redirected ? { ...answer, status: 302, headers: { Location: '/login' } } : answer;
    }),
    'invalid-body-redirected-unless-json-accepted': around('handle', (inner) => async (request, parts) => {
      const answer = await inner(request, parts);
      const redirected = answer.status === 400 && !(request.headers.accept ?? '').includes('json');
      return redirected ? { ...answer, status: 302, headers: { Location: '/' } } : answer;
    }),
    // A request whose Accept is */* or missing returns 406.
    'not-acceptable-unless-json': answers((answer, request) =>
      (request.headers.accept ?? '').includes('json') ? answer : { ...answer, status: 406 },
    ),
  }),
];
