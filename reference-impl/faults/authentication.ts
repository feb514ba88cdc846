import { isList, isReading } from '../messages.ts';
import {
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
export const authentication: readonly Fault[] = [
  ...violating(['auth/missing-key']).by({
    'list-without-key': letIn((request) => noHeader(request) && isList(request)),
    'get-without-key': letIn((request) => noHeader(request) && isReading(request)),
    'create-without-key': letIn((request) => noHeader(request) && request.method === 'POST'),
  }),
  ...violating(['auth/missing-key', 'responses/documented-status']).by({
    'missing-key-403': forbidding(noHeader),
  }),
  ...violating(['auth/not-bearer']).by({
    'any-scheme': alsoReading((request) => /^\S+ +(\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    // The key alone, without the word Bearer, is accepted.
    'bare-key': alsoReading((request) => /^\S+$/.exec(request.headers.authorization ?? '')?.[0]),
  }),
  ...violating(['auth/not-bearer', 'responses/documented-status', 'errors/no-server-error']).by({
    'bearer-without-token-crashes': crashing((request) =>
      /^Bearer\s*$/i.test(request.headers.authorization ?? ''),
    ),
  }),
  ...violating(['auth/not-bearer', 'auth/unknown-key']).by({
    'key-anywhere-in-header': around('readCredential', (inner, { issuedKeys }) => (request) => {
      const header = request.headers.authorization ?? '';
      return issuedKeys.find((issued) => header.includes(issued.key))?.key ?? inner(request);
    }),
  }),
  ...violating(['auth/unknown-key'], { mayViolate: ['auth/revoked-key'] }).by({
    'any-key': comparing(() => true),

    'any-token-of-key-length': comparing(
      (token, key) => token.length === key.length && /^[A-Za-z0-9]+$/.test(token),
    ),
  }),
  ...violating(['auth/unknown-key']).by({
    // A token is accepted if its first eight characters are those of a key.
    'key-prefix': comparing((token, key) => token.length >= 8 && key.startsWith(token)),
    'key-with-more': comparing((token, key) => token.startsWith(key)),
    'key-last-character': comparing(
      (token, key) => token.length === key.length && token.slice(0, -1) === key.slice(0, -1),
    ),
    'key-letter-case': comparing((token, key) => token.toLowerCase() === key.toLowerCase()),
  }),
  ...violating(['auth/unknown-key', 'responses/documented-status'], {
    mayViolate: ['auth/revoked-key'],
  }).by({
    'unknown-key-403': forbidding(isBearer),
  }),
  ...violating(['auth/unknown-key', 'responses/documented-status', 'errors/no-server-error'], {
    mayViolate: ['auth/revoked-key'],
  }).by({
    'unknown-key-crashes': crashing((request) => isReading(request) && isBearer(request)),
  }),
  ...violating(['auth/header-only']).by({
    'key-in-query': around('readCredential', (inner, { issuedKeys }) => (request) => {
      const values = [...request.query.values()];
      return inner(request) ?? issuedKeys.find((issued) => values.includes(issued.key))?.key ?? null;
    }),
    'key-in-x-api-key': alsoReading((request) => request.headers['x-api-key']?.toString()),
    'key-in-cookie': around('readCredential', (inner, { issuedKeys }) => (request) => {
      const cookies = request.headers.cookie ?? '';
      return inner(request) ?? issuedKeys.find((issued) => cookies.includes(issued.key))?.key ?? null;
    }),
  }),
];
