import type { ApiRequest } from './messages.ts';
import type { OperationName, Route } from './parts.ts';
import { methodNotAllowed, pathNotFound } from './problem.ts';

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
