import { createHash } from 'node:crypto';
import type { ApiRequest, Decoration } from '../parts.ts';
import { percentDecoded } from '../request-listener.ts';
import { alsoReading, comparing } from './authentication.ts';
import { type Fault, upon, violating } from './fault.ts';

function header(request: ApiRequest): string {
  return request.headers.authorization ?? '';
}

/** Takes the first group of the expression as the token. */
function byExpression(expression: RegExp): Decoration {
  return alsoReading((request) => expression.exec(header(request))?.[1]);
}

function wrongForm(expression: RegExp): Decoration {
  return byExpression(expression);
}

function basicPair(request: ApiRequest): string {
  return Buffer.from(/^Basic +(\S+)$/i.exec(header(request))?.[1] ?? '', 'base64').toString();
}

function basic(keyOf: (pair: string) => string | undefined): Decoration {
  return alsoReading((request) => keyOf(basicPair(request)) || undefined);
}

/** Accepts any text after the word Bearer as the token, and compares it differently. */
function wrongToken(matches: (token: string, key: string) => boolean): Decoration {
  const anyText = byExpression(/^Bearer (\S+)$/);
  return upon(comparing(matches), anyText);
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

/** Parsers of the header that are more lenient than the document. */
export const authenticationReaders: readonly Fault[] = [
  ...violating(['auth/not-bearer'], 'ample-allowance').each(wrongForm, {
    'header-cut-at-comma': /^Bearer ([^\s,]+),/,
    'header-cut-at-punctuation': /^Bearer ([^\s,;]+)[,;]/,
    'quotes-around-token': /^Bearer "([^"]+)"$/,
    'brackets-around-token': /^Bearer ['"<([{]+([^\s'">)\]}]+)['">)\]}]+$/,
    'last-word-is-token': /^Bearer .*?(\S+)$/,
    'scheme-twice': /^(?:Bearer +){2,}(\S+)$/,
    'token-as-parameter': /^Bearer token="?([^\s"]+)"?$/,
    'key-as-any-parameter': /^Bearer \w+="?([^\s"]+)"?$/,
    'scheme-jwt': /^JWT (\S+)$/i,
    'schemes-of-frameworks': /^(?:JWT|Key|Api-Key) (\S+)$/i,
    'scheme-of-two-words': /^\w+ Bearer (\S+)$/,
    'equals-for-blank': /^Bearer=(\S+)$/,
    'any-separator': /^Bearer\W(\S+)$/,
  }),
  ...violating(['auth/not-bearer'], 'ample-allowance').each(basic, {
    'basic-password': (pair) => pair.split(':')[1],
    'basic-password-alone': (pair) => /^:(.+)$/.exec(pair)?.[1],
    'basic-undivided': (pair) => pair,
    'basic-equal-parts': (pair) => /^(.+):\1$/.exec(pair)?.[1],
  }),
  ...violating(['auth/unknown-key'], 'ample-allowance').by({
    // A JSON Web Token is accepted without its signature being verified.
    'unsigned-token-accepted': comparing((token) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)),
  }),
  ...violating(['auth/unknown-key'], 'ample-allowance').each(wrongToken, {
    'token-percent-decoded': (token, key) => percentDecoded(token) === key,
    'token-decoded-and-trimmed': (token, key) => (percentDecoded(token) ?? token).trim() === key,
    'token-cut-at-nul': (token, key) => (percentDecoded(token) ?? token).split('\0')[0] === key,
    'token-base64': (token, key) => Buffer.from(token, 'base64').toString() === key,
    'token-hexadecimal': (token, key) => Buffer.from(token, 'hex').toString() === key,
    'hash-is-token': digest('sha256', 'hex'),
    'hash-in-base64-is-token': digest('sha256', 'base64'),
    'md5-is-token': digest('md5', 'hex'),
    'punctuation-ignored': (token, key) =>
      token.replace(/[^A-Za-z0-9]/g, '') === key.replace(/[^A-Za-z0-9]/g, ''),
    'hyphens-ignored': (token, key) => token.replace(/[-_]/g, '') === key.replace(/[-_]/g, ''),
    'text-after-colon-ignored': (token, key) => token.split(':')[0] === key,
    'text-before-bar-ignored': (token, key) => token.split('|').at(-1) === key,
    'full-stop-cut': (token, key) => token.replace(/\.+$/, '') === key,
    'token-is-pattern': (token, key) => covers(token, key, { '%': '.*' }),
    'token-is-pattern-of-one': (token, key) => covers(token, key, { _: '.' }),
    'token-is-glob': (token, key) => covers(token, key, { '*': '.*', '?': '.' }),
    'token-is-expression': (token, key) => /^[^*]/.test(token) && covers(token, key, { '.': '.', '*': '*' }),
    'member-of-object-is-key': (token) => token in {},
    'empty-words-are-keys': letIn(['null', 'undefined']),
    'none-is-key': letIn(['None', 'nil']),
    'falsy-token': letIn(['0', 'false', 'null', '[]', '{}']),
    'truthy-token': letIn(['true', 'yes', 'on']),
    'test-key-left-in': letIn(['test', 'secret']),
    'demo-key-left-in': letIn(['demo', 'demo-key']),
    'placeholder-is-key': letIn(['<API_KEY>', '{{API_KEY}}', 'YOUR_API_KEY']),
    'half-of-key': (token, key) => token.length >= 0.6 * key.length && key.startsWith(token),
    'key-twice': (token, key) => token.length > key.length && token.replaceAll(key, '') === '',
  }),
];
