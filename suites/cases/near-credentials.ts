import { createHash } from 'node:crypto';
import {
  authorization,
  inBasic,
  meansTheSameInEitherCase,
  type Written,
  written,
} from '../../src/arbitraries/credentials.ts';
import type { Credential } from '../../src/target/api-request.ts';

/** A credential that must be refused, or `null` if the key has no such near miss. */
type MakeCredential = (key: string) => Credential | null;

/** Credentials that contain the key, but not in the form `Bearer <API_KEY>`. */
const notInForm: readonly Written[] = [
  ['the key in quotation marks', (key) => `Bearer "${key}"`],
  ['the key followed by a comma and a word', (key) => `Bearer ${key},junk`],
  ['the key followed by a comma', (key) => `Bearer ${key},`],
  ['a word before the key', (key) => `Bearer junk ${key}`],
  ['the word Bearer twice', (key) => `Bearer Bearer ${key}`],
  ['the key in angle brackets', (key) => `Bearer <${key}>`],
  ['the key as a parameter', (key) => `Bearer token="${key}"`],
  ['a parameter after the key', (key) => `Bearer ${key}; scope=all`],
  ['two credentials, the second one valid', (key) => `Basic eDp5, Bearer ${key}`],
  ['another scheme before the valid form', (key) => `Negotiate Bearer ${key}`],
  ['the scheme JWT', (key) => `JWT ${key}`],
  ['the scheme Api-Key', (key) => `Api-Key ${key}`],
  ['an equals sign instead of the space', (key) => `Bearer=${key}`],
];

/** `Basic` (RFC 7617) with the key as user name, password or both. */
const basic: readonly Written[] = [
  ['the key as a Basic password without a user name', (key) => `:${key}`],
  ['the key as a Basic password', (key) => `api:${key}`],
  ['the key as Basic user name and password', (key) => `${key}:${key}`],
  ['the key alone in Basic', (key) => key],
];

/**
 * Tokens that languages read as another value, that databases read as a pattern, or that a developer may have left in.
 * None that a gateway would block as an attack.
 */
const tokensOfNobody: readonly string[] = [
  // A JSON Web Token without a signature (RFC 7519 section 6).
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  ...['null', 'undefined', 'None', 'nil', 'true', 'false', '0', '-1', 'NaN', '{}', '[]', '*', '%', '.*', "'"],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'],
  ...['test', 'demo', 'admin', 'secret', 'token', 'changeme', '<API_KEY>', 'API_KEY', 'YOUR_API_KEY'],
];

/** Tokens derived from the key that are not a valid key. */
const derived: readonly (readonly [description: string, derive: (key: string) => string | null])[] = [
  ['the key in base64', (key) => Buffer.from(key).toString('base64')],
  ['the key in hexadecimal', (key) => Buffer.from(key).toString('hex')],
  ['the SHA-256 of the key in hexadecimal', (key) => createHash('sha256').update(key).digest('hex')],
  ['the SHA-256 of the key in base64', (key) => createHash('sha256').update(key).digest('base64')],
  ['the MD5 of the key', (key) => createHash('md5').update(key).digest('hex')],
  ['the key reversed', (key) => [...key].reverse().join('')],
  ['the key repeated', (key) => key + key],
  ['the key with its first character percent-encoded', percentEncoded],
  // A service may compare only a part of composite tokens such as name:secret and id|secret.
  ['the key followed by a colon and a letter', (key) => followedBy(key, ':x')],
  ['a digit and a vertical bar before the key', (key) => `1|${key}`],
  ['the key without its punctuation', (key) => withoutPunctuation(key)],
  ['the key with a full stop inside', (key) => inside(key, '.')],
  ['the key with an underscore inside', (key) => inside(key, '_')],
  ['the key with a hyphen inside', (key) => inside(key, '-')],
  ['the key with a trailing full stop', (key) => followedBy(key, '.')],
  ['the key with % instead of its last characters', (key) => `${key.slice(0, -4)}%`],
  ['the key with * instead of its last characters', (key) => `${key.slice(0, -4)}*`],
  ['the key with _ instead of its middle character', (key) => atMiddle(key, '_')],
  ['the key followed by a percent-encoded NUL and a letter', (key) => `${key}%00x`],
  ['the key followed by a percent-encoded line break', (key) => `${key}%0A`],
  ['the first three quarters of the key', (key) => key.slice(0, Math.floor((key.length * 3) / 4))],
  ['the second half of the key', (key) => key.slice(Math.ceil(key.length / 2))],
];

/** Null for a key in padded base64, hexadecimal or a UUID: their decoders may ignore what follows. */
function followedBy(key: string, text: string): string | null {
  return key.endsWith('=') || meansTheSameInEitherCase(key) ? null : key + text;
}

function percentEncoded(key: string): string {
  return `%${key.charCodeAt(0).toString(16).padStart(2, '0')}${key.slice(1)}`;
}

/** Null for a key that may mean the same without its hyphens. */
function withoutPunctuation(key: string): string | null {
  const bare = key.replace(/[^A-Za-z0-9]/g, '');
  return bare === key || bare === '' || meansTheSameInEitherCase(key) ? null : bare;
}

/** Null for a key in base64 or a UUID: their decoders skip foreign characters. */
function inside(key: string, character: string): string | null {
  const middle = Math.floor(key.length / 2);
  return meansTheSameInEitherCase(key) ? null : key.slice(0, middle) + character + key.slice(middle);
}

function atMiddle(key: string, character: string): string | null {
  const middle = Math.floor(key.length / 2);
  return key.charAt(middle) === character ? null : key.slice(0, middle) + character + key.slice(middle + 1);
}

/** Near misses of the form, that some parser accepts as the key. */
export const wrongForms: readonly MakeCredential[] = [...written(notInForm), ...inBasic(basic)];

/** Longer than typical columns and buffers for keys, and shorter than every limit on header fields. */
const longToken = authorization(
  `Bearer ${'k'.repeat(600)}`,
  `Bearer ${'k'.repeat(600)}`,
  'a token of 600 letters',
);

/** Tokens that some comparison takes for the key, the likeliest first. */
export const wrongTokens: readonly MakeCredential[] = [
  () => longToken,
  ...derived.map(([description, derive]) => (key: string) => {
    const token = derive(key);
    if (token === null || token === key || token === '') {
      return null;
    }
    const shownAs = token.includes(key)
      ? token.replaceAll(key, '${ANIMAL_STORE_API_KEY}')
      : `[${description}]`;
    return authorization(`Bearer ${token}`, `Bearer ${shownAs}`, description);
  }),
  ...tokensOfNobody.map(
    (token) => (key: string) =>
      token === key ? null : authorization(`Bearer ${token}`, `Bearer ${token}`, `the token ${token}`),
  ),
];
