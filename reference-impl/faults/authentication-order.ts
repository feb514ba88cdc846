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
    'good-key-401-on-pending': refusing(
      'listPets',
      (request) => request.query.get('status') === 'pending',
      unauthorized,
    ),
  }),
  ...violating(['auth/valid-key-accepted', 'create/malformed-json']).by({
    'good-key-401-on-broken-json': around('createPet', (inner) => async (request, route, parts) => {
      try {
        return await inner(request, route, parts);
      } catch (error) {
        throw error instanceof Problem && error.code === 'invalid_json' ? unauthorized() : error;
      }
    }),
  }),
  ...violating(['auth/valid-key-accepted', 'get/unknown-id']).by({
    'good-key-401-for-unknown-animal': around('getPet', (inner) => async (request, route, parts) => {
      const known = await parts.petStore.get(parts.readPetId(route.petId) ?? 0n);
      if (known === undefined && parts.readPetId(route.petId) !== null) {
        throw unauthorized();
      }
      return inner(request, route, parts);
    }),
  }),
  ...violating(['auth/checked-first']).by({
    'body-checked-before-key': checkingFirst((request, parts) => {
      if (isCreation(request)) {
        parts.readNewPet(request);
      }
    }),
    // A category that is no number returns 400 before the key is checked, as with a schema in front of authentication.
    'types-checked-before-key': checkingFirst((request) => {
      if (isCreation(request) && typeof bodyMembers(request)?.['categoryId'] === 'string') {
        throw invalidBody('categoryId must be a number.');
      }
    }),
    'json-parsed-before-key': checkingFirst((request) => {
      if (isCreation(request)) {
        requireJson(request);
      }
    }),
    'animal-looked-up-before-key': checkingFirst(async (request, parts) => {
      const id = parts.readPetId(request.path[2] ?? '');
      if (id !== null && (await parts.petStore.get(id)) === undefined) {
        throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.');
      }
    }),
    'negative-id-404-before-key': checkingFirst((request) => {
      if (/^-\d+$/.test(request.path[2] ?? '')) {
        throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.');
      }
    }),
    'limit-checked-before-key': checkingFirst((request, parts) => {
      if (isList(request)) {
        parts.readListQuery(request.query);
      }
    }),
  }),
  ...violating(['auth/refused-without-effect']).by({
    // A creation without a valid key returns 401, but stores the animal.
    'unauthorised-creation-stored': storingAllTheSame(() => true),
    'unknown-key-creation-stored': storingAllTheSame(isBearer),
  }),
  ...violating(['auth/revoked-key'], { needs: 'revoked-key' }).by({
    'revoked-key-accepted': acceptingRevoked(() => true),
    // GET /pets/{petId} still accepts a revoked key, because a cache does not know of the revocation.
    'revoked-key-reads-one': acceptingRevoked((request) => request.path.length === 3),
  }),
  ...violating(['auth/challenge']).by({
    'no-challenge': afterUnauthorized((answer) => withoutHeaders(answer, 'WWW-Authenticate')),
    'no-challenge-on-creation': afterUnauthorized((answer, request) =>
      isCreation(request) ? withoutHeaders(answer, 'WWW-Authenticate') : answer,
    ),
  }),
];
