import { isCreation, isReading } from '../messages.ts';
import { alsoReading, comparing } from './authentication-decorations.ts';

import { around, type Fault, violating } from './fault.ts';

export const authenticationNearMisses: readonly Fault[] = [
  ...violating(['auth/unknown-key']).by({
    // A token is accepted if its last eight characters are those of a key.
    'key-suffix': comparing((token, key) => token.length >= 8 && key.endsWith(token)),
    // A JSON Web Token is accepted without its signature being verified.
    'unsigned-token-accepted': comparing((token) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)),
    'key-with-more-in-front': comparing((token, key) => token.endsWith(key)),
    'key-first-character': comparing(
      (token, key) => token.length === key.length && token.slice(1) === key.slice(1),
    ),
    'key-middle-not-compared': comparing(
      (token, key) => token.slice(0, 8) === key.slice(0, 8) && token.slice(-8) === key.slice(-8),
    ),
    'key-letter-case-reads-one': around('handle', (inner) => (request, parts) => {
      const findKey = (token: string) =>
        parts.findKey(token) ??
        parts.issuedKeys.find(
          ({ key, revoked }) => !revoked && key.toLowerCase() === token.toLowerCase() && isReading(request),
        ) ??
        null;
      return inner(request, { ...parts, findKey });
    }),
    // POST /pets compares only the first eight characters of a key.
    'key-prefix-creates': around('handle', (inner) => (request, parts) => {
      const findKey = (token: string) =>
        parts.findKey(token) ??
        parts.issuedKeys.find(
          ({ key, revoked }) => !revoked && token.length >= 8 && key.startsWith(token) && isCreation(request),
        ) ??
        null;
      return inner(request, { ...parts, findKey });
    }),
  }),
  ...violating(['auth/not-bearer']).by({
    'word-behind-key': alsoReading(
      (request) => /^Bearer (\S+) /.exec(request.headers.authorization ?? '')?.[1],
    ),
    // The word Bearer is matched anywhere in the header, as by an unanchored pattern.
    'scheme-ends-in-bearer': alsoReading(
      (request) => /Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1],
    ),
    // The first seven characters of the header are skipped unread, and the rest is the key.
    'seven-characters-cut': alsoReading((request) => request.headers.authorization?.slice(7)),
    'scheme-token': alsoReading((request) => /^Token (\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    'scheme-api-key': alsoReading(
      (request) => /^ApiKey (\S+)$/.exec(request.headers.authorization ?? '')?.[1],
    ),
    // GET /pets/{petId} also accepts the key without the word Bearer.
    'bare-key-reads-one': alsoReading((request) =>
      isReading(request) ? request.headers.authorization : undefined,
    ),
    // POST /pets also accepts the key as the user name of Basic.
    'basic-user-creates': alsoReading((request) => {
      const encoded = /^Basic +(\S+)$/.exec(request.headers.authorization ?? '')?.[1];
      const pair = Buffer.from(encoded ?? '', 'base64').toString();
      return isCreation(request) ? pair.split(':')[0] : undefined;
    }),
  }),
  ...violating(['auth/unknown-key'], { mayViolate: ['auth/revoked-key'] }).by({
    'every-seventh-bad-key-let-in': around('findKey', (inner, { issuedKeys }) => {
      let refused = 0;
      return (token) => {
        const found = inner(token);
        refused += found === null ? 1 : 0;
        return found === null && refused % 7 === 0
          ? (issuedKeys.find(({ plan, revoked }) => plan === 'enterprise' && !revoked) ?? null)
          : found;
      };
    }),
  }),
];
