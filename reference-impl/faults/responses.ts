import { messages, outcomes, shownPets } from './decorations.ts';
import { type Decoration, type Fault, fault } from './fault.ts';
import { limitOf } from './listing-parameter-decorations.ts';

function contentType(of: (status: number) => boolean, type: string | null): Decoration {
  return messages((message) => {
    if (!of(message.status)) {
      return message;
    }
    const headers = Object.entries(message.headers).filter(([name]) => name !== 'Content-Type');
    return {
      ...message,
      headers: Object.fromEntries([...headers, ...(type ? [['Content-Type', type]] : [])]),
    };
  });
}

const always = () => true;

export const responses: readonly Fault[] = [
  fault(
    'create-202',
    'A creation returns 202.',
    ['responses/documented-status', 'create/accepts-valid'],
    outcomes('createPet', (outcome) => ({ ...outcome, status: 202 })),
    { mayViolate: ['create/status-optional', 'create/content-type-parameters', 'create/ignores-client-id'] },
  ),
  fault(
    'list-status-null',
    'Lists return status: null for animals without a status.',
    ['responses/schema'],
    shownPets(['listPets'], (shown) => ({ ...shown, status: shown['status'] ?? null })),
    { mayViolate: ['list/agrees-with-get', 'list/returns-pets'] },
  ),
  fault(
    'get-status-null',
    'GET of an animal without a status returns status: null.',
    ['responses/schema'],
    shownPets(['getPet'], (shown) => ({ ...shown, status: shown['status'] ?? null })),
    { mayViolate: ['list/agrees-with-get', 'get/returns-created'] },
  ),
  fault(
    'list-category-as-text',
    'Lists return categories as strings.',
    ['responses/schema'],
    shownPets(['listPets'], (shown, pet) => ({ ...shown, categoryId: String(pet.categoryId) })),
    { mayViolate: ['list/agrees-with-get', 'list/returns-pets'] },
  ),
  fault(
    'get-category-as-text',
    'GET /pets/{petId} returns the category as a string.',
    ['responses/schema'],
    shownPets(['getPet'], (shown, pet) => ({ ...shown, categoryId: String(pet.categoryId) })),
    { mayViolate: ['list/agrees-with-get', 'get/returns-created', 'get/stable', 'create/int64-exact'] },
  ),
  fault(
    'list-ends-with-null',
    'A list ends with null if the limit allows it.',
    ['responses/schema'],
    outcomes('listPets', (outcome, request) => {
      const room = limitOf(request);
      const full = Array.isArray(outcome.body) && outcome.body.length >= room;
      return full || !Array.isArray(outcome.body) ? outcome : { ...outcome, body: [...outcome.body, null] };
    }),
    { mayViolate: ['list/returns-pets'] },
  ),
  fault(
    'list-as-html',
    'Lists have the media type text/html.',
    ['responses/media-type'],
    messages((message, answer) =>
      Array.isArray(answer.body)
        ? { ...message, headers: { ...message.headers, 'Content-Type': 'text/html; charset=utf-8' } }
        : message,
    ),
  ),
  fault(
    'errors-as-problem-json',
    'Errors have the media type application/problem+json.',
    ['responses/media-type'],
    contentType((status) => status >= 400, 'application/problem+json'),
  ),
  fault(
    'no-content-type',
    'Responses have no Content-Type.',
    ['responses/media-type'],
    contentType(always, null),
  ),
  fault(
    'bodies-in-latin-1',
    'Bodies are encoded in Latin-1 instead of UTF-8.',
    ['responses/media-type'],
    messages((message) => ({ ...message, body: Buffer.from(String(message.body), 'latin1') })),
    { mayViolate: ['create/text-exact', 'create/echoes-fields', 'get/returns-created', 'responses/schema'] },
  ),
  fault(
    'get-with-trailing-comma',
    'GET /pets/{petId} returns JSON with a trailing comma.',
    ['responses/media-type'],
    messages((message, answer, request) =>
      answer.status === 200 && request.path.length === 3
        ? { ...message, body: String(message.body).replace(/\}$/, ',}') }
        : message,
    ),
    {
      mayViolate: [
        'responses/schema',
        'get/returns-created',
        'get/id-matches',
        'get/stable',
        'list/agrees-with-get',
      ],
    },
  ),
];
