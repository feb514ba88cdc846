import {
  alsoFirst,
  alsoReading,
  comparing,
  crashing,
  forbidding,
  isBearer,
  isGet,
  isList,
  letIn,
  noHeader,
} from './authentication-decorations.ts';
import { around, type Fault, fault } from './fault.ts';

export const authentication: readonly Fault[] = [
  fault(
    'list-without-key',
    'Anyone may list: a request without Authorization gets the animals.',
    ['auth/missing-key', 'auth/header-only'],
    letIn((request) => noHeader(request) && isList(request)),
    alsoFirst,
  ),
  fault(
    'get-without-key',
    'Anyone may read one animal: only listing and creation look for a key.',
    ['auth/missing-key', 'auth/header-only'],
    letIn((request) => noHeader(request) && isGet(request)),
    alsoFirst,
  ),
  fault(
    'create-without-key',
    'Anyone may add an animal: only reading looks for a key.',
    ['auth/missing-key', 'auth/header-only'],
    letIn((request) => noHeader(request) && request.method === 'POST'),
    alsoFirst,
  ),
  fault(
    'missing-key-403',
    'A request without a key is answered 403 instead of 401.',
    ['auth/missing-key', 'auth/header-only', 'responses/documented-status'],
    forbidding(noHeader),
    alsoFirst,
  ),
  fault(
    'any-scheme',
    'The word in front of the key is not looked at: Basic and any other scheme do.',
    ['auth/not-bearer'],
    alsoReading((request) => /^\S+ +(\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    alsoFirst,
  ),
  fault(
    'bare-key',
    'The key alone, without the word Bearer, is accepted.',
    ['auth/not-bearer'],
    alsoReading((request) => /^\S+$/.exec(request.headers.authorization ?? '')?.[0]),
    alsoFirst,
  ),
  fault(
    'bearer-without-token-crashes',
    'Bearer with no token after it is answered 500.',
    ['auth/not-bearer', 'responses/documented-status', 'errors/no-server-error'],
    crashing((request) => /^Bearer\s*$/i.test(request.headers.authorization ?? '')),
    alsoFirst,
  ),
  fault(
    'key-anywhere-in-header',
    'The header is accepted when the key stands anywhere in it.',
    ['auth/not-bearer', 'auth/unknown-key'],
    around('readCredential', (inner, { issuedKeys }) => (request) => {
      const header = request.headers.authorization ?? '';
      return issuedKeys.find((issued) => header.includes(issued.key))?.key ?? inner(request);
    }),
    alsoFirst,
  ),
  fault(
    'any-key',
    'Any bearer token is accepted.',
    ['auth/unknown-key'],
    comparing(() => true),
    { mayViolate: ['auth/revoked-key'] },
  ),
  fault(
    'any-token-of-key-length',
    'A token is accepted when it is as long as a key and written in letters and digits.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length === key.length && /^[A-Za-z0-9]+$/.test(token)),
    { mayViolate: ['auth/checked-first', 'auth/revoked-key'] },
  ),
  fault(
    'key-prefix',
    'The first eight characters of a key are enough.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length >= 8 && key.startsWith(token)),
    alsoFirst,
  ),
  fault(
    'key-with-more',
    'What follows the key is not looked at.',
    ['auth/unknown-key'],
    comparing((token, key) => token.startsWith(key)),
    alsoFirst,
  ),
  fault(
    'key-last-character',
    'The last character of a key is not compared.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length === key.length && token.slice(0, -1) === key.slice(0, -1)),
    alsoFirst,
  ),
  fault(
    'key-letter-case',
    'Keys are compared without letter case.',
    ['auth/unknown-key'],
    comparing((token, key) => token.toLowerCase() === key.toLowerCase()),
    alsoFirst,
  ),
  fault(
    'unknown-key-403',
    'A key that was never issued is answered 403 instead of 401.',
    ['auth/unknown-key', 'responses/documented-status'],
    forbidding(isBearer),
    { mayViolate: ['auth/not-bearer', 'auth/checked-first', 'auth/revoked-key'] },
  ),
  fault(
    'unknown-key-crashes',
    'A key that was never issued is answered 500 when one animal is asked for.',
    ['auth/unknown-key', 'responses/documented-status', 'errors/no-server-error'],
    crashing((request) => isGet(request) && isBearer(request)),
    { mayViolate: ['auth/not-bearer', 'auth/checked-first', 'auth/revoked-key'] },
  ),
  fault(
    'key-in-query',
    'The key is accepted as a query parameter.',
    ['auth/header-only'],
    around('readCredential', (inner, { issuedKeys }) => (request) => {
      const values = [...request.query.values()];
      return inner(request) ?? issuedKeys.find((issued) => values.includes(issued.key))?.key ?? null;
    }),
    alsoFirst,
  ),
  fault(
    'key-in-x-api-key',
    'The key is accepted in the header X-API-Key.',
    ['auth/header-only'],
    alsoReading((request) => request.headers['x-api-key']?.toString()),
    alsoFirst,
  ),
  fault(
    'key-in-cookie',
    'The key is accepted in a cookie.',
    ['auth/header-only'],
    around('readCredential', (inner, { issuedKeys }) => (request) => {
      const cookies = request.headers.cookie ?? '';
      return inner(request) ?? issuedKeys.find((issued) => cookies.includes(issued.key))?.key ?? null;
    }),
    alsoFirst,
  ),
];
