import type { Operation } from './exchange.ts';

/** The operation that a request asks for by its method and path, or `null` for any other. */
export function operationOf(method: string, path: string): Operation | null {
  if (path === '/pets') {
    return method === 'GET' ? 'listPets' : method === 'POST' ? 'createPet' : null;
  }
  const isOneSegment = path.startsWith('/pets/') && path.indexOf('/', '/pets/'.length) === -1;
  const segment = path.slice('/pets/'.length);
  return method === 'GET' && isOneSegment && !/^\.{0,2}$/.test(segment) ? 'getPet' : null;
}
