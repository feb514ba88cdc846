import { createHash } from 'node:crypto';
import type { ApiRequest } from '../messages.ts';
import { alsoFirst, alsoReading, comparing } from './authentication-decorations.ts';
import { type Decoration, type Fault, fault, upon } from './fault.ts';

const more = { ...alsoFirst, needs: 'ample-allowance' };

function header(request: ApiRequest): string {
  return request.headers.authorization ?? '';
}

/** A token is found where the expression has its first group. */
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

/** Reads any text behind the word Bearer, and compares it in another way. */
function wrongToken(
  name: string,
  description: string,
  matches: (token: string, key: string) => boolean,
): Fault {
  const anyText = byExpression(/^Bearer (\S+)$/);
  // Some of what is behind the word Bearer is not in its form either.
  const mayViolate = [...more.mayViolate, 'auth/not-bearer'];
  return fault(name, description, ['auth/unknown-key'], upon(comparing(matches), anyText), {
    ...more,
    mayViolate,
  });
}

function unescaped(token: string): string {
  try {
    return decodeURIComponent(token);
  } catch {
    return token;
  }
}

function digest(algorithm: 'sha256' | 'md5', encoding: 'hex' | 'base64') {
  return (token: string, key: string) => createHash(algorithm).update(key).digest(encoding) === token;
}

/** Whether a pattern of a database or a shell covers a key; of its wildcards only some are known. */
function covers(token: string, key: string, wildcards: Readonly<Record<string, string>>): boolean {
  const expression = [...token].map(
    (character) => wildcards[character] ?? character.replace(/[^A-Za-z0-9]/, '\\$&'),
  );
  return new RegExp(`^${expression.join('')}$`).test(key);
}

const letIn = (tokens: readonly string[]) => (token: string) => tokens.includes(token);

const forms: readonly Fault[] = [
  wrongForm('header-cut-at-comma', 'The header is cut at its first comma.', /^Bearer ([^\s,]+),/),
  wrongForm(
    'header-cut-at-punctuation',
    'The token ends where a comma or a semicolon stands.',
    /^Bearer ([^\s,;]+)[,;]/,
  ),
  wrongForm('quotes-around-token', 'Quotation marks around a token are taken off.', /^Bearer "([^"]+)"$/),
  wrongForm(
    'brackets-around-token',
    'Quotation marks and brackets around a token are taken off.',
    /^Bearer ['"<([{]+([^\s'">)\]}]+)['">)\]}]+$/,
  ),
  wrongForm('last-word-is-token', 'Behind the scheme the last word is the token.', /^Bearer .*?(\S+)$/),
  wrongForm(
    'scheme-twice',
    'The word Bearer is taken off as often as it stands there.',
    /^(?:Bearer +){2,}(\S+)$/,
  ),
  wrongForm(
    'token-as-parameter',
    'The token may stand in a parameter of that name.',
    /^Bearer token="?([^\s"]+)"?$/,
  ),
  wrongForm(
    'key-as-any-parameter',
    'The value of any parameter is taken as the token.',
    /^Bearer \w+="?([^\s"]+)"?$/,
  ),
  wrongForm('scheme-jwt', 'The scheme JWT is accepted too.', /^JWT (\S+)$/i),
  wrongForm(
    'schemes-of-frameworks',
    'The schemes JWT, Key and Api-Key are accepted too.',
    /^(?:JWT|Key|Api-Key) (\S+)$/i,
  ),
  wrongForm('scheme-of-two-words', 'A scheme may stand in front of the word Bearer.', /^\w+ Bearer (\S+)$/),
  wrongForm('equals-for-blank', 'An equals sign may take the place of the blank.', /^Bearer=(\S+)$/),
  wrongForm('any-separator', 'Any punctuation may take the place of the blank.', /^Bearer\W(\S+)$/),
  basic('basic-password', 'The password of Basic is taken as the key.', (pair) => pair.split(':')[1]),
  basic(
    'basic-password-alone',
    'The password of Basic is taken as the key where there is no user name.',
    (pair) => /^:(.+)$/.exec(pair)?.[1],
  ),
  basic('basic-undivided', 'What Basic carries is taken as the key, undivided.', (pair) => pair),
  basic(
    'basic-equal-parts',
    'The key is accepted where Basic has it as user name and password.',
    (pair) => /^(.+):\1$/.exec(pair)?.[1],
  ),
];

