import { createHash } from 'node:crypto';
import {
  type Answer,
  type ApiRequest,
  type Decoration,
  isCreation,
  isList,
  isReading,
  type Parts,
} from '../parts.ts';
import { internalError, type Problem } from '../problem.ts';
import { percentDecoded } from '../request-listener.ts';
import { isMembers, withHeader } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';

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

const oneOf = (tokens: readonly string[]) => (token: string) => tokens.includes(token);

/** Lets some requests in as if they carried the Enterprise key. */
export function letIn(when: (request: ApiRequest, parts: Parts) => boolean): Decoration {
  return around('handle', (inner) => (request, parts) => {
    const key = parts.issuedKeys.find((issued) => issued.plan === 'enterprise')?.key ?? '';
    return inner(
      when(request, parts) ? withHeader(request, 'authorization', `Bearer ${key}`) : request,
      parts,
    );
  });
}

/** Serves some requests without a key. */
export function openWithoutKey(when: (request: ApiRequest) => boolean): Decoration {
  return letIn((request) => noHeader(request) && when(request));
}

/** Serves some requests with any key. */
export function openWithAnyKey(when: (request: ApiRequest) => boolean): Decoration {
  return letIn((request) => isBearer(request) && when(request));
}

/** Compares a token with the keys in another way. */
function comparing(matches: (token: string, key: string) => boolean): Decoration {
  return around('findKey', (inner, { issuedKeys }) => (token) => {
    const valid = issuedKeys.filter((issued) => !issued.revoked);
    return inner(token) ?? valid.find((issued) => matches(token, issued.key)) ?? null;
  });
}

/** Decorates the parts only for some requests. */
function where(when: (request: ApiRequest) => boolean, decoration: Decoration): Decoration {
  return around(
    'handle',
    (inner) => (request, parts) => inner(request, when(request) ? decoration(parts) : parts),
  );
}

/** Finds the token in another place where the bearer form has none. */
export function alsoReading(read: (request: ApiRequest) => string | undefined): Decoration {
  return around('readCredential', (inner) => (request) => inner(request) ?? read(request) ?? null);
}

/** Takes a key from anywhere in some part of a request. */
export function findingKeyIn(partOf: (request: ApiRequest) => string | readonly string[]): Decoration {
  return around('readCredential', (inner, { issuedKeys }) => (request) => {
    const found = issuedKeys.find(({ key }) => partOf(request).includes(key));
    return inner(request) ?? found?.key ?? null;
  });
}

/** Changes the responses to requests without a valid key. */
export function afterUnauthorized(
  change: (answer: Answer, request: ApiRequest, parts: Parts) => Answer | Promise<Answer>,
): Decoration {
  return around('handle', (inner) => async (request, parts) => {
    const answer = await inner(request, parts);
    return answer.status === 401 ? change(answer, request, parts) : answer;
  });
}

/** Returns another problem instead of 401. */
export function problemFor401(when: (request: ApiRequest) => boolean, problem: () => Problem): Decoration {
  return afterUnauthorized((answer, request, parts) =>
    when(request) ? { ...answer, ...parts.showProblem(problem(), request) } : answer,
  );
}

export function forbidding(when: (request: ApiRequest) => boolean): Decoration {
  return afterUnauthorized((answer, request) =>
    when(request)
      ? { ...answer, status: 403, body: isMembers(answer.body) ? { ...answer.body, status: 403 } : null }
      : answer,
  );
}

const noHeader = (request: ApiRequest) => request.headers.authorization === undefined;
export const isBearer = (request: ApiRequest) => /^Bearer +\S/i.test(request.headers.authorization ?? '');

