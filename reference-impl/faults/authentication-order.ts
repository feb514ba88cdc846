import { Problem, unauthorized } from '../problem.ts';
import { isBearer, isList } from './authentication-decorations.ts';
import {
  acceptingRevoked,
  afterUnauthorized,
  checkingFirst,
  isCreation,
  requireJson,
  storingAllTheSame,
} from './authentication-order-decorations.ts';
import { refusing, withoutHeaders } from './decorations.ts';
import { around, type Fault, fault } from './fault.ts';

export const authenticationOrder: readonly Fault[] = [
  fault(
    'good-key-401-on-pending',
    'A list of pending animals returns 401 for every key.',
    ['auth/valid-key-accepted', 'list/status-accepted'],
    refusing('listPets', (request) => request.query.get('status') === 'pending', unauthorized),
    { mayViolate: ['list/status-filter', 'list/filter-complete', 'list/limit-with-status'] },
  ),
  fault(
    'good-key-401-on-broken-json',
    'Malformed JSON with a valid key returns 401.',
    ['auth/valid-key-accepted', 'create/malformed-json'],
    around('createPet', (inner) => async (request, route, parts) => {
      try {
        return await inner(request, route, parts);
      } catch (error) {
        throw error instanceof Problem && error.code === 'invalid_json' ? unauthorized() : error;
      }
    }),
  ),
  fault(
    'good-key-401-for-unknown-animal',
    'GET of an unknown animal with a valid key returns 401.',
    ['auth/valid-key-accepted', 'get/unknown-id'],
    around('getPet', (inner) => async (request, route, parts) => {
      const known = await parts.petStore.get(parts.readPetId(route.petId) ?? 0n);
      if (known === undefined && parts.readPetId(route.petId) !== null) {
        throw unauthorized();
      }
      return inner(request, route, parts);
    }),
  ),
  fault(
    'body-checked-before-key',
    'A creation with an invalid body returns 400 before the key is checked.',
    ['auth/checked-first'],
    checkingFirst((request, parts) => {
      if (isCreation(request)) {
        parts.readNewPet(request);
      }
    }),
  ),
  fault(
    'json-parsed-before-key',
    'Malformed JSON returns 400 before the key is checked, as with a body parser in front of authentication.',
    ['auth/checked-first'],
    checkingFirst((request) => {
      if (isCreation(request)) {
        requireJson(request);
      }
    }),
  ),
  fault(
    'animal-looked-up-before-key',
    'An unknown animal returns 404 before the key is checked.',
    ['auth/checked-first'],
    checkingFirst(async (request, parts) => {
      const id = parts.readPetId(request.path[2] ?? '');
      if (id !== null && (await parts.petStore.get(id)) === undefined) {
        throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.');
      }
    }),
  ),
  fault(
    'negative-id-404-before-key',
    'A negative id returns 404 before the key is checked, because the route matches digits only.',
    ['auth/checked-first'],
    checkingFirst((request) => {
      if (/^-\d+$/.test(request.path[2] ?? '')) {
        throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.');
      }
    }),
  ),
  fault(
    'limit-checked-before-key',
    'A limit out of range returns 400 before the key is checked.',
    ['auth/checked-first'],
    checkingFirst((request, parts) => {
      if (isList(request)) {
        parts.readListQuery(request.query);
      }
    }),
  ),
  fault(
    'unauthorised-creation-stored',
    'A creation without a valid key returns 401, but stores the animal.',
    ['auth/refused-without-effect'],
    storingAllTheSame(() => true),
  ),
  fault(
    'unknown-key-creation-stored',
    'A creation with an unknown key returns 401, but stores the animal.',
    ['auth/refused-without-effect'],
    storingAllTheSame(isBearer),
  ),
  fault(
    'revoked-key-accepted',
    'A revoked key is still accepted.',
    ['auth/revoked-key'],
    acceptingRevoked(() => true),
    { needs: 'revoked-key', mayViolate: ['auth/checked-first'] },
  ),
  fault(
    'revoked-key-reads-one',
    'GET /pets/{petId} still accepts a revoked key, because a cache does not know of the revocation.',
    ['auth/revoked-key'],
    acceptingRevoked((request) => request.path.length === 3),
    { needs: 'revoked-key', mayViolate: ['auth/checked-first'] },
  ),
  fault(
    'no-challenge',
    'A 401 has no WWW-Authenticate.',
    ['auth/challenge'],
    afterUnauthorized((answer) => withoutHeaders(answer, 'WWW-Authenticate')),
  ),
  fault(
    'no-challenge-on-creation',
    'A 401 to a creation has no WWW-Authenticate.',
    ['auth/challenge'],
    afterUnauthorized((answer, request) =>
      isCreation(request) ? withoutHeaders(answer, 'WWW-Authenticate') : answer,
    ),
  ),
];
