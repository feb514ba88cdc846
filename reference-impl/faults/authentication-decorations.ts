import type { ApiRequest, Decoration, Parts } from '../parts.ts';
import { answers, crash, isMembers, withHeader } from './decorations.ts';
import { around } from './fault.ts';

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

/** Compares a token with the keys in another way. */
export function comparing(matches: (token: string, key: string) => boolean): Decoration {
  return around('findKey', (inner, { issuedKeys }) => (token) => {
    const valid = issuedKeys.filter((issued) => !issued.revoked);
    return inner(token) ?? valid.find((issued) => matches(token, issued.key)) ?? null;
  });
}

/** Finds the token in another place where the bearer form has none. */
export function alsoReading(read: (request: ApiRequest) => string | undefined): Decoration {
  return around('readCredential', (inner) => (request) => inner(request) ?? read(request) ?? null);
}

/** Answers 500 where 401 is due. */
export function crashing(when: (request: ApiRequest) => boolean): Decoration {
  return around('handle', (inner) => async (request, parts) => {
    const answer = await inner(request, parts);
    const crashes = answer.status === 401 && when(request);
    return crashes ? { ...answer, ...parts.showProblem(crash(), request) } : answer;
  });
}

export function forbidding(when: (request: ApiRequest) => boolean): Decoration {
  return answers((answer, request) =>
    answer.status === 401 && when(request)
      ? { ...answer, status: 403, body: isMembers(answer.body) ? { ...answer.body, status: 403 } : null }
      : answer,
  );
}

export const noHeader = (request: ApiRequest) => request.headers.authorization === undefined;
export const isBearer = (request: ApiRequest) => /^Bearer +\S/i.test(request.headers.authorization ?? '');
