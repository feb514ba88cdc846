import { must, observe, should } from './row.ts';

const authentication = { section: 'Authentication' };
const keys = {
  ...authentication,
};
const refusedKeys = {
  ...keys,
  statuses: [401],
};

/** Authentication, for all three operations. */
export const auth = {
  'auth/missing-key': must(refusedKeys, {
    statement: 'A request without an Authorization header returns 401.',
    why: 'A service that accepts requests without a key exposes its animals to everyone.',
    sends:
      'Each of the three operations without an Authorization header, immediately after the same request with the key.',
    right: 'A request without a key returns 401.',
    wrong: 'A request without a key returns the list: GET /pets returns 200.',
  }),
  'auth/not-bearer': must(refusedKeys, {
    statement:
      'A request whose Authorization header is not in the form "Bearer <API_KEY>" returns 401, even if it contains the real key.',
    why: 'A service that searches the whole header for a key also accepts malformed credentials.',
    sends:
      'An empty header, Basic, the bare key, another scheme before the real key, "Bearer" without a token and similar headers, distributed over the operations.',
    right: 'The bare key is not in the bearer form: GET /pets returns 401.',
    wrong: 'The service ignores the scheme: GET /pets returns 200.',
  }),
  'auth/unknown-key': must(refusedKeys, {
    statement: 'A bearer token that was never issued returns 401, however close it is to a valid key.',
    why: 'An attacker can guess a key if the service compares only part of it or ignores letter case.',
    sends:
      'Tokens that were never issued, mostly near misses of the key: shorter, longer, with one character changed, with the letter case changed.',
    right: 'The key without its last character is a different key: GET /pets returns 401.',
    wrong: 'The service compares only the beginning of the key: GET /pets returns 200.',
  }),
  'auth/header-only': must(refusedKeys, {
    statement:
      'A request without an Authorization header returns 401, even if the query, another header or a cookie contains the real key.',
    why: 'URLs end up in logs, browser histories and Referer headers, together with the keys in them.',
    sends:
      'The real key in the query, in other header fields, in cookies and in the body, without an Authorization header.',
    right: 'X-API-Key does not authenticate a request: GET /pets returns 401.',
    wrong: 'X-API-Key authenticates a request: GET /pets returns 200.',
  }),
  'auth/valid-key-accepted': must(keys, {
    statement: 'A request with a valid key never returns 401.',
    why: 'A client that receives 401 stops and asks its user for another key.',
    right: 'The service accepts the key: GET /pets?limit=1 returns 200.',
    wrong: 'GET /pets accepts the key, GET /pets/{petId} rejects it.',
  }),
  'auth/checked-first': must(refusedKeys, {
    statement:
      'A request with a missing or invalid key returns 401, even if the body, a parameter or the id is wrong too.',
    why: 'A 400 or 404 without a key reveals which bodies are valid and which animals exist.',
    sends:
      'Requests with two errors: a missing or invalid key, and an invalid or missing body, malformed JSON, another Content-Type, a bad limit or an unknown animal.',
    accepts: 'Status 401: the key takes precedence over every other error.',
    right: 'The service checks the key first: GET /pets/4711 returns 401.',
    wrong: 'The response reveals without a key that animal 4711 does not exist: GET /pets/4711 returns 404.',
  }),
  'auth/refused-without-effect': must(keys, {
    statement: 'A POST /pets that returns 401 adds no animal.',
    why: 'If the service stores the animal anyway, anyone can fill the store without a key.',
    sends:
      'POST /pets with bad keys, each with a unique name. The run searches every list and every animal that it reads for these names.',
    accepts:
      'No animal with the name of a refused request. If lists show only some of the animals, the ids of the run must leave none out; if they do, the result is inconclusive.',
    right: 'The list does not contain Bella.',
    wrong: 'The list contains Bella, although the POST returned 401.',
  }),
  'auth/revoked-key': must(refusedKeys, {
    statement: 'A revoked key returns 401.',
    why: 'Account holders revoke keys that leaked. Such a key must stop working.',
    sends: 'Each operation with the key from --revoked-key.',
    needs: ['--revoked-key KEY'],
    right: 'The service refuses the revoked key: GET /pets returns 401.',
    wrong: 'The service accepts the revoked key: GET /pets returns 200.',
  }),
  'auth/challenge': should(keys, {
    statement: 'A 401 carries a WWW-Authenticate header.',
    section: 'RFC 9110 section 11.6.1',
    why: 'RFC 9110 requires this header in every 401, and HTTP libraries read the scheme from it.',
    right: 'The 401 names the scheme.',
    wrong: 'The 401 has no WWW-Authenticate header.',
  }),
  'auth/scheme-case': observe(authentication, {
    statement: 'Whether the service also accepts the scheme as "bearer" or "BEARER".',
    section: 'RFC 9110 section 11.1',
    why: 'RFC 9110 makes schemes case-insensitive, and the interface document shows only "Bearer", so both behaviours are permitted.',
    sends: 'GET /pets with the real key after "bearer" and after "BEARER".',
    right: 'The service accepts any letter case: GET /pets?limit=1 returns 200.',
    alsoRight: 'The service accepts only the documented form: GET /pets?limit=1 returns 401.',
  }),
};
