import type { Answer, ApiRequest, Operation, OperationName, Outcome, Parts, Route } from './parts.ts';
import { isInt64, isPetStatus, type ListQuery } from './pet.ts';
import {
  animalNotFound,
  internalError,
  invalidParameter,
  methodNotAllowed,
  Problem,
  pathNotFound,
  tooManyRequests,
  unauthorized,
} from './problem.ts';

/**
 * Announces the removal on 5 December 2030 (section "Versioning"): RFC 9745 for the deprecation itself,
 * RFC 8594 for its end.
 */
const deprecation = {
  Deprecation: `@${Date.UTC(2025, 11, 5) / 1000}`,
  Sunset: new Date(Date.UTC(2030, 11, 5)).toUTCString(),
  Link: '</v1/pets>; rel="successor-version"',
};

/** `GET /pets` */
export const listPets: Operation = async (request, _route, parts) => {
  const pets = await parts.petStore.list(parts.readListQuery(request.query));
  return { status: 200, headers: {}, body: pets.map((pet) => parts.showPet(pet, 'listPets')) };
};

/** `POST /pets` */
export const createPet: Operation = async (request, _route, parts) => {
  const pet = await parts.petStore.add(parts.readNewPet(request));
  return {
    status: 201,
    headers: { Location: `/v1/pets/${pet.id}` },
    body: parts.showPet(pet, 'createPet'),
  };
};

/** `GET /pets/{petId}` */
export const getPet: Operation = async (_request, route, parts) => {
  const id = parts.readPetId(route.petId);
  const pet = id === null ? undefined : await parts.petStore.get(id);
  if (pet === undefined) {
    throw animalNotFound(deprecation);
  }
  return { status: 200, headers: deprecation, body: parts.showPet(pet, 'getPet') };
};

/** Every field of the schema `Pet`; `status` only where the animal has one. */
export const showPet: Parts['showPet'] = (pet) => ({ ...pet });

/** Finds the operation of a request. @throws {Problem} 404 and 405 */
export function route(request: ApiRequest): Route {
  const [version, resource, petId] = request.path;
  if (version !== 'v1' || resource !== 'pets' || request.path.length > 3) {
    throw pathNotFound();
  }
  const operations: Readonly<Record<string, OperationName>> =
    petId === undefined ? { GET: 'listPets', POST: 'createPet' } : { GET: 'getPet' };
  const operation = Object.hasOwn(operations, request.method) ? operations[request.method] : undefined;
  if (operation === undefined) {
    throw methodNotAllowed(Object.keys(operations));
  }
  return { operation, petId: petId ?? '' };
}

/** Answers one request: first who asks, then whether they may ask now, then what they ask. */
export async function handle(request: ApiRequest, parts: Parts): Promise<Answer> {
  const token = parts.readCredential(request);
  const key = token === null ? null : parts.findKey(token);
  const allowance = await parts.takeAllowance(key);
  if (key === null) {
    return { ...parts.showProblem(unauthorized(), request), allowance };
  }
  if (!allowance.admitted) {
    const seconds = Math.max(1, Math.ceil((allowance.nextAt - parts.clock.now()) / 1000));
    return { ...parts.showProblem(tooManyRequests(seconds), request), allowance };
  }
  return { ...(await perform(request, parts)), allowance };
}

async function perform(request: ApiRequest, parts: Parts): Promise<Outcome> {
  try {
    const route = parts.route(request);
    return await parts[route.operation](request, route, parts);
  } catch (error) {
    return parts.showProblem(error instanceof Problem ? error : internalError(), request);
  }
}

const defaultLimit = 20;
const largestLimit = 100;

/** Reads `limit` and `status`; parameters that the document does not show are left alone. @throws {Problem} 400 */
export function readListQuery(query: URLSearchParams): ListQuery {
  const limit = readLimit(single(query, 'limit'));
  const status = single(query, 'status');
  if (status === undefined) {
    return { limit };
  }
  if (!isPetStatus(status)) {
    throw invalidParameter('status must be available, pending or sold.');
  }
  return { limit, status };
}

function readLimit(text: string | undefined): number {
  if (text === undefined) {
    return defaultLimit;
  }
  const limit = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(limit >= 1 && limit <= largestLimit)) {
    throw invalidParameter(`limit must be an integer from 1 to ${largestLimit}.`);
  }
  return limit;
}

function single(query: URLSearchParams, name: string): string | undefined {
  const values = query.getAll(name);
  if (values.length > 1) {
    throw invalidParameter(`${name} must be given once.`);
  }
  return values[0];
}

/** Reads `petId`: an int64, or `null` where the text is none. */
export function readPetId(text: string): bigint | null {
  const id = /^-?\d{1,19}$/.test(text) ? BigInt(text) : null;
  return id !== null && isInt64(id) ? id : null;
}
