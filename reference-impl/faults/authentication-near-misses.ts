import { alsoFirst, alsoReading, comparing, isGet } from './authentication-decorations.ts';
import { isCreation } from './authentication-order-decorations.ts';
import { around, type Fault, fault } from './fault.ts';

export const authenticationNearMisses: readonly Fault[] = [
  fault(
    'key-suffix',
    'A token is accepted if its last eight characters are those of a key.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length >= 8 && key.endsWith(token)),
    alsoFirst,
  ),
  fault(
    'key-with-more-in-front',
    'Characters before the key in its token are ignored.',
    ['auth/unknown-key'],
    comparing((token, key) => token.endsWith(key)),
    alsoFirst,
  ),
  fault(
    'key-first-character',
    'The first character of a key is not compared.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length === key.length && token.slice(1) === key.slice(1)),
    alsoFirst,
  ),
  fault(
    'key-middle-not-compared',
    'Only the first and the last eight characters of a key are compared.',
    ['auth/unknown-key'],
    comparing((token, key) => token.slice(0, 8) === key.slice(0, 8) && token.slice(-8) === key.slice(-8)),
    alsoFirst,
  ),
  fault(
    'word-behind-key',
    'The second word of the header is read as the key, and further words are ignored.',
    ['auth/not-bearer'],
    alsoReading((request) => /^Bearer (\S+) /.exec(request.headers.authorization ?? '')?.[1]),
    alsoFirst,
  ),
  fault(
    'scheme-ends-in-bearer',
    'The word Bearer is matched anywhere in the header, as by an unanchored pattern.',
    ['auth/not-bearer'],
    alsoReading((request) => /Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    alsoFirst,
  ),
  fault(
    'seven-characters-cut',
    'The first seven characters of the header are skipped unread, and the rest is the key.',
    ['auth/not-bearer'],
    alsoReading((request) => request.headers.authorization?.slice(7)),
    alsoFirst,
  ),
  fault(
    'scheme-token',
    'The scheme Token is accepted as well, as in frameworks with that scheme.',
    ['auth/not-bearer'],
    alsoReading((request) => /^Token (\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    alsoFirst,
  ),
  fault(
    'scheme-api-key',
    'The scheme ApiKey is accepted as well.',
    ['auth/not-bearer'],
    alsoReading((request) => /^ApiKey (\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    alsoFirst,
  ),
  fault(
    'bare-key-reads-one',
    'GET /pets/{petId} also accepts the key without the word Bearer.',
    ['auth/not-bearer'],
    alsoReading((request) => (isGet(request) ? request.headers.authorization : undefined)),
    alsoFirst,
  ),
  fault(
    'basic-user-creates',
    'POST /pets also accepts the key as the user name of Basic.',
    ['auth/not-bearer'],
    alsoReading((request) => {
      const encoded = /^Basic +(\S+)$/.exec(request.headers.authorization ?? '')?.[1];
      const pair = Buffer.from(encoded ?? '', 'base64').toString();
      return isCreation(request) ? pair.split(':')[0] : undefined;
    }),
    alsoFirst,
  ),
  fault(
    'key-letter-case-reads-one',
    'GET /pets/{petId} compares keys without letter case.',
    ['auth/unknown-key'],
    around('handle', (inner) => (request, parts) => {
      const findKey = (token: string) =>
        parts.findKey(token) ??
        parts.issuedKeys.find(
          ({ key, revoked }) => !revoked && key.toLowerCase() === token.toLowerCase() && isGet(request),
        ) ??
        null;
      return inner(request, { ...parts, findKey });
    }),
    alsoFirst,
  ),
  fault(
    'key-prefix-creates',
    'POST /pets compares only the first eight characters of a key.',
    ['auth/unknown-key'],
    around('handle', (inner) => (request, parts) => {
      const findKey = (token: string) =>
        parts.findKey(token) ??
        parts.issuedKeys.find(
          ({ key, revoked }) => !revoked && token.length >= 8 && key.startsWith(token) && isCreation(request),
        ) ??
        null;
      return inner(request, { ...parts, findKey });
    }),
    alsoFirst,
  ),
  fault(
    'every-seventh-bad-key-let-in',
    'Every seventh unknown token is accepted, as with one of several replicas that checks none.',
    ['auth/unknown-key'],
    around('findKey', (inner, { issuedKeys }) => {
      let refused = 0;
      return (token) => {
        const found = inner(token);
        refused += found === null ? 1 : 0;
        return found === null && refused % 7 === 0
          ? (issuedKeys.find(({ plan, revoked }) => plan === 'enterprise' && !revoked) ?? null)
          : found;
      };
    }),
    { mayViolate: ['auth/checked-first', 'auth/revoked-key'] },
  ),
];
