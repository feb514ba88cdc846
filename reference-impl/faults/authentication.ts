import { isList, isReading } from '../messages.ts';
import {
  alsoFirst,
  alsoReading,
  comparing,
  crashing,
  forbidding,
  isBearer,
  letIn,
  noHeader,
} from './authentication-decorations.ts';
import { around, type Fault, violating } from './fault.ts';

/** An operation that needs no key proves nothing about the place of a key. */
const withoutKey = { mayViolate: ['auth/checked-first', 'auth/header-only'] };

export const authentication: readonly Fault[] = [
  ...violating(['auth/missing-key'], withoutKey).by({
    'list-without-key': [
      'GET /pets without a key returns 200.',
      letIn((request) => noHeader(request) && isList(request)),
    ],
    'get-without-key': [
      'GET /pets/{petId} without a key returns 200.',
      letIn((request) => noHeader(request) && isReading(request)),
    ],
    'create-without-key': [
      'POST /pets without a key returns 201.',
      letIn((request) => noHeader(request) && request.method === 'POST'),
    ],
  }),
  ...violating(['auth/missing-key', 'responses/documented-status'], withoutKey).by({
    'missing-key-403': ['A request without a key returns 403 instead of 401.', forbidding(noHeader)],
  }),
  ...violating(['auth/not-bearer'], alsoFirst).by({
    'any-scheme': [
      'The scheme before the key is not checked: Basic and any other scheme are accepted.',
      alsoReading((request) => /^\S+ +(\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    ],
    'bare-key': [
      'The key alone, without the word Bearer, is accepted.',
      alsoReading((request) => /^\S+$/.exec(request.headers.authorization ?? '')?.[0]),
    ],
  }),
  ...violating(['auth/not-bearer', 'responses/documented-status', 'errors/no-server-error'], alsoFirst).by({
    'bearer-without-token-crashes': [
      'The word Bearer without a token returns 500.',
      crashing((request) => /^Bearer\s*$/i.test(request.headers.authorization ?? '')),
    ],
  }),
  ...violating(['auth/not-bearer', 'auth/unknown-key'], alsoFirst).by({
    'key-anywhere-in-header': [
      'A header is accepted if the key appears anywhere in it.',
      around('readCredential', (inner, { issuedKeys }) => (request) => {
        const header = request.headers.authorization ?? '';
        return issuedKeys.find((issued) => header.includes(issued.key))?.key ?? inner(request);
      }),
    ],
  }),
  ...violating(['auth/unknown-key'], { mayViolate: ['auth/revoked-key'] }).by({
    'any-key': ['Any bearer token is accepted.', comparing(() => true)],
  }),
  ...violating(['auth/unknown-key'], { mayViolate: ['auth/checked-first', 'auth/revoked-key'] }).by({
    'any-token-of-key-length': [
      'A token of letters and digits is accepted if it is as long as a key.',
      comparing((token, key) => token.length === key.length && /^[A-Za-z0-9]+$/.test(token)),
    ],
  }),
  ...violating(['auth/unknown-key'], alsoFirst).by({
    'key-prefix': [
      'A token is accepted if its first eight characters are those of a key.',
      comparing((token, key) => token.length >= 8 && key.startsWith(token)),
    ],
    'key-with-more': [
      'Characters after the key are ignored.',
      comparing((token, key) => token.startsWith(key)),
    ],
    'key-last-character': [
      'The last character of a key is not compared.',
      comparing((token, key) => token.length === key.length && token.slice(0, -1) === key.slice(0, -1)),
    ],
    'key-letter-case': [
      'Keys are compared without letter case.',
      comparing((token, key) => token.toLowerCase() === key.toLowerCase()),
    ],
  }),
  ...violating(['auth/unknown-key', 'responses/documented-status'], {
    mayViolate: ['auth/not-bearer', 'auth/checked-first', 'auth/revoked-key'],
  }).by({
    'unknown-key-403': ['An unknown key returns 403 instead of 401.', forbidding(isBearer)],
  }),
  ...violating(['auth/unknown-key', 'responses/documented-status', 'errors/no-server-error'], {
    mayViolate: ['auth/not-bearer', 'auth/checked-first', 'auth/revoked-key'],
  }).by({
    'unknown-key-crashes': [
      'GET /pets/{petId} with an unknown key returns 500.',
      crashing((request) => isReading(request) && isBearer(request)),
    ],
  }),
  ...violating(['auth/header-only'], alsoFirst).by({
    'key-in-query': [
      'The key is accepted as a query parameter.',
      around('readCredential', (inner, { issuedKeys }) => (request) => {
        const values = [...request.query.values()];
        return inner(request) ?? issuedKeys.find((issued) => values.includes(issued.key))?.key ?? null;
      }),
    ],
    'key-in-x-api-key': [
      'The key is accepted in the header X-API-Key.',
      alsoReading((request) => request.headers['x-api-key']?.toString()),
    ],
    'key-in-cookie': [
      'The key is accepted in a cookie.',
      around('readCredential', (inner, { issuedKeys }) => (request) => {
        const cookies = request.headers.cookie ?? '';
        return inner(request) ?? issuedKeys.find((issued) => cookies.includes(issued.key))?.key ?? null;
      }),
    ],
  }),
];
