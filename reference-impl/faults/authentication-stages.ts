import { setTimeout } from 'node:timers/promises';
import { isPetStatus } from '../pet.ts';
import { invalidParameter, Problem } from '../problem.ts';
import { isBearer, isGet, isList } from './authentication-decorations.ts';
import {
  acceptingRevoked,
  afterUnauthorized,
  checkingFirst,
  isCreation,
  requireJson,
  storingAllTheSame,
} from './authentication-order-decorations.ts';
import { withoutHeaders } from './decorations.ts';
import { type Fault, fault } from './fault.ts';
import { limitOf } from './listing-parameter-decorations.ts';

export const authenticationStages: readonly Fault[] = [
  fault(
    'status-checked-before-key',
    'Listing by a status that does not exist is answered 400 before the key is looked at.',
    ['auth/checked-first'],
    checkingFirst((request) => {
      if (isList(request) && !isPetStatus(request.query.get('status') ?? 'sold')) {
        throw invalidParameter('status must be available, pending or sold.');
      }
    }),
  ),
  fault(
    'limit-range-checked-before-key',
    'A limit that is a number out of range is answered 400 before the key is looked at.',
    ['auth/checked-first'],
    checkingFirst((request) => {
      const limit = limitOf(request);
      if (isList(request) && (limit < 1 || limit > 100)) {
        throw invalidParameter('limit must be from 1 to 100.');
      }
    }),
  ),
  fault(
    'media-type-checked-before-key',
    'Another media type is answered 400 before the key is looked at.',
    ['auth/checked-first'],
    checkingFirst((request) => {
      if (isCreation(request) && !/json/.test(request.headers['content-type'] ?? '')) {
        throw new Problem(400, 'invalid_content_type', 'Send the header Content-Type: application/json.');
      }
    }),
  ),
  fault(
    'body-checked-before-unknown-key',
    'That there is a key is checked first, whether it was issued only after the body.',
    ['auth/checked-first'],
    checkingFirst((request, parts) => {
      if (isCreation(request) && isBearer(request)) {
        parts.readNewPet(request);
      }
    }),
  ),
  fault(
    'json-parsed-before-malformed-header',
    'Broken JSON is answered 400 where the header is there and not in the bearer form.',
    ['auth/checked-first'],
    checkingFirst((request) => {
      if (isCreation(request) && request.headers.authorization !== undefined && !isBearer(request)) {
        requireJson(request);
      }
    }),
  ),
  fault(
    'animal-looked-up-before-unknown-key',
    'With a key that was never issued, an animal that does not exist is answered 404.',
    ['auth/checked-first'],
    checkingFirst(async (request, parts) => {
      const id = parts.readPetId(request.path[2] ?? '');
      if (isGet(request) && isBearer(request) && id !== null && !(await parts.petStore.get(id))) {
        throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.');
      }
    }),
  ),
  fault(
    'unauthorised-creation-stored-later',
    'A creation without a valid key is answered 401, and stored 100 ms later by what works off a queue.',
    ['auth/refused-without-effect'],
    afterUnauthorized((answer, request, parts) => {
      if (isCreation(request)) {
        setTimeout(100)
          .then(async () => parts.petStore.add(parts.readNewPet(request)))
          .catch(() => undefined);
      }
      return answer;
    }),
  ),
  fault(
    'unauthorised-creation-stored-without-status',
    'A creation with a key that was never issued is answered 401 and stored without its status.',
    ['auth/refused-without-effect'],
    storingAllTheSame(isBearer, ({ name, categoryId }) => ({ name, categoryId })),
  ),
  fault(
    'revoked-key-creates',
    'A revoked key still adds animals.',
    ['auth/revoked-key'],
    acceptingRevoked(isCreation),
    { needs: 'revoked-key' },
  ),
  fault(
    'no-challenge-for-unknown-key',
    'A 401 to a key that was never issued carries no WWW-Authenticate.',
    ['auth/challenge'],
    afterUnauthorized((answer, request) =>
      isBearer(request) ? withoutHeaders(answer, 'WWW-Authenticate') : answer,
    ),
  ),
];
