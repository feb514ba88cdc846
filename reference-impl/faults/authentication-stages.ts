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
    'status-checked-before-key': checkingFirst((request) => {
      if (isList(request) && !isPetStatus(request.query.get('status') ?? 'sold')) {
        throw invalidParameter('status must be available, pending or sold.');
      }
    }),
    'limit-range-checked-before-key': checkingFirst((request) => {
      const limit = limitOf(request);
      if (isList(request) && (limit < 1 || limit > 100)) {
        throw invalidParameter('limit must be from 1 to 100.');
      }
    }),
    'media-type-checked-before-key': checkingFirst((request) => {
      if (isCreation(request) && !/json/.test(request.headers['content-type'] ?? '')) {
        throw new Problem(400, 'invalid_content_type', 'Send the header Content-Type: application/json.');
      }
    }),
    'body-checked-before-unknown-key': checkingFirst((request, parts) => {
      if (isCreation(request) && isBearer(request)) {
        parts.readNewPet(request);
      }
    }),
    'json-parsed-before-malformed-header': checkingFirst((request) => {
      if (isCreation(request) && request.headers.authorization !== undefined && !isBearer(request)) {
        requireJson(request);
      }
    }),
    'animal-looked-up-before-unknown-key': checkingFirst(async (request, parts) => {
      const id = parts.readPetId(request.path[2] ?? '');
      if (isReading(request) && isBearer(request) && id !== null && !(await parts.petStore.get(id))) {
        throw new Problem(404, 'pet_not_found', 'There is no animal with this identifier.');
      }
    }),
  }),
  ...violating(['auth/refused-without-effect']).by({
    // A creation without a valid key returns 401, but a queue stores the animal 100 ms later.
    'unauthorised-creation-stored-later': afterUnauthorized((answer, request, parts) => {
      if (isCreation(request)) {
        setTimeout(100)
          .then(async () => parts.petStore.add(parts.readNewPet(request)))
          .catch(() => undefined);
      }
      return answer;
    }),
    'unauthorised-creation-stored-without-status': storingAllTheSame(isBearer, ({ name, categoryId }) => ({
      name,
      categoryId,
    })),
  }),
  ...violating(['auth/revoked-key'], { needs: 'revoked-key' }).by({
    'revoked-key-creates': acceptingRevoked(isCreation),
  }),
  ...violating(['auth/challenge']).by({
    'no-challenge-for-unknown-key': afterUnauthorized((answer, request) =>
      isBearer(request) ? withoutHeaders(answer, 'WWW-Authenticate') : answer,
    ),
  }),
];
