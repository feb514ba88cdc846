import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** Authentication, for all three operations. */
export const auth = [
  {
    id: 'auth/missing-key',
    level: 'MUST',
    statement: 'A request without an Authorization header is answered 401.',
    section: 'Authentication',
  },
  {
    id: 'auth/not-bearer',
    level: 'MUST',
    statement:
      'A request whose Authorization header is not in the form "Bearer <API_KEY>" is answered 401, even where the real key stands somewhere in it.',
    section: 'Authentication',
  },
  {
    id: 'auth/unknown-key',
    level: 'MUST',
    statement:
      'A bearer token that was never issued is answered 401, however close it comes to a key that is valid.',
    section: 'Authentication',
  },
  {
    id: 'auth/header-only',
    level: 'MUST',
    statement:
      'The key counts only in the Authorization header: sent in the query, in another header or in a cookie, it is answered 401.',
    section: 'Authentication',
  },
  {
    id: 'auth/valid-key-accepted',
    level: 'MUST',
    statement: 'A request with a valid key is never answered 401.',
    section: 'Authentication',
  },
  {
    id: 'auth/checked-first',
    level: 'MUST',
    statement:
      'A missing or invalid key is answered 401 even where the body, a parameter or the animal asked for is wrong too.',
    section: 'Authentication',
  },
  {
    id: 'auth/refused-without-effect',
    level: 'MUST',
    statement: 'A creation that was answered 401 adds no animal.',
    section: 'Authentication',
  },
  {
    id: 'auth/revoked-key',
    level: 'MUST',
    statement: 'A key that has been revoked is answered 401.',
    section: 'Authentication',
  },
  {
    id: 'auth/challenge',
    level: 'SHOULD',
    statement: 'A 401 says how to authenticate, in a WWW-Authenticate header.',
    section: 'RFC 9110 section 11.6.1',
  },
  {
    id: 'auth/scheme-case',
    level: 'OBSERVE',
    statement: 'Whether the scheme is also accepted as "bearer" or "BEARER".',
    section: 'RFC 9110 section 11.1',
  },
] as const satisfies readonly WrittenRequirement[];
