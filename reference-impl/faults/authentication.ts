import type { ApiRequest } from '../messages.ts';
import type { Parts } from '../parts.ts';
import { answers, crash, isMembers, withHeader } from './decorations.ts';
import { around, type Decoration, type Fault, fault } from './fault.ts';

/** Lets some requests in as if they carried the Enterprise key. */
function letIn(when: (request: ApiRequest, parts: Parts) => boolean): Decoration {
  return around('handle', (inner) => (request, parts) => {
    const key = parts.issuedKeys.find((issued) => issued.plan === 'enterprise')?.key ?? '';
    return inner(
      when(request, parts) ? withHeader(request, 'authorization', `Bearer ${key}`) : request,
      parts,
    );
  });
}

/** Compares a token with the keys in another way. */
function comparing(matches: (token: string, key: string) => boolean): Decoration {
  return around('findKey', (inner, { issuedKeys }) => (token) => {
    const valid = issuedKeys.filter((issued) => !issued.revoked);
    return inner(token) ?? valid.find((issued) => matches(token, issued.key)) ?? null;
  });
}

/** Finds the token in another place where the bearer form has none. */
function alsoReading(read: (request: ApiRequest) => string | undefined): Decoration {
  return around('readCredential', (inner) => (request) => inner(request) ?? read(request) ?? null);
}

/** Answers 500 where 401 is due. */
function crashing(when: (request: ApiRequest) => boolean): Decoration {
  return around('handle', (inner) => async (request, parts) => {
    const answer = await inner(request, parts);
    const crashes = answer.status === 401 && when(request);
    return crashes ? { ...answer, ...parts.showProblem(crash(), request) } : answer;
  });
}

function forbidding(when: (request: ApiRequest) => boolean): Decoration {
  return answers((answer, request) =>
    answer.status === 401 && when(request)
      ? { ...answer, status: 403, body: isMembers(answer.body) ? { ...answer.body, status: 403 } : null }
      : answer,
  );
}

const noHeader = (request: ApiRequest) => request.headers.authorization === undefined;
const isList = (request: ApiRequest) => request.method === 'GET' && request.path.length === 2;
const isGet = (request: ApiRequest) => request.method === 'GET' && request.path.length === 3;
const isBearer = (request: ApiRequest) => /^Bearer +\S/i.test(request.headers.authorization ?? '');
const alsoFirst = { mayViolate: ['auth/checked-first'] };

export const authentication: readonly Fault[] = [
  fault(
    'list-without-key',
    'Anyone may list: a request without Authorization gets the animals.',
    ['auth/missing-key', 'auth/header-only'],
    letIn((request) => noHeader(request) && isList(request)),
    alsoFirst,
  ),
  fault(
    'get-without-key',
    'Anyone may read one animal: only listing and creation look for a key.',
    ['auth/missing-key', 'auth/header-only'],
    letIn((request) => noHeader(request) && isGet(request)),
    alsoFirst,
  ),
  fault(
    'create-without-key',
    'Anyone may add an animal: only reading looks for a key.',
    ['auth/missing-key', 'auth/header-only'],
    letIn((request) => noHeader(request) && request.method === 'POST'),
    alsoFirst,
  ),
  fault(
    'missing-key-403',
    'A request without a key is answered 403 instead of 401.',
    ['auth/missing-key', 'auth/header-only', 'responses/documented-status'],
    forbidding(noHeader),
    alsoFirst,
  ),
  fault(
    'any-scheme',
    'The word in front of the key is not looked at: Basic and any other scheme do.',
    ['auth/not-bearer'],
    alsoReading((request) => /^\S+ +(\S+)$/.exec(request.headers.authorization ?? '')?.[1]),
    alsoFirst,
  ),
  fault(
    'bare-key',
    'The key alone, without the word Bearer, is accepted.',
    ['auth/not-bearer'],
    alsoReading((request) => /^\S+$/.exec(request.headers.authorization ?? '')?.[0]),
    alsoFirst,
  ),
  fault(
    'bearer-without-token-crashes',
    'Bearer with no token after it is answered 500.',
    ['auth/not-bearer', 'responses/documented-status', 'errors/no-server-error'],
    crashing((request) => /^Bearer\s*$/i.test(request.headers.authorization ?? '')),
    alsoFirst,
  ),
  fault(
    'key-anywhere-in-header',
    'The header is accepted when the key stands anywhere in it.',
    ['auth/not-bearer', 'auth/unknown-key'],
    around('readCredential', (inner, { issuedKeys }) => (request) => {
      const header = request.headers.authorization ?? '';
      return issuedKeys.find((issued) => header.includes(issued.key))?.key ?? inner(request);
    }),
    alsoFirst,
  ),
  fault(
    'any-key',
    'Any bearer token is accepted.',
    ['auth/unknown-key'],
    comparing(() => true),
    { mayViolate: ['auth/revoked-key'] },
  ),
  fault(
    'any-token-of-key-length',
    'A token is accepted when it is as long as a key and written in letters and digits.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length === key.length && /^[A-Za-z0-9]+$/.test(token)),
    { mayViolate: ['auth/checked-first', 'auth/revoked-key'] },
  ),
  fault(
    'key-prefix',
    'The first eight characters of a key are enough.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length >= 8 && key.startsWith(token)),
    alsoFirst,
  ),
  fault(
    'key-with-more',
    'What follows the key is not looked at.',
    ['auth/unknown-key'],
    comparing((token, key) => token.startsWith(key)),
    alsoFirst,
  ),
  fault(
    'key-last-character',
    'The last character of a key is not compared.',
    ['auth/unknown-key'],
    comparing((token, key) => token.length === key.length && token.slice(0, -1) === key.slice(0, -1)),
    alsoFirst,
  ),
  fault(
    'key-letter-case',
    'Keys are compared without letter case.',
    ['auth/unknown-key'],
    comparing((token, key) => token.toLowerCase() === key.toLowerCase()),
    alsoFirst,
  ),
  fault(
    'unknown-key-403',
    'A key that was never issued is answered 403 instead of 401.',
    ['auth/unknown-key', 'responses/documented-status'],
    forbidding(isBearer),
    { mayViolate: ['auth/checked-first', 'auth/revoked-key'] },
  ),
  fault(
    'unknown-key-crashes',
    'A key that was never issued is answered 500 when one animal is asked for.',
    ['auth/unknown-key', 'responses/documented-status', 'errors/no-server-error'],
    crashing((request) => isGet(request) && isBearer(request)),
    { mayViolate: ['auth/checked-first', 'auth/revoked-key'] },
  ),
  fault(
    'key-in-query',
    'The key is accepted as a query parameter.',
    ['auth/header-only'],
    around('readCredential', (inner, { issuedKeys }) => (request) => {
      const values = [...request.query.values()];
      return inner(request) ?? issuedKeys.find((issued) => values.includes(issued.key))?.key ?? null;
    }),
    alsoFirst,
  ),
  fault(
    'key-in-x-api-key',
    'The key is accepted in the header X-API-Key.',
    ['auth/header-only'],
    alsoReading((request) => request.headers['x-api-key']?.toString()),
    alsoFirst,
  ),
  fault(
    'key-in-cookie',
    'The key is accepted in a cookie.',
    ['auth/header-only'],
    around('readCredential', (inner, { issuedKeys }) => (request) => {
      const cookies = request.headers.cookie ?? '';
      return inner(request) ?? issuedKeys.find((issued) => cookies.includes(issued.key))?.key ?? null;
    }),
    alsoFirst,
  ),
];
