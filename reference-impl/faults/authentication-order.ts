import { setTimeout } from 'node:timers/promises';
import { type ApiRequest, type Decoration, isCreation, isList, isReading, type Parts } from '../parts.ts';
import { isPetStatus, type NewPet } from '../pet.ts';
import { animalNotFound, invalidBody, invalidParameter, Problem, unauthorized } from '../problem.ts';
import { afterUnauthorized, isBearer, letIn } from './authentication.ts';
import { bodyMembers, bodyText, refusing, withoutHeaders } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';
import { limitOf } from './listing-parameters.ts';

/** Looks at something else before the key. */
function checkingFirst(check: (request: ApiRequest, parts: Parts) => unknown): Decoration {
  return afterUnauthorized(async (answer, request, parts) => {
    try {
      await check(request, parts);
      return answer;
    } catch (error) {
      const problem = error instanceof Problem ? error : unauthorized();
      return { ...answer, ...parts.showProblem(problem, request) };
    }
  });
}

function refuse(problem: Problem): never {
  throw problem;
}

/** Refuses to read an animal that is not there. */
async function lookUp({ path }: ApiRequest, { readPetId, petStore }: Parts): Promise<void> {
  const id = readPetId(path[2] ?? '');
  if (id !== null && (await petStore.get(id)) === undefined) {
    throw animalNotFound();
  }
}

/** Stores what it refuses. */
function storingAllTheSame(
  when: (request: ApiRequest) => boolean,
  change: (pet: NewPet) => NewPet = (pet) => pet,
): Decoration {
  return afterUnauthorized(async (answer, request, parts) => {
    if (isCreation(request) && when(request)) {
      try {
        await parts.petStore.add(change(parts.readNewPet(request)));
      } catch {
        return answer;
      }
    }
    return answer;
  });
}

/** Treats the revoked key as a good one. */
function acceptingRevoked(when: (request: ApiRequest) => boolean): Decoration {
  return letIn((request, parts) => {
    const token = parts.readCredential(request);
    return when(request) && parts.issuedKeys.some(({ revoked, key }) => revoked && key === token);
  });
}

function requireJson(request: ApiRequest): void {
  try {
    JSON.parse(bodyText(request));
  } catch {
    throw new Problem(400, 'invalid_json', 'The body is not JSON.');
  }
}

export const authenticationOrder: readonly Fault[] = [
  ...violating(['auth/valid-key-accepted', 'list/status-accepted']).by({
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
  ...violating(['auth/checked-first']).each(checkingFirst, {
    'body-checked-before-key': (request, parts) => isCreation(request) && parts.readNewPet(request),
    // A category that is no number returns 400 before the key is checked, as with a schema in front of authentication.
    'types-checked-before-key': (request) =>
      isCreation(request) &&
      typeof bodyMembers(request)?.['categoryId'] === 'string' &&
      refuse(invalidBody('categoryId must be a number.')),
    'json-parsed-before-key': (request) => isCreation(request) && requireJson(request),
    'animal-looked-up-before-key': lookUp,
    'negative-id-404-before-key': ({ path }) => /^-\d+$/.test(path[2] ?? '') && refuse(animalNotFound()),
    'limit-checked-before-key': (request, parts) => isList(request) && parts.readListQuery(request.query),
    'status-checked-before-key': (request) =>
      isList(request) &&
      !isPetStatus(request.query.get('status') ?? 'sold') &&
      refuse(invalidParameter('status must be available, pending or sold.')),
    'limit-range-checked-before-key': (request) =>
      isList(request) &&
      (limitOf(request) < 1 || limitOf(request) > 100) &&
      refuse(invalidParameter('limit must be from 1 to 100.')),
    'media-type-checked-before-key': (request) =>
      isCreation(request) &&
      !/json/.test(request.headers['content-type'] ?? '') &&
      refuse(new Problem(400, 'invalid_content_type', 'Send the header Content-Type: application/json.')),
    'body-checked-before-unknown-key': (request, parts) =>
      isCreation(request) && isBearer(request) && parts.readNewPet(request),
    'animal-looked-up-before-unknown-key': (request, parts) =>
      isReading(request) && isBearer(request) && lookUp(request, parts),
  }),
  ...violating(['auth/checked-first'], 'ample-allowance').by({
    'json-parsed-before-malformed-header': checkingFirst(
      (request) =>
        isCreation(request) &&
        request.headers.authorization !== undefined &&
        !isBearer(request) &&
        requireJson(request),
    ),
  }),
  ...violating(['auth/refused-without-effect']).by({
    'unauthorised-creation-stored': storingAllTheSame(() => true),
    'unknown-key-creation-stored': storingAllTheSame(isBearer),
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
  ...violating(['auth/revoked-key'], 'revoked-key').each(acceptingRevoked, {
    'revoked-key-accepted': () => true,
    // GET /pets/{petId} still accepts a revoked key, because a cache does not know of the revocation.
    'revoked-key-reads-one': (request) => request.path.length === 3,
    'revoked-key-creates': isCreation,
  }),
  ...violating(['auth/challenge']).each(afterUnauthorized, {
    'no-challenge': (answer) => withoutHeaders(answer, 'WWW-Authenticate'),
    'no-challenge-on-creation': (answer, request) =>
      isCreation(request) ? withoutHeaders(answer, 'WWW-Authenticate') : answer,
    'no-challenge-for-unknown-key': (answer, request) =>
      isBearer(request) ? withoutHeaders(answer, 'WWW-Authenticate') : answer,
  }),
];
