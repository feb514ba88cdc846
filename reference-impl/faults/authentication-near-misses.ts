import { isCreation, isReading } from '../messages.ts';
import { alsoFirst, alsoReading, comparing } from './authentication-decorations.ts';

import { around, type Fault, violating } from './fault.ts';

export const authenticationNearMisses: readonly Fault[] = [
  ...violating(['auth/unknown-key'], alsoFirst).by({
    'key-suffix': [
      'A token is accepted if its last eight characters are those of a key.',
      comparing((token, key) => token.length >= 8 && key.endsWith(token)),
    ],
    'unsigned-token-accepted': [
      'A JSON Web Token is accepted without its signature being verified.',
      comparing((token) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)),
    ],
    'key-with-more-in-front': [
      'Characters before the key in its token are ignored.',
      comparing((token, key) => token.endsWith(key)),
    ],
    'key-first-character': [
      'The first character of a key is not compared.',
      comparing((token, key) => token.length === key.length && token.slice(1) === key.slice(1)),
    ],
    'key-middle-not-compared': [
      'Only the first and the last eight characters of a key are compared.',
      comparing((token, key) => token.slice(0, 8) === key.slice(0, 8) && token.slice(-8) === key.slice(-8)),
    ],
    'key-letter-case-reads-one': [
      'GET /pets/{petId} compares keys without letter case.',
      around('handle', (inner) => (request, parts) => {
        const findKey = (token: string) =>
          parts.findKey(token) ??
          parts.issuedKeys.find(
            ({ key, revoked }) => !revoked && key.toLowerCase() === token.toLowerCase() && isReading(request),
          ) ??
          null;
        return inner(request, { ...parts, findKey });
      }),
    ],
    'key-prefix-creates': [
      'POST /pets compares only the first eight characters of a key.',
      around('handle', (inner) => (request, parts) => {
        const findKey = (token: string) =>
          parts.findKey(token) ??
          parts.issuedKeys.find(
            ({ key, revoked }) =>
              !revoked && token.length >= 8 && key.startsWith(token) && isCreation(request),
          ) ??
          null;
        return inner(request, { ...parts, findKey });
      }),
    ],
  }),
  ...violating(['auth/not-bearer'], alsoFirst).by({
    'word-behind-key': [
      'The second word of the header is read as the key, and further words are ignored.',
      alsoReading((request) => /^Bearer (\S+) /.exec(request.headers.authorization ?? '')?.[1]),
    ],
    'scheme-ends-in-bearer': [
      'The word Bearer is matched anywhere in the header, as by an unanchored pattern.',
      alsoReading((request) => /Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    ],
    'seven-characters-cut': [
      'The first seven characters of the header are skipped unread, and the rest is the key.',
      alsoReading((request) => request.headers.authorization?.slice(7)),
    ],
    'scheme-token': [
      'The scheme Token is accepted as well, as in frameworks with that scheme.',
      alsoReading((request) => /^Token (\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    ],
    'scheme-api-key': [
      'The scheme ApiKey is accepted as well.',
      alsoReading((request) => /^ApiKey (\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    ],
    'bare-key-reads-one': [
      'GET /pets/{petId} also accepts the key without the word Bearer.',
      alsoReading((request) => (isReading(request) ? request.headers.authorization : undefined)),
    ],
    'basic-user-creates': [
      'POST /pets also accepts the key as the user name of Basic.',
      alsoReading((request) => {
        const encoded = /^Basic +(\S+)$/.exec(request.headers.authorization ?? '')?.[1];
        const pair = Buffer.from(encoded ?? '', 'base64').toString();
        return isCreation(request) ? pair.split(':')[0] : undefined;
      }),
    ],
  }),
  ...violating(['auth/unknown-key'], { mayViolate: ['auth/checked-first', 'auth/revoked-key'] }).by({
    'every-seventh-bad-key-let-in': [
      'Every seventh unknown token is accepted, as with one of several replicas that checks none.',
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
    ],
  }),
];
