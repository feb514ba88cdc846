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
    'Listing the pending animals is answered 401 whatever the key.',
    ['auth/valid-key-accepted', 'list/status-accepted'],
    refusing('listPets', (request) => request.query.get('status') === 'pending', unauthorized),
    { mayViolate: ['list/status-filter', 'list/filter-complete', 'list/limit-with-status'] },
  ),
  fault(
    'good-key-401-on-broken-json',
    'A broken body is answered 401 although the key is good.',
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
    'Asking for an animal that does not exist is answered 401 although the key is good.',
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
    'A creation with an invalid body is answered 400 before the key is looked at.',
    ['auth/checked-first'],
    checkingFirst((request, parts) => {
      if (isCreation(request)) {
        parts.readNewPet(request);
      }
    }),
  ),
  fault(
    'json-parsed-before-key',
    'Broken JSON is answered 400 before the key is looked at, as body parsers in front of everything do.',
    ['auth/checked-first'],
    checkingFirst((request) => {
      if (isCreation(request)) {
        requireJson(request);
      }
    }),
  ),
  fault(
    'animal-looked-up-before-key',
    'An animal that does not exist is answered 404 before the key is looked at.',
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
    'A route for digits alone: a negative id is answered 404 before the key is looked at.',
    ['auth/checked-first'],
    checkingFirst((request) => {
      if (/^-\d+$/.test(request.path[2] ?? '')) {
        throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.');
      }
    }),
  ),
  fault(
    'limit-checked-before-key',
    'A limit out of range is answered 400 before the key is looked at.',
    ['auth/checked-first'],
    checkingFirst((request, parts) => {
      if (isList(request)) {
        parts.readListQuery(request.query);
      }
    }),
  ),
  fault(
    'unauthorised-creation-stored',
    'A creation without a valid key is answered 401 and stored all the same.',
    ['auth/refused-without-effect'],
    storingAllTheSame(() => true),
  ),
  fault(
    'unknown-key-creation-stored',
    'A creation with a key that was never issued is answered 401 and stored all the same.',
    ['auth/refused-without-effect'],
    storingAllTheSame(isBearer),
  ),
  fault(
    'revoked-key-accepted',
    'A revoked key goes on being accepted.',
    ['auth/revoked-key'],
    acceptingRevoked(() => true),
    { needs: 'revoked-key', mayViolate: ['auth/checked-first'] },
  ),
  fault(
    'revoked-key-reads-one',
    'A revoked key still reads single animals, from a cache that does not know of it.',
    ['auth/revoked-key'],
    acceptingRevoked((request) => request.path.length === 3),
    { needs: 'revoked-key', mayViolate: ['auth/checked-first'] },
  ),
  fault(
    'no-challenge',
    'A 401 carries no WWW-Authenticate.',
    ['auth/challenge'],
    afterUnauthorized((answer) => withoutHeaders(answer, 'WWW-Authenticate')),
  ),
  fault(
    'no-challenge-on-creation',
    'A 401 to a creation carries no WWW-Authenticate.',
    ['auth/challenge'],
    afterUnauthorized((answer, request) =>
      isCreation(request) ? withoutHeaders(answer, 'WWW-Authenticate') : answer,
    ),
  ),
];
