import { alsoFirst, alsoReading, comparing, isGet } from './authentication-decorations.ts';
import { isCreation } from './authentication-order-decorations.ts';
import { around, type Fault, fault } from './fault.ts';

export const authenticationNearMisses: readonly Fault[] = [
  fault(
    'key-suffix',
    'The last eight characters of a key are enough.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length >= 8 && key.endsWith(token)),
    alsoFirst,
  ),
  fault(
    'key-with-more-in-front',
    'What stands in front of the key in its token is not looked at.',
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
    'Of a key the first and the last eight characters are compared.',
    ['auth/unknown-key'],
    comparing((token, key) => token.slice(0, 8) === key.slice(0, 8) && token.slice(-8) === key.slice(-8)),
    alsoFirst,
  ),
  fault(
    'word-behind-key',
    'Of the header the second word is taken as the key, whatever follows it.',
    ['auth/not-bearer'],
    alsoReading((request) => /^Bearer (\S+) /.exec(request.headers.authorization ?? '')?.[1]),
    alsoFirst,
  ),
  fault(
    'scheme-ends-in-bearer',
    'The word Bearer is searched for anywhere in the header, as a pattern without a beginning does.',
    ['auth/not-bearer'],
    alsoReading((request) => /Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    alsoFirst,
  ),
  fault(
    'seven-characters-cut',
    'The first seven characters of the header are cut off unread, and the rest is the key.',
    ['auth/not-bearer'],
    alsoReading((request) => request.headers.authorization?.slice(7)),
    alsoFirst,
  ),
  fault(
    'scheme-token',
    'The key behind the scheme Token is accepted too, as a framework does whose own scheme it is.',
    ['auth/not-bearer'],
    alsoReading((request) => /^Token (\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    alsoFirst,
  ),
  fault(
    'scheme-api-key',
    'The key behind the scheme ApiKey is accepted too.',
    ['auth/not-bearer'],
    alsoReading((request) => /^ApiKey (\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    alsoFirst,
  ),
  fault(
    'bare-key-reads-one',
    'One animal is read with the key alone too, without the word Bearer.',
    ['auth/not-bearer'],
    alsoReading((request) => (isGet(request) ? request.headers.authorization : undefined)),
    alsoFirst,
  ),
  fault(
    'basic-user-creates',
    'The key as a Basic user name is accepted for creations.',
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
    'When one animal is read, keys are compared without letter case.',
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
    'For creations the first eight characters of a key are enough.',
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
    'Every seventh token that was never issued is let in, as where one of several replicas checks none.',
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
