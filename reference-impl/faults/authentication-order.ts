import { isCreation, isList } from '../messages.ts';
import { invalidBody, Problem, unauthorized } from '../problem.ts';
import { isBearer } from './authentication-decorations.ts';
import {
  acceptingRevoked,
  afterUnauthorized,
  checkingFirst,
  requireJson,
  storingAllTheSame,
} from './authentication-order-decorations.ts';
import { bodyMembers, refusing, withoutHeaders } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

export const authenticationOrder: readonly Fault[] = [
  ...violating(['auth/valid-key-accepted', 'list/status-accepted'], {
    mayViolate: ['list/status-filter', 'list/filter-complete', 'list/limit-with-status'],
  }).by({
    'good-key-401-on-pending': [
      'A list of pending animals returns 401 for every key.',
      refusing('listPets', (request) => request.query.get('status') === 'pending', unauthorized),
    ],
  }),
  ...violating(['auth/valid-key-accepted', 'create/malformed-json']).by({
    'good-key-401-on-broken-json': [
      'Malformed JSON with a valid key returns 401.',
      around('createPet', (inner) => async (request, route, parts) => {
        try {
          return await inner(request, route, parts);
        } catch (error) {
          throw error instanceof Problem && error.code === 'invalid_json' ? unauthorized() : error;
        }
      }),
    ],
  }),
  ...violating(['auth/valid-key-accepted', 'get/unknown-id']).by({
    'good-key-401-for-unknown-animal': [
      'GET of an unknown animal with a valid key returns 401.',
      around('getPet', (inner) => async (request, route, parts) => {
        const known = await parts.petStore.get(parts.readPetId(route.petId) ?? 0n);
        if (known === undefined && parts.readPetId(route.petId) !== null) {
          throw unauthorized();
        }
        return inner(request, route, parts);
      }),
    ],
  }),
  ...violating(['auth/checked-first']).by({
    'body-checked-before-key': [
      'A creation with an invalid body returns 400 before the key is checked.',
      checkingFirst((request, parts) => {
        if (isCreation(request)) {
          parts.readNewPet(request);
        }
      }),
    ],
    'types-checked-before-key': [
      'A category that is no number returns 400 before the key is checked, as with a schema in front of authentication.',
      checkingFirst((request) => {
        if (isCreation(request) && typeof bodyMembers(request)?.['categoryId'] === 'string') {
          throw invalidBody('categoryId must be a number.');
        }
      }),
    ],
    'json-parsed-before-key': [
      'Malformed JSON returns 400 before the key is checked, as with a body parser in front of authentication.',
      checkingFirst((request) => {
        if (isCreation(request)) {
          requireJson(request);
        }
      }),
    ],
    'animal-looked-up-before-key': [
      'An unknown animal returns 404 before the key is checked.',
      checkingFirst(async (request, parts) => {
        const id = parts.readPetId(request.path[2] ?? '');
        if (id !== null && (await parts.petStore.get(id)) === undefined) {
          throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.');
        }
      }),
    ],
    'negative-id-404-before-key': [
      'A negative id returns 404 before the key is checked, because the route matches digits only.',
      checkingFirst((request) => {
        if (/^-\d+$/.test(request.path[2] ?? '')) {
          throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.');
        }
      }),
    ],
    'limit-checked-before-key': [
      'A limit out of range returns 400 before the key is checked.',
      checkingFirst((request, parts) => {
        if (isList(request)) {
          parts.readListQuery(request.query);
        }
      }),
    ],
  }),
  ...violating(['auth/refused-without-effect']).by({
    'unauthorised-creation-stored': [
      'A creation without a valid key returns 401, but stores the animal.',
      storingAllTheSame(() => true),
    ],
    'unknown-key-creation-stored': [
      'A creation with an unknown key returns 401, but stores the animal.',
      storingAllTheSame(isBearer),
    ],
  }),
  ...violating(['auth/revoked-key'], { needs: 'revoked-key', mayViolate: ['auth/checked-first'] }).by({
    'revoked-key-accepted': ['A revoked key is still accepted.', acceptingRevoked(() => true)],
    'revoked-key-reads-one': [
      'GET /pets/{petId} still accepts a revoked key, because a cache does not know of the revocation.',
      acceptingRevoked((request) => request.path.length === 3),
    ],
  }),
  ...violating(['auth/challenge']).by({
    'no-challenge': [
      'A 401 has no WWW-Authenticate.',
      afterUnauthorized((answer) => withoutHeaders(answer, 'WWW-Authenticate')),
    ],
    'no-challenge-on-creation': [
      'A 401 to a creation has no WWW-Authenticate.',
      afterUnauthorized((answer, request) =>
        isCreation(request) ? withoutHeaders(answer, 'WWW-Authenticate') : answer,
      ),
    ],
  }),
];
