import { createHash } from 'node:crypto';
import type { ApiRequest } from '../messages.ts';
import type { Decoration } from '../parts.ts';
import { percentDecoded } from '../percent-decoded.ts';
import { alsoFirst, alsoReading, comparing } from './authentication-decorations.ts';
import { type Fault, fault, upon } from './fault.ts';

const more = { ...alsoFirst, needs: 'ample-allowance' };

function header(request: ApiRequest): string {
  return request.headers.authorization ?? '';
}

/** Takes the first group of the expression as the token. */
function byExpression(expression: RegExp): Decoration {
  return alsoReading((request) => expression.exec(header(request))?.[1]);
}

function wrongForm(name: string, description: string, expression: RegExp): Fault {
  return fault(name, description, ['auth/not-bearer'], byExpression(expression), more);
}

function basicPair(request: ApiRequest): string {
  return Buffer.from(/^Basic +(\S+)$/i.exec(header(request))?.[1] ?? '', 'base64').toString();
}

function basic(name: string, description: string, keyOf: (pair: string) => string | undefined): Fault {
  return fault(
    name,
    description,
    ['auth/not-bearer'],
    alsoReading((request) => keyOf(basicPair(request)) || undefined),
    more,
  );
}

/** Accepts any text after the word Bearer as the token, and compares it differently. */
function wrongToken(
  name: string,
  description: string,
  matches: (token: string, key: string) => boolean,
): Fault {
  const anyText = byExpression(/^Bearer (\S+)$/);
  // Some of these tokens are not in the documented form either.
  const mayViolate = [...more.mayViolate, 'auth/not-bearer'];
  return fault(name, description, ['auth/unknown-key'], upon(comparing(matches), anyText), {
    ...more,
    mayViolate,
  });
}

function digest(algorithm: 'sha256' | 'md5', encoding: 'hex' | 'base64') {
  return (token: string, key: string) => createHash(algorithm).update(key).digest(encoding) === token;
}

/** Whether a database or shell pattern with these wildcards matches the key. */
function covers(token: string, key: string, wildcards: Readonly<Record<string, string>>): boolean {
  const expression = [...token].map(
    (character) => wildcards[character] ?? character.replace(/[^A-Za-z0-9]/, '\\$&'),
  );
  return new RegExp(`^${expression.join('')}$`).test(key);
}

const letIn = (tokens: readonly string[]) => (token: string) => tokens.includes(token);

const forms: readonly Fault[] = [
  wrongForm('header-cut-at-comma', 'The header is truncated at its first comma.', /^Bearer ([^\s,]+),/),
  wrongForm('header-cut-at-punctuation', 'The token ends at a comma or semicolon.', /^Bearer ([^\s,;]+)[,;]/),
  wrongForm('quotes-around-token', 'Quotation marks around the token are stripped.', /^Bearer "([^"]+)"$/),
  wrongForm(
    'brackets-around-token',
    'Quotation marks and brackets around the token are stripped.',
    /^Bearer ['"<([{]+([^\s'">)\]}]+)['">)\]}]+$/,
  ),
  wrongForm('last-word-is-token', 'The last word after the scheme is the token.', /^Bearer .*?(\S+)$/),
  wrongForm('scheme-twice', 'A repeated word Bearer is stripped.', /^(?:Bearer +){2,}(\S+)$/),
  wrongForm(
    'token-as-parameter',
    'A parameter token is accepted as the token.',
    /^Bearer token="?([^\s"]+)"?$/,
  ),
  wrongForm(
    'key-as-any-parameter',
    'The value of any parameter is accepted as the token.',
    /^Bearer \w+="?([^\s"]+)"?$/,
  ),
  wrongForm('scheme-jwt', 'The scheme JWT is accepted.', /^JWT (\S+)$/i),
  wrongForm(
    'schemes-of-frameworks',
    'The schemes JWT, Key and Api-Key are accepted.',
    /^(?:JWT|Key|Api-Key) (\S+)$/i,
  ),
  wrongForm('scheme-of-two-words', 'Another scheme before the word Bearer is ignored.', /^\w+ Bearer (\S+)$/),
  wrongForm('equals-for-blank', 'An equals sign is accepted instead of the space.', /^Bearer=(\S+)$/),
  wrongForm('any-separator', 'Any punctuation is accepted instead of the space.', /^Bearer\W(\S+)$/),
  basic('basic-password', 'The password of Basic is accepted as the key.', (pair) => pair.split(':')[1]),
  basic(
    'basic-password-alone',
    'The password of Basic without a user name is accepted as the key.',
    (pair) => /^:(.+)$/.exec(pair)?.[1],
  ),
  basic('basic-undivided', 'The whole value of Basic is accepted as the key.', (pair) => pair),
  basic(
    'basic-equal-parts',
    'Basic with the key as both user name and password is accepted.',
    (pair) => /^(.+):\1$/.exec(pair)?.[1],
  ),
];

