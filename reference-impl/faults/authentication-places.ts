import { setTimeout } from 'node:timers/promises';
import { type Answer, type ApiRequest, type Decoration, isList, isReading } from '../parts.ts';
import { unauthorized } from '../problem.ts';
import { alsoReading, findingKeyIn, openWithoutKey } from './authentication.ts';
import { bodyMembers, bodyText } from './decorations.ts';
import { around, type Fault, upon, violating } from './fault.ts';

/** Answers some reads out of a cache in front of everything, which does not know of keys. */
function cachedFor(ms: number, which: (request: ApiRequest) => boolean): Decoration {
  return around('handle', (inner, { clock }) => {
    const known = new Map<string, { readonly answer: Answer; readonly until: number }>();
    return async (request, parts) => {
      const url = `${request.path.join('/')}?${request.query}`;
      const hit = which(request) ? known.get(url) : undefined;
      if (hit !== undefined && hit.until > clock.now()) {
        return { ...hit.answer, allowance: (await inner(request, parts)).allowance };
      }
      const answer = await inner(request, parts);
      if (answer.status === 200) {
        known.set(url, { answer, until: clock.now() + ms });
      }
      return answer;
    };
  });
}

/** Who is logged in is remembered by connection. */
const byConnection: Decoration = around('readCredential', (inner, { findKey }) => {
  const known = new Map<number, string>();
  return (request) => {
    const token = inner(request);
    if (token !== null && findKey(token) !== null) {
      known.set(request.connection, token);
    }
    return token ?? known.get(request.connection) ?? null;
  };
});

/** Sets a cookie with each answer that a key has brought, and lets in who sends it back with such a request. */
const bySession =
  (isOpen: (request: ApiRequest) => boolean): Decoration =>
  (parts) => {
    const sessions = new Map<string, string>();
    return {
      ...parts,
      readCredential(request) {
        const session = /\bsid=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
        return parts.readCredential(request) ?? (isOpen(request) ? sessions.get(session) : null) ?? null;
      },
      async handle(request, all) {
        const answer = await parts.handle(request, all);
        const token = all.readCredential(request);
        if (token === null || answer.status === 401) {
          return answer;
        }
        const session = `s${sessions.size}`;
        sessions.set(session, token);
        return {
          ...answer,
          headers: { ...answer.headers, 'Set-Cookie': `sid=${session}; Path=/; HttpOnly` },
        };
      },
    };
  };

/** Keeps the caller in one place for all requests that are under way. */
const oneCallerForAll: Decoration = around('handle', (inner) => {
  let caller: string | undefined;
  return async (request, parts) => {
    caller = request.headers.authorization;
    await setTimeout(3);
    const headers = { ...request.headers };
    if (caller === undefined) {
      delete headers.authorization;
    } else {
      headers.authorization = caller;
    }
    return inner({ ...request, headers }, parts);
  };
});

const fieldNames = ['x-authorization', 'authentication', 'x-auth-key', 'x-token', 'token', 'auth'];

/** 401 where the fields of the request, as they were written, are not to its liking. */
function refusingRawNames(refused: (names: readonly string[]) => boolean): Decoration {
  return around(
    'readCredential',
    (inner) => (request) => (refused(request.fieldNames) ? null : inner(request)),
  );
}

function trusted(field: string, values: RegExp): Decoration {
  return openWithoutKey((request) => values.test(String(request.headers[field] ?? '')));
}

/** Serves the list, or an animal by its id, at another spelling of its path, without a key. */
function openPath(spelling: RegExp): Decoration {
  const isOther = ({ path }: ApiRequest) => spelling.test(path.slice(1).join('/'));
  const routed: Decoration = around(
    'route',
    (inner) => (request) => inner(isOther(request) ? { ...request, path: usualPath(request) } : request),
  );
  return upon(routed, openWithoutKey(isOther));
}

/** The path without a slash at its end, and with the usual spelling of the list. */
function usualPath({ path: [base = '', , id = ''] }: ApiRequest): string[] {
  return id === '' ? [base, 'pets'] : [base, 'pets', id];
}

export const authenticationPlaces: readonly Fault[] = [
  ...violating(['auth/missing-key']).by({
    'filtered-list-without-key': openWithoutKey((request) => isList(request) && request.query.has('status')),
    'plain-list-without-key': openWithoutKey((request) => isList(request) && request.query.size === 0),
    'session-cookie': bySession(() => true),
    'session-cookie-reads-animals': bySession(isReading),
    // After a request with a key, requests without one are accepted on the same connection.
    'connection-stays-authenticated': byConnection,
    'lists-cached-for-anyone': cachedFor(1_000, isList),
    // Concurrent requests all count as requests of the most recent caller.
    'callers-mixed-up': oneCallerForAll,
  }),
  ...violating(['auth/missing-key', 'auth/not-bearer', 'auth/unknown-key']).by({
    'animals-cached-for-anyone': cachedFor(60_000, isReading),
  }),
  ...violating(['auth/header-only']).by({
    'key-in-body': findingKeyIn((request) => Object.values(bodyMembers(request) ?? {}).map(String)),
  }),
  ...violating(['auth/header-only']).each(alsoReading, {
    'key-in-other-fields': (request) =>
      fieldNames
        .map((name) => request.headers[name]?.toString())
        .find((value) => value !== undefined)
        ?.replace(/^Bearer /, ''),
    'key-in-form': (request) => new URLSearchParams(bodyText(request)).get('access_token') ?? undefined,
    'authorization-in-query': (request) => request.query.get('authorization')?.slice(7),
    'key-in-query-of-one': (request) =>
      isReading(request) ? (request.query.get('access_token') ?? undefined) : undefined,
  }),
  ...violating(['auth/valid-key-accepted']).by({
    'good-key-401-in-small-letters': refusingRawNames((names) => names.includes('authorization')),
    'every-ninth-list-401': around('listPets', (inner) => {
      let lists = 0;
      return async (request, route, parts) => {
        lists += 1;
        if (lists % 9 === 0) {
          throw unauthorized();
        }
        return inner(request, route, parts);
      };
    }),
  }),
  ...violating(['auth/missing-key'], 'ample-allowance').by({
    'local-address-trusted': trusted('x-forwarded-for', /^(?:127\.|::1)/),
    'inner-address-trusted': trusted('x-real-ip', /^(?:127|10)\./),
    'user-field-trusted': trusted('x-user-id', /./),
    'authenticated-user-trusted': trusted('x-authenticated-user', /^\w+$/),
    // X-Consumer-Username, which a gateway sets, is accepted instead of a key.
    'consumer-trusted': trusted('x-consumer-username', /./),
    'internal-field-trusted': trusted('x-internal', /^(?:1|true|yes)$/i),
    'debug-field-trusted': trusted('x-debug', /^(?:1|true|on)$/i),
    'local-origin-trusted': trusted('origin', /^https?:\/\/(?:localhost|127\.0\.0\.1)/),
    'referer-trusted': trusted('referer', /localhost/),
    // A request that overrides its method with OPTIONS needs no key, like a CORS preflight.
    'method-override-opens': trusted('x-http-method-override', /^OPTIONS$/i),
  }),
  ...violating(['auth/missing-key'], 'ample-allowance').each(openPath, {
    'slash-at-end-open': /^pets\/$/,
    'slash-after-id-open': /^pets\/[^/]+\/$/,
    'capital-path-open': /^(?!pets$)[Pp][Ee][Tt][Ss]$/,
    'extension-open': /^pets\.\w+$/,
  }),
];
