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
    'GET /pets without a key returns 200.',
    ['auth/missing-key', 'auth/header-only'],
    letIn((request) => noHeader(request) && isList(request)),
    alsoFirst,
  ),
  fault(
    'get-without-key',
    'GET /pets/{petId} without a key returns 200.',
    ['auth/missing-key', 'auth/header-only'],
    letIn((request) => noHeader(request) && isGet(request)),
    alsoFirst,
  ),
  fault(
    'create-without-key',
    'POST /pets without a key returns 201.',
    ['auth/missing-key', 'auth/header-only'],
    letIn((request) => noHeader(request) && request.method === 'POST'),
    alsoFirst,
  ),
  fault(
    'missing-key-403',
    'A request without a key returns 403 instead of 401.',
    ['auth/missing-key', 'auth/header-only', 'responses/documented-status'],
    forbidding(noHeader),
    alsoFirst,
  ),
  fault(
    'any-scheme',
    'The scheme before the key is not checked: Basic and any other scheme are accepted.',
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
    'The word Bearer without a token returns 500.',
    ['auth/not-bearer', 'responses/documented-status', 'errors/no-server-error'],
    crashing((request) => /^Bearer\s*$/i.test(request.headers.authorization ?? '')),
    alsoFirst,
  ),
  fault(
    'key-anywhere-in-header',
    'A header is accepted if the key appears anywhere in it.',
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
    'A token of letters and digits is accepted if it is as long as a key.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length === key.length && /^[A-Za-z0-9]+$/.test(token)),
    { mayViolate: ['auth/checked-first', 'auth/revoked-key'] },
  ),
  fault(
    'key-prefix',
    'A token is accepted if its first eight characters are those of a key.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length >= 8 && key.startsWith(token)),
    alsoFirst,
  ),
  fault(
    'key-with-more',
    'Characters after the key are ignored.',
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
    'An unknown key returns 403 instead of 401.',
    ['auth/unknown-key', 'responses/documented-status'],
    forbidding(isBearer),
    { mayViolate: ['auth/not-bearer', 'auth/checked-first', 'auth/revoked-key'] },
  ),
  fault(
    'unknown-key-crashes',
    'GET /pets/{petId} with an unknown key returns 500.',
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
