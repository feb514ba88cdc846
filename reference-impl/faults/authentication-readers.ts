import { createHash } from 'node:crypto';
import type { ApiRequest, Decoration } from '../parts.ts';
import { percentDecoded } from '../request-listener.ts';
import { alsoReading, comparing } from './authentication.ts';
import { type Fault, fault, upon } from './fault.ts';

const more = { needs: 'ample-allowance' };

function header(request: ApiRequest): string {
  return request.headers.authorization ?? '';
}

/** Takes the first group of the expression as the token. */
function byExpression(expression: RegExp): Decoration {
  return alsoReading((request) => expression.exec(header(request))?.[1]);
}

function wrongForm(name: string, expression: RegExp): Fault {
  return fault(name, ['auth/not-bearer'], byExpression(expression), more);
}

function basicPair(request: ApiRequest): string {
  return Buffer.from(/^Basic +(\S+)$/i.exec(header(request))?.[1] ?? '', 'base64').toString();
}

function basic(name: string, keyOf: (pair: string) => string | undefined): Fault {
  return fault(
    name,
    ['auth/not-bearer'],
    alsoReading((request) => keyOf(basicPair(request)) || undefined),
    more,
  );
}

/** Accepts any text after the word Bearer as the token, and compares it differently. */
function wrongToken(name: string, matches: (token: string, key: string) => boolean): Fault {
  const anyText = byExpression(/^Bearer (\S+)$/);
  return fault(name, ['auth/unknown-key'], upon(comparing(matches), anyText), more);
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
  wrongForm('header-cut-at-comma', /^Bearer ([^\s,]+),/),
  // The token ends at a comma or semicolon.
  wrongForm('header-cut-at-punctuation', /^Bearer ([^\s,;]+)[,;]/),
  wrongForm('quotes-around-token', /^Bearer "([^"]+)"$/),
  wrongForm('brackets-around-token', /^Bearer ['"<([{]+([^\s'">)\]}]+)['">)\]}]+$/),
  wrongForm('last-word-is-token', /^Bearer .*?(\S+)$/),
  // A repeated word Bearer is stripped.
  wrongForm('scheme-twice', /^(?:Bearer +){2,}(\S+)$/),
  wrongForm('token-as-parameter', /^Bearer token="?([^\s"]+)"?$/),
  wrongForm('key-as-any-parameter', /^Bearer \w+="?([^\s"]+)"?$/),
  wrongForm('scheme-jwt', /^JWT (\S+)$/i),
  // The schemes JWT, Key and Api-Key are accepted.
  wrongForm('schemes-of-frameworks', /^(?:JWT|Key|Api-Key) (\S+)$/i),
  wrongForm('scheme-of-two-words', /^\w+ Bearer (\S+)$/),
  wrongForm('equals-for-blank', /^Bearer=(\S+)$/),
  wrongForm('any-separator', /^Bearer\W(\S+)$/),
  basic('basic-password', (pair) => pair.split(':')[1]),
  basic('basic-password-alone', (pair) => /^:(.+)$/.exec(pair)?.[1]),
  basic('basic-undivided', (pair) => pair),
  // Basic with the key as both user name and password is accepted.
  basic('basic-equal-parts', (pair) => /^(.+):\1$/.exec(pair)?.[1]),
];

const tokens: readonly Fault[] = [
  wrongToken('token-percent-decoded', (token, key) => percentDecoded(token) === key),
  wrongToken('token-decoded-and-trimmed', (token, key) => (percentDecoded(token) ?? token).trim() === key),
  wrongToken('token-cut-at-nul', (token, key) => (percentDecoded(token) ?? token).split('\0')[0] === key),
  wrongToken('token-base64', (token, key) => Buffer.from(token, 'base64').toString() === key),
  wrongToken('token-hexadecimal', (token, key) => Buffer.from(token, 'hex').toString() === key),
  // The stored SHA-256 of a key is accepted as the key.
  wrongToken('hash-is-token', digest('sha256', 'hex')),
  // The stored SHA-256 of a key in base64 is accepted as the key.
  wrongToken('hash-in-base64-is-token', digest('sha256', 'base64')),
  wrongToken('md5-is-token', digest('md5', 'hex')),
  // Keys are compared by their letters and digits only.
  wrongToken(
    'punctuation-ignored',
    (token, key) => token.replace(/[^A-Za-z0-9]/g, '') === key.replace(/[^A-Za-z0-9]/g, ''),
  ),
  // Keys are compared without hyphens and underscores.
  wrongToken('hyphens-ignored', (token, key) => token.replace(/[-_]/g, '') === key.replace(/[-_]/g, '')),
  wrongToken('text-after-colon-ignored', (token, key) => token.split(':')[0] === key),
  wrongToken('text-before-bar-ignored', (token, key) => token.split('|').at(-1) === key),
  wrongToken('full-stop-cut', (token, key) => token.replace(/\.+$/, '') === key),
  wrongToken('token-is-pattern', (token, key) => covers(token, key, { '%': '.*' })),
  wrongToken('token-is-pattern-of-one', (token, key) => covers(token, key, { _: '.' })),
  wrongToken('token-is-glob', (token, key) => covers(token, key, { '*': '.*', '?': '.' })),
  wrongToken(
    'token-is-expression',
    (token, key) => /^[^*]/.test(token) && covers(token, key, { '.': '.', '*': '*' }),
  ),
  wrongToken('member-of-object-is-key', (token) => token in {}),
  wrongToken('empty-words-are-keys', letIn(['null', 'undefined'])),
  wrongToken('none-is-key', letIn(['None', 'nil'])),
  wrongToken('falsy-token', letIn(['0', 'false', 'null', '[]', '{}'])),
  wrongToken('truthy-token', letIn(['true', 'yes', 'on'])),
  wrongToken('test-key-left-in', letIn(['test', 'secret'])),
  wrongToken('demo-key-left-in', letIn(['demo', 'demo-key'])),
  wrongToken('placeholder-is-key', letIn(['<API_KEY>', '{{API_KEY}}', 'YOUR_API_KEY'])),
  wrongToken('half-of-key', (token, key) => token.length >= 0.6 * key.length && key.startsWith(token)),
  wrongToken('key-twice', (token, key) => token.length > key.length && token.replaceAll(key, '') === ''),
];

/** Parsers of the header that are more lenient than the document. */
export const authenticationReaders: readonly Fault[] = [...forms, ...tokens];