/** Parsers of the header that are more lenient than the document. */
export const authentication: readonly Fault[] = [
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
    'empty-words-are-keys': oneOf(['null', 'undefined']),
    'none-is-key': oneOf(['None', 'nil']),
    'falsy-token': oneOf(['0', 'false', 'null', '[]', '{}']),
    'truthy-token': oneOf(['true', 'yes', 'on']),
    'test-key-left-in': oneOf(['test', 'secret']),
    'demo-key-left-in': oneOf(['demo', 'demo-key']),
    'placeholder-is-key': oneOf(['<API_KEY>', '{{API_KEY}}', 'YOUR_API_KEY']),
    'half-of-key': (token, key) => token.length >= 0.6 * key.length && key.startsWith(token),
    'key-twice': (token, key) => token.length > key.length && token.replaceAll(key, '') === '',
  }),
  ...violating(['auth/missing-key']).each(letIn, {
    'list-without-key': (request) => noHeader(request) && isList(request),
    'get-without-key': (request) => noHeader(request) && isReading(request),
    'create-without-key': (request) => noHeader(request) && request.method === 'POST',
  }),
  ...violating(['auth/missing-key', 'responses/documented-status']).by({
    'missing-key-403': forbidding(noHeader),
  }),
  ...violating(['auth/not-bearer']).each(alsoReading, {
    'any-scheme': (request) => /^\S+ +(\S+)$/.exec(request.headers.authorization ?? '')?.[1],
    'bare-key': (request) => /^\S+$/.exec(request.headers.authorization ?? '')?.[0],
    'word-behind-key': (request) => /^Bearer (\S+) /.exec(request.headers.authorization ?? '')?.[1],
    // The word Bearer is matched anywhere in the header, as by an unanchored pattern.
    'scheme-ends-in-bearer': (request) => /Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1],
    'seven-characters-cut': (request) => request.headers.authorization?.slice(7),
    'scheme-token': (request) => /^Token (\S+)$/.exec(request.headers.authorization ?? '')?.[1],
    'scheme-api-key': (request) => /^ApiKey (\S+)$/.exec(request.headers.authorization ?? '')?.[1],
    'bare-key-reads-one': (request) => (isReading(request) ? request.headers.authorization : undefined),
    // POST /pets also accepts the key as the user name of Basic.
    'basic-user-creates': (request) => {
      const encoded = /^Basic +(\S+)$/.exec(request.headers.authorization ?? '')?.[1];
      const pair = Buffer.from(encoded ?? '', 'base64').toString();
      return isCreation(request) ? pair.split(':')[0] : undefined;
    },
  }),
  ...violating(['auth/not-bearer', 'responses/documented-status', 'errors/no-server-error']).by({
    'bearer-without-token-crashes': problemFor401(
      (request) => /^Bearer\s*$/i.test(request.headers.authorization ?? ''),
      internalError,
    ),
  }),
  ...violating(['auth/not-bearer', 'auth/unknown-key']).by({
    'key-anywhere-in-header': around('readCredential', (inner, { issuedKeys }) => (request) => {
      const header = request.headers.authorization ?? '';
      return issuedKeys.find((issued) => header.includes(issued.key))?.key ?? inner(request);
    }),
  }),
  ...violating(['auth/unknown-key']).by({
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
    'key-letter-case-reads-one': where(
      isReading,
      comparing((token, key) => token.toLowerCase() === key.toLowerCase()),
    ),
    'key-prefix-creates': where(
      isCreation,
      comparing((token, key) => token.length >= 8 && key.startsWith(token)),
    ),
  }),
  ...violating(['auth/unknown-key']).each(comparing, {
    'any-key': () => true,
    'any-token-of-key-length': (token, key) => token.length === key.length && /^[A-Za-z0-9]+$/.test(token),
    'key-prefix': (token, key) => token.length >= 8 && key.startsWith(token),
    'key-with-more': (token, key) => token.startsWith(key),
    'key-last-character': (token, key) =>
      token.length === key.length && token.slice(0, -1) === key.slice(0, -1),
    'key-letter-case': (token, key) => token.toLowerCase() === key.toLowerCase(),
    'key-suffix': (token, key) => token.length >= 8 && key.endsWith(token),
    'key-with-more-in-front': (token, key) => token.endsWith(key),
    'key-first-character': (token, key) => token.length === key.length && token.slice(1) === key.slice(1),
    'key-middle-not-compared': (token, key) =>
      token.slice(0, 8) === key.slice(0, 8) && token.slice(-8) === key.slice(-8),
  }),
  ...violating(['auth/unknown-key', 'responses/documented-status']).by({
    'unknown-key-403': forbidding(isBearer),
  }),
  ...violating(['auth/unknown-key', 'responses/documented-status', 'errors/no-server-error']).by({
    'unknown-key-crashes': problemFor401((request) => isReading(request) && isBearer(request), internalError),
  }),
  ...violating(['auth/header-only']).by({
    'key-in-query': findingKeyIn((request) => [...request.query.values()]),
    'key-in-x-api-key': alsoReading((request) => request.headers['x-api-key']?.toString()),
    'key-in-cookie': findingKeyIn((request) => request.headers.cookie ?? ''),
  }),
];
