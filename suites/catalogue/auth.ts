import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** Authentication, for all three operations. */
export const auth = [
  {
    id: 'auth/missing-key',
    level: 'MUST',
    statement: 'A request without an Authorization header returns 401.',
    section: 'Authentication',
  },
  {
    id: 'auth/not-bearer',
    level: 'MUST',
    statement:
      'A request whose Authorization header is not in the form "Bearer <API_KEY>" returns 401, even if it contains the real key.',
    section: 'Authentication',
  },
  {
    id: 'auth/unknown-key',
    level: 'MUST',
    statement: 'A bearer token that was never issued returns 401, however close it is to a valid key.',
    section: 'Authentication',
  },
  {
    id: 'auth/header-only',
    level: 'MUST',
    statement:
      'The key counts only in the Authorization header: in the query, another header or a cookie it returns 401.',
    section: 'Authentication',
  },
  {
    id: 'auth/valid-key-accepted',
    level: 'MUST',
    statement: 'A request with a valid key never returns 401.',
    section: 'Authentication',
  },
  {
    id: 'auth/checked-first',
    level: 'MUST',
    statement: 'A missing or invalid key returns 401 even if the body, a parameter or the id is wrong too.',
    section: 'Authentication',
  },
  {
    id: 'auth/refused-without-effect',
    level: 'MUST',
    statement: 'A creation that returned 401 adds no animal.',
    section: 'Authentication',
  },
  {
    id: 'auth/revoked-key',
    level: 'MUST',
    statement: 'A revoked key returns 401.',
    section: 'Authentication',
  },
  {
    id: 'auth/challenge',
    level: 'SHOULD',
    statement: 'A 401 carries a WWW-Authenticate header.',
    section: 'RFC 9110 section 11.6.1',
  },
  {
    id: 'auth/scheme-case',
    level: 'OBSERVE',
    statement: 'Whether the scheme is also accepted as "bearer" or "BEARER".',
    section: 'RFC 9110 section 11.1',
  },
] as const satisfies readonly WrittenRequirement[];