const tokens: readonly Fault[] = [
  wrongToken(
    'token-percent-decoded',
    'A token is percent-decoded.',
    (token, key) => unescaped(token) === key,
  ),
  wrongToken(
    'token-decoded-and-trimmed',
    'A token is percent-decoded, and white space around it taken off.',
    (token, key) => unescaped(token).trim() === key,
  ),
  wrongToken(
    'token-cut-at-nul',
    'A token is percent-decoded, and ends at a NUL.',
    (token, key) => unescaped(token).split('\0')[0] === key,
  ),
  wrongToken(
    'token-base64',
    'A token may be written in base64.',
    (token, key) => Buffer.from(token, 'base64').toString() === key,
  ),
  wrongToken(
    'token-hexadecimal',
    'A token may be written in hexadecimal.',
    (token, key) => Buffer.from(token, 'hex').toString() === key,
  ),
  wrongToken(
    'hash-is-token',
    'The hash of a key that is stored is accepted in its place.',
    digest('sha256', 'hex'),
  ),
  wrongToken(
    'hash-in-base64-is-token',
    'The hash of a key that is stored in base64 is accepted in its place.',
    digest('sha256', 'base64'),
  ),
  wrongToken('md5-is-token', 'The MD5 of a key is accepted in its place.', digest('md5', 'hex')),
  wrongToken(
    'punctuation-ignored',
    'Keys are compared without what is neither letter nor digit.',
    (token, key) => token.replace(/[^A-Za-z0-9]/g, '') === key.replace(/[^A-Za-z0-9]/g, ''),
  ),
  wrongToken(
    'hyphens-ignored',
    'Keys are compared without hyphens and underscores.',
    (token, key) => token.replace(/[-_]/g, '') === key.replace(/[-_]/g, ''),
  ),
  wrongToken(
    'full-stop-cut',
    'What follows a full stop at the end of a token is cut off.',
    (token, key) => token.replace(/\.+$/, '') === key,
  ),
  wrongToken(
    'token-is-pattern',
    'A token is compared as a pattern of a database: % stands for anything.',
    (token, key) => covers(token, key, { '%': '.*' }),
  ),
  wrongToken(
    'token-is-pattern-of-one',
    'A token is compared as a pattern of a database: _ stands for any character.',
    (token, key) => covers(token, key, { _: '.' }),
  ),
  wrongToken(
    'token-is-glob',
    'A token is compared as a pattern of file names: * and ? stand for anything.',
    (token, key) => covers(token, key, { '*': '.*', '?': '.' }),
  ),
  wrongToken(
    'token-is-expression',
    'A token is compared as a regular expression.',
    (token, key) => /^[^*]/.test(token) && covers(token, key, { '.': '.', '*': '*' }),
  ),
  wrongToken(
    'member-of-object-is-key',
    'Keys are looked up in an object, whose inherited members count too.',
    (token) => token in {},
  ),
  wrongToken(
    'empty-words-are-keys',
    'The words null and undefined are let in.',
    letIn(['null', 'undefined']),
  ),
  wrongToken('none-is-key', 'The words None and nil are let in.', letIn(['None', 'nil'])),
  wrongToken(
    'falsy-token',
    'A token that reads as nothing in JSON is let in.',
    letIn(['0', 'false', 'null', '[]', '{}']),
  ),
  wrongToken('truthy-token', 'The word true is let in.', letIn(['true', 'yes', 'on'])),
  wrongToken('test-key-left-in', 'Keys of tests are let in.', letIn(['test', 'secret'])),
  wrongToken('demo-key-left-in', 'The key of a demonstration is let in.', letIn(['demo', 'demo-key'])),
  wrongToken(
    'placeholder-is-key',
    'The placeholders of the documentation are let in.',
    letIn(['<API_KEY>', '{{API_KEY}}', 'YOUR_API_KEY']),
  ),
  wrongToken(
    'half-of-key',
    'Three fifths of a key are enough.',
    (token, key) => token.length >= 0.6 * key.length && key.startsWith(token),
  ),
  wrongToken(
    'key-twice',
    'A token that holds the key twice is let in.',
    (token, key) => token.length > key.length && token.replaceAll(key, '') === '',
  ),
];

/** Readers of the header that are kinder than the document. */
export const authenticationReaders: readonly Fault[] = [...forms, ...tokens];
