import {
  answer,
  bella,
  error,
  example,
  get,
  must,
  newBella,
  observe,
  post,
  rex,
  should,
  unauthorized,
} from './row.ts';

const keys = {
  section: 'Authentication',
  acts: 'Whoever checks keys: the service, or the gateway in front of it.',
};
const refusedKeys = { ...keys, accepts: 'Status 401.', statuses: [401] };

/** Authentication, for all three operations. */
export const auth = {
  'auth/missing-key': must(refusedKeys, {
    statement: 'A request without an Authorization header returns 401.',
    why: 'A service that answers without a key shows its animals to everybody.',
    sends:
      'Each of the three operations without an Authorization header, and right behind the same request with the key.',
    requests: [get('/pets', {})],
    right: ['No key, no animals.', unauthorized],
    wrong: ['Anybody may read the list.', answer(200, [bella, rex])],
  }),
  'auth/not-bearer': must(refusedKeys, {
    statement:
      'A request whose Authorization header is not in the form "Bearer <API_KEY>" returns 401, even if it contains the real key.',
    why: 'What finds the key anywhere in the header will also find it where it was never meant to be one.',
    sends:
      'An empty header, Basic, the bare key, another scheme in front of the real key, "Bearer" without a token and the like, spread over the operations.',
    right: example('The key alone is not the bearer form.', [
      get('/pets', { Authorization: '$ANIMAL_STORE_API_KEY' }),
      unauthorized,
    ]),
    wrong: example('The scheme is not looked at.', [
      get('/pets', { Authorization: 'Token $ANIMAL_STORE_API_KEY' }),
      answer(200, [bella]),
    ]),
  }),
  'auth/unknown-key': must(refusedKeys, {
    statement: 'A bearer token that was never issued returns 401, however close it is to a valid key.',
    why: 'A key that is compared in part, or without letter case, can be guessed.',
    sends:
      'Tokens that were never issued, most of them near misses of the key: shorter, longer, one character changed, letter case changed.',
    requests: [get('/pets', { Authorization: 'Bearer ${ANIMAL_STORE_API_KEY%?}' })],
    right: ['A key without its last character is another key.', unauthorized],
    wrong: ['Only the beginning of the key is compared.', answer(200, [bella])],
  }),
  'auth/header-only': must(refusedKeys, {
    statement:
      'The key counts only in the Authorization header: in the query, another header or a cookie it returns 401.',
    why: 'Keys in addresses end up in logs, histories and Referer headers; a service that takes them there invites that.',
    sends:
      'The real key in the query, in other header fields, in cookies and in the body, and no Authorization header.',
    requests: [get('/pets', { 'X-API-Key': '$ANIMAL_STORE_API_KEY' })],
    right: ['The key is in the wrong place.', unauthorized],
    wrong: ['Another header does as well.', answer(200, [bella])],
  }),
  'auth/valid-key-accepted': must(keys, {
    statement: 'A request with a valid key never returns 401.',
    why: 'A client that is told its key is invalid stops, and asks its users for another one.',
    sends: 'Nothing of its own: every request of the run that carries the key is looked at.',
    accepts: 'Any status but 401.',
    acts: 'Whoever checks keys; or whoever issued the key, where it is not for this environment.',
    requests: [get('/pets?limit=1'), get('/pets/1')],
    right: ['The key is accepted.', answer(200, [bella])],
    wrong: ['The key that opens the list is refused at an animal.', answer(200, [bella]), unauthorized],
  }),
  'auth/checked-first': must(refusedKeys, {
    statement: 'A missing or invalid key returns 401 even if the body, a parameter or the id is wrong too.',
    why: 'Whoever is told 400 or 404 without a key learns which bodies are valid and which animals exist.',
    sends:
      'Requests that are wrong twice: a bad key, and a bad body, broken JSON, a bad limit or an unknown animal.',
    accepts: 'Status 401; whatever else is wrong comes second.',
    acts: 'Whoever orders the checks: the key has to come before validation and look-up.',
    requests: [get('/pets/4711', {})],
    right: ['Who asks is settled first.', unauthorized],
    wrong: [
      'Without a key one learns that animal 4711 does not exist.',
      error(404, 'not_found', 'There is no such animal'),
    ],
  }),
  'auth/refused-without-effect': must(keys, {
    statement: 'A creation that returned 401 adds no animal.',
    why: 'A refusal that stores all the same lets anybody fill the store.',
    sends:
      'Creations with bad keys, each with a name of its own; then every list and reading of the run is searched for those names.',
    accepts: 'No animal that carries the name of a refused creation.',
    acts: 'Whoever checks keys: the check has to come before anything is stored.',
    requests: [post(newBella, {}), get('/pets?limit=100')],
    right: ['What was refused is not there.', unauthorized, answer(200, [rex])],
    wrong: ['Bella was refused, and is in the list.', unauthorized, answer(200, [rex, bella])],
  }),
  'auth/revoked-key': must(refusedKeys, {
    statement: 'A revoked key returns 401.',
    why: 'A key is revoked because it leaked: it has to stop working.',
    sends: 'Each operation with the key given by --revoked-key.',
    acts: 'Whoever checks keys: caches of keys have to forget a revoked one.',
    needs: ['--revoked-key KEY'],
    requests: [get('/pets', { Authorization: 'Bearer $ANIMAL_STORE_REVOKED_KEY' })],
    right: ['The revoked key opens nothing.', unauthorized],
    wrong: ['It still does.', answer(200, [bella])],
  }),
  'auth/challenge': should(keys, {
    statement: 'A 401 carries a WWW-Authenticate header.',
    section: 'RFC 9110 section 11.6.1',
    why: 'HTTP libraries learn from it how to authenticate; RFC 9110 asks every 401 for it.',
    sends: 'Nothing of its own: every 401 of the run is looked at.',
    accepts: 'A WWW-Authenticate header, whatever it says.',
    requests: [get('/pets', {})],
    right: ['The 401 says which scheme is asked for.', unauthorized],
    wrong: [
      'The 401 says nothing of how to authenticate.',
      answer(401, { code: 'unauthorized', message: 'The API key is missing or invalid', status: 401 }),
    ],
  }),
  'auth/scheme-case': observe(keys, {
    statement: 'Whether the scheme is also accepted as "bearer" or "BEARER".',
    section: 'RFC 9110 section 11.1',
    why: 'RFC 9110 makes schemes case-insensitive, and the interface document writes "Bearer" only: both readings are fair.',
    sends: 'A list with the real key behind "bearer" and "BEARER".',
    acts: 'Nobody has to; clients that write the scheme in another way want to know.',
    requests: [get('/pets?limit=1', { Authorization: 'bearer $ANIMAL_STORE_API_KEY' })],
    right: ['Any letter case does.', answer(200, [bella])],
    alsoRight: ['Only the documented form does.', unauthorized],
  }),
};
