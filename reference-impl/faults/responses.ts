import type { Decoration } from '../parts.ts';
import { messages, outcomes, shownPets } from './decorations.ts';
import { type Fault, violating } from './fault.ts';
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
  ...violating(['responses/documented-status', 'create/accepts-valid'], {
    mayViolate: ['create/status-optional', 'create/content-type-parameters', 'create/ignores-client-id'],
  }).by({
    'create-202': outcomes('createPet', (outcome) => ({ ...outcome, status: 202 })),
  }),
  ...violating(['responses/schema']).by({
    'list-status-null': shownPets(['listPets'], (shown) => ({ ...shown, status: shown['status'] ?? null })),
    'list-category-as-text': shownPets(['listPets'], (shown, pet) => ({
      ...shown,
      categoryId: String(pet.categoryId),
    })),

    'get-status-null': shownPets(['getPet'], (shown) => ({ ...shown, status: shown['status'] ?? null })),
    'list-ends-with-null': outcomes('listPets', (outcome, request) => {
      const room = limitOf(request);
      const full = Array.isArray(outcome.body) && outcome.body.length >= room;
      return full || !Array.isArray(outcome.body) ? outcome : { ...outcome, body: [...outcome.body, null] };
    }),
  }),
  ...violating(['responses/schema'], {
    mayViolate: ['list/agrees-with-get', 'get/returns-created', 'get/stable', 'create/int64-exact'],
  }).by({
    'get-category-as-text': shownPets(['getPet'], (shown, pet) => ({
      ...shown,
      categoryId: String(pet.categoryId),
    })),
  }),
  ...violating(['responses/media-type']).by({
    'list-as-html': messages((message, answer) =>
      Array.isArray(answer.body)
        ? { ...message, headers: { ...message.headers, 'Content-Type': 'text/html; charset=utf-8' } }
        : message,
    ),
    'errors-as-problem-json': contentType((status) => status >= 400, 'application/problem+json'),
    'no-content-type': contentType(always, null),
  }),
  ...violating(['responses/media-type'], {
    mayViolate: ['create/text-exact', 'create/echoes-fields', 'get/returns-created', 'responses/schema'],
  }).by({
    'bodies-in-latin-1': messages((message) => ({
      ...message,
      body: Buffer.from(String(message.body), 'latin1'),
    })),
  }),
  ...violating(['responses/media-type'], {
    mayViolate: [
      'responses/schema',
      'get/returns-created',
      'get/id-matches',
      'get/stable',
      'list/agrees-with-get',
    ],
  }).by({
    'get-with-trailing-comma': messages((message, answer, request) =>
      answer.status === 200 && request.path.length === 3
        ? { ...message, body: String(message.body).replace(/\}$/, ',}') }
        : message,
    ),
  }),
];
