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
  ...violating(['auth/not-bearer'], 'ample-allowance').by({
    'header-cut-at-comma': wrongForm(/^Bearer ([^\s,]+),/),
    'header-cut-at-punctuation': wrongForm(/^Bearer ([^\s,;]+)[,;]/),
    'quotes-around-token': wrongForm(/^Bearer "([^"]+)"$/),
    'brackets-around-token': wrongForm(/^Bearer ['"<([{]+([^\s'">)\]}]+)['">)\]}]+$/),
    'last-word-is-token': wrongForm(/^Bearer .*?(\S+)$/),
    'scheme-twice': wrongForm(/^(?:Bearer +){2,}(\S+)$/),
    'token-as-parameter': wrongForm(/^Bearer token="?([^\s"]+)"?$/),
    'key-as-any-parameter': wrongForm(/^Bearer \w+="?([^\s"]+)"?$/),
    'scheme-jwt': wrongForm(/^JWT (\S+)$/i),
    'schemes-of-frameworks': wrongForm(/^(?:JWT|Key|Api-Key) (\S+)$/i),
    'scheme-of-two-words': wrongForm(/^\w+ Bearer (\S+)$/),
    'equals-for-blank': wrongForm(/^Bearer=(\S+)$/),
    'any-separator': wrongForm(/^Bearer\W(\S+)$/),
    'basic-password': basic((pair) => pair.split(':')[1]),
    'basic-password-alone': basic((pair) => /^:(.+)$/.exec(pair)?.[1]),
    'basic-undivided': basic((pair) => pair),
    'basic-equal-parts': basic((pair) => /^(.+):\1$/.exec(pair)?.[1]),
  }),
  ...violating(['auth/unknown-key'], 'ample-allowance').by({
    // A JSON Web Token is accepted without its signature being verified.
    'unsigned-token-accepted': comparing((token) => /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token)),
    'token-percent-decoded': wrongToken((token, key) => percentDecoded(token) === key),
    'token-decoded-and-trimmed': wrongToken((token, key) => (percentDecoded(token) ?? token).trim() === key),
    'token-cut-at-nul': wrongToken((token, key) => (percentDecoded(token) ?? token).split('\0')[0] === key),
    'token-base64': wrongToken((token, key) => Buffer.from(token, 'base64').toString() === key),
    'token-hexadecimal': wrongToken((token, key) => Buffer.from(token, 'hex').toString() === key),
    'hash-is-token': wrongToken(digest('sha256', 'hex')),
    'hash-in-base64-is-token': wrongToken(digest('sha256', 'base64')),
    'md5-is-token': wrongToken(digest('md5', 'hex')),
    'punctuation-ignored': wrongToken(
      (token, key) => token.replace(/[^A-Za-z0-9]/g, '') === key.replace(/[^A-Za-z0-9]/g, ''),
    ),
    'hyphens-ignored': wrongToken((token, key) => token.replace(/[-_]/g, '') === key.replace(/[-_]/g, '')),
    'text-after-colon-ignored': wrongToken((token, key) => token.split(':')[0] === key),
    'text-before-bar-ignored': wrongToken((token, key) => token.split('|').at(-1) === key),
    'full-stop-cut': wrongToken((token, key) => token.replace(/\.+$/, '') === key),
    'token-is-pattern': wrongToken((token, key) => covers(token, key, { '%': '.*' })),
    'token-is-pattern-of-one': wrongToken((token, key) => covers(token, key, { _: '.' })),
    'token-is-glob': wrongToken((token, key) => covers(token, key, { '*': '.*', '?': '.' })),
    'token-is-expression': wrongToken(
      (token, key) => /^[^*]/.test(token) && covers(token, key, { '.': '.', '*': '*' }),
    ),
    'member-of-object-is-key': wrongToken((token) => token in {}),
    'empty-words-are-keys': wrongToken(letIn(['null', 'undefined'])),
    'none-is-key': wrongToken(letIn(['None', 'nil'])),
    'falsy-token': wrongToken(letIn(['0', 'false', 'null', '[]', '{}'])),
    'truthy-token': wrongToken(letIn(['true', 'yes', 'on'])),
    'test-key-left-in': wrongToken(letIn(['test', 'secret'])),
    'demo-key-left-in': wrongToken(letIn(['demo', 'demo-key'])),
    'placeholder-is-key': wrongToken(letIn(['<API_KEY>', '{{API_KEY}}', 'YOUR_API_KEY'])),
    'half-of-key': wrongToken((token, key) => token.length >= 0.6 * key.length && key.startsWith(token)),
    'key-twice': wrongToken((token, key) => token.length > key.length && token.replaceAll(key, '') === ''),
  }),
];
