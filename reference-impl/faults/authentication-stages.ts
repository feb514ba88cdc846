import { setTimeout } from 'node:timers/promises';
import { isCreation, isList, isReading } from '../messages.ts';
import { isPetStatus } from '../pet.ts';
import { invalidParameter, Problem } from '../problem.ts';
import { isBearer } from './authentication-decorations.ts';
import {
  acceptingRevoked,
  afterUnauthorized,
  checkingFirst,
  requireJson,
  storingAllTheSame,
} from './authentication-order-decorations.ts';
import { withoutHeaders } from './decorations.ts';
import { type Fault, violating } from './fault.ts';
import { limitOf } from './listing-parameter-decorations.ts';

export const authenticationStages: readonly Fault[] = [
  ...violating(['auth/checked-first']).by({
    'status-checked-before-key': [
      'A list filtered by an unknown status returns 400 before the key is checked.',
      checkingFirst((request) => {
        if (isList(request) && !isPetStatus(request.query.get('status') ?? 'sold')) {
          throw invalidParameter('status must be available, pending or sold.');
        }
      }),
    ],
    'limit-range-checked-before-key': [
      'A numeric limit out of range returns 400 before the key is checked.',
      checkingFirst((request) => {
        const limit = limitOf(request);
        if (isList(request) && (limit < 1 || limit > 100)) {
          throw invalidParameter('limit must be from 1 to 100.');
        }
      }),
    ],
    'media-type-checked-before-key': [
      'Another media type returns 400 before the key is checked.',
      checkingFirst((request) => {
        if (isCreation(request) && !/json/.test(request.headers['content-type'] ?? '')) {
          throw new Problem(400, 'invalid_content_type', 'Send the header Content-Type: application/json.');
        }
      }),
    ],
    'body-checked-before-unknown-key': [
      'The presence of a key is checked before the body, but its validity only after the body.',
      checkingFirst((request, parts) => {
        if (isCreation(request) && isBearer(request)) {
          parts.readNewPet(request);
        }
      }),
    ],
    'json-parsed-before-malformed-header': [
      'Malformed JSON returns 400 if the Authorization header is present but malformed.',
      checkingFirst((request) => {
        if (isCreation(request) && request.headers.authorization !== undefined && !isBearer(request)) {
          requireJson(request);
        }
      }),
    ],
    'animal-looked-up-before-unknown-key': [
      'GET of an unknown animal with an unknown key returns 404.',
      checkingFirst(async (request, parts) => {
        const id = parts.readPetId(request.path[2] ?? '');
        if (isReading(request) && isBearer(request) && id !== null && !(await parts.petStore.get(id))) {
          throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.');
        }
      }),
    ],
  }),
  ...violating(['auth/refused-without-effect']).by({
    'unauthorised-creation-stored-later': [
      'A creation without a valid key returns 401, but a queue stores the animal 100 ms later.',
      afterUnauthorized((answer, request, parts) => {
        if (isCreation(request)) {
          setTimeout(100)
            .then(async () => parts.petStore.add(parts.readNewPet(request)))
            .catch(() => undefined);
        }
        return answer;
      }),
    ],
    'unauthorised-creation-stored-without-status': [
      'A creation with an unknown key returns 401, but stores the animal without its status.',
      storingAllTheSame(isBearer, ({ name, categoryId }) => ({ name, categoryId })),
    ],
  }),
  ...violating(['auth/revoked-key'], { needs: 'revoked-key' }).by({
    'revoked-key-creates': ['A revoked key can still create animals.', acceptingRevoked(isCreation)],
  }),
  ...violating(['auth/challenge']).by({
    'no-challenge-for-unknown-key': [
      'A 401 to an unknown key has no WWW-Authenticate.',
      afterUnauthorized((answer, request) =>
        isBearer(request) ? withoutHeaders(answer, 'WWW-Authenticate') : answer,
      ),
    ],
  }),
];