const tokens: readonly Fault[] = [
  wrongToken(
    'token-percent-decoded',
    'The token is percent-decoded.',
    (token, key) => percentDecoded(token) === key,
  ),
  wrongToken(
    'token-decoded-and-trimmed',
    'The token is percent-decoded and trimmed.',
    (token, key) => (percentDecoded(token) ?? token).trim() === key,
  ),
  wrongToken(
    'token-cut-at-nul',
    'The token is percent-decoded and ends at a NUL.',
    (token, key) => (percentDecoded(token) ?? token).split('\0')[0] === key,
  ),
  wrongToken(
    'token-base64',
    'The key is accepted in base64.',
    (token, key) => Buffer.from(token, 'base64').toString() === key,
  ),
  wrongToken(
    'token-hexadecimal',
    'The key is accepted in hexadecimal.',
    (token, key) => Buffer.from(token, 'hex').toString() === key,
  ),
  wrongToken('hash-is-token', 'The stored SHA-256 of a key is accepted as the key.', digest('sha256', 'hex')),
  wrongToken(
    'hash-in-base64-is-token',
    'The stored SHA-256 of a key in base64 is accepted as the key.',
    digest('sha256', 'base64'),
  ),
  wrongToken('md5-is-token', 'The MD5 of a key is accepted as the key.', digest('md5', 'hex')),
  wrongToken(
    'punctuation-ignored',
    'Keys are compared by their letters and digits only.',
    (token, key) => token.replace(/[^A-Za-z0-9]/g, '') === key.replace(/[^A-Za-z0-9]/g, ''),
  ),
  wrongToken(
    'hyphens-ignored',
    'Keys are compared without hyphens and underscores.',
    (token, key) => token.replace(/[-_]/g, '') === key.replace(/[-_]/g, ''),
  ),
  wrongToken(
    'full-stop-cut',
    'Full stops at the end of a token are stripped.',
    (token, key) => token.replace(/\.+$/, '') === key,
  ),
  wrongToken(
    'token-is-pattern',
    'A token is matched as a SQL pattern, in which % matches any characters.',
    (token, key) => covers(token, key, { '%': '.*' }),
  ),
  wrongToken(
    'token-is-pattern-of-one',
    'A token is matched as a SQL pattern, in which _ matches any character.',
    (token, key) => covers(token, key, { _: '.' }),
  ),
  wrongToken('token-is-glob', 'A token is matched as a glob pattern with * and ?.', (token, key) =>
    covers(token, key, { '*': '.*', '?': '.' }),
  ),
  wrongToken(
    'token-is-expression',
    'A token is matched as a regular expression.',
    (token, key) => /^[^*]/.test(token) && covers(token, key, { '.': '.', '*': '*' }),
  ),
  wrongToken(
    'member-of-object-is-key',
    'Keys are looked up in an object, including its inherited members.',
    (token) => token in {},
  ),
  wrongToken(
    'empty-words-are-keys',
    'The tokens null and undefined are accepted.',
    letIn(['null', 'undefined']),
  ),
  wrongToken('none-is-key', 'The tokens None and nil are accepted.', letIn(['None', 'nil'])),
  wrongToken(
    'falsy-token',
    'Tokens that are falsy or empty values in JSON are accepted.',
    letIn(['0', 'false', 'null', '[]', '{}']),
  ),
  wrongToken('truthy-token', 'The tokens true, yes and on are accepted.', letIn(['true', 'yes', 'on'])),
  wrongToken('test-key-left-in', 'The test keys test and secret are accepted.', letIn(['test', 'secret'])),
  wrongToken(
    'demo-key-left-in',
    'The demo keys demo and demo-key are accepted.',
    letIn(['demo', 'demo-key']),
  ),
  wrongToken(
    'placeholder-is-key',
    'Placeholders of the documentation are accepted as keys.',
    letIn(['<API_KEY>', '{{API_KEY}}', 'YOUR_API_KEY']),
  ),
  wrongToken(
    'half-of-key',
    'The first three fifths of a key are accepted as the key.',
    (token, key) => token.length >= 0.6 * key.length && key.startsWith(token),
  ),
  wrongToken(
    'key-twice',
    'A token that repeats the key is accepted.',
    (token, key) => token.length > key.length && token.replaceAll(key, '') === '',
  ),
];

/** Parsers of the header that are more lenient than the document. */
export const authenticationReaders: readonly Fault[] = [...forms, ...tokens];
