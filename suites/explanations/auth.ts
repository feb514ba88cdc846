import {
  answer,
  bella,
  error,
  example,
  get,
  newBella,
  open,
  owed,
  post,
  rex,
  unauthorized,
} from './example.ts';

const keyChecker = 'Whoever checks keys: the service, or the gateway in front of it.';
const nobodyYet = 'Nobody has to; clients that write the scheme in another way want to know.';

/** `auth/`: the API key. */
export const auth = {
  'auth/missing-key': owed({
    sends:
      'Each of the three operations without an Authorization header, and right behind the same request with the key.',
    accepts: 'Status 401.',
    why: 'A service that answers without a key shows its animals to everybody.',
    acts: keyChecker,
    statuses: [401],
    right: example('No key, no animals.', [get('/pets', {}), unauthorized]),
    wrong: example('Anybody may read the list.', [get('/pets', {}), answer(200, [bella, rex])]),
  }),
  'auth/not-bearer': owed({
    sends:
      'An empty header, Basic, the bare key, another scheme in front of the real key, "Bearer" without a token and the like, spread over the operations.',
    accepts: 'Status 401.',
    why: 'What finds the key anywhere in the header will also find it where it was never meant to be one.',
    acts: keyChecker,
    statuses: [401],
    right: example('The key alone is not the bearer form.', [
      get('/pets', { Authorization: '$ANIMAL_STORE_API_KEY' }),
      unauthorized,
    ]),
    wrong: example('The scheme is not looked at.', [
      get('/pets', { Authorization: 'Token $ANIMAL_STORE_API_KEY' }),
      answer(200, [bella]),
    ]),
  }),
  'auth/unknown-key': owed({
    sends:
      'Tokens that were never issued, most of them near misses of the key: shorter, longer, one character changed, letter case changed.',
    accepts: 'Status 401.',
    why: 'A key that is compared in part, or without letter case, can be guessed.',
    acts: keyChecker,
    statuses: [401],
    right: example('A key without its last character is another key.', [
      get('/pets', { Authorization: 'Bearer ${ANIMAL_STORE_API_KEY%?}' }),
      unauthorized,
    ]),
    wrong: example('Only the beginning of the key is compared.', [
      get('/pets', { Authorization: 'Bearer ${ANIMAL_STORE_API_KEY%?}' }),
      answer(200, [bella]),
    ]),
  }),
  'auth/header-only': owed({
    sends:
      'The real key in the query, in other header fields, in cookies and in the body, and no Authorization header.',
    accepts: 'Status 401.',
    why: 'Keys in addresses end up in logs, histories and Referer headers; a service that takes them there invites that.',
    acts: keyChecker,
    statuses: [401],
    right: example('The key is in the wrong place.', [
      get('/pets', { 'X-API-Key': '$ANIMAL_STORE_API_KEY' }),
      unauthorized,
    ]),
    wrong: example('Another header does as well.', [
      get('/pets', { 'X-API-Key': '$ANIMAL_STORE_API_KEY' }),
      answer(200, [bella]),
    ]),
  }),
  'auth/valid-key-accepted': owed({
    sends: 'Nothing of its own: every request of the run that carries the key is looked at.',
    accepts: 'Any status but 401.',
    why: 'A client that is told its key is invalid stops, and asks its users for another one.',
    acts: 'Whoever checks keys; or whoever issued the key, where it is not for this environment.',
    right: example('The key is accepted.', [get('/pets?limit=1'), answer(200, [bella])]),
    wrong: example(
      'The key that opens the list is refused at an animal.',
      [get('/pets?limit=1'), answer(200, [bella])],
      [get('/pets/1'), unauthorized],
    ),
  }),
  'auth/checked-first': owed({
    sends:
      'Requests that are wrong twice: a bad key, and a bad body, broken JSON, a bad limit or an unknown animal.',
    accepts: 'Status 401; whatever else is wrong comes second.',
    why: 'Whoever is told 400 or 404 without a key learns which bodies are valid and which animals exist.',
    acts: 'Whoever orders the checks: the key has to come before validation and look-up.',
    statuses: [401],
    right: example('Who asks is settled first.', [get('/pets/4711', {}), unauthorized]),
    wrong: example('Without a key one learns that animal 4711 does not exist.', [
      get('/pets/4711', {}),
      error(404, 'not_found', 'There is no such animal'),
    ]),
  }),
  'auth/refused-without-effect': owed({
    sends:
      'Creations with bad keys, each with a name of its own; then every list and reading of the run is searched for those names.',
    accepts: 'No animal that carries the name of a refused creation.',
    why: 'A refusal that stores all the same lets anybody fill the store.',
    acts: 'Whoever checks keys: the check has to come before anything is stored.',
    right: example(
      'What was refused is not there.',
      [post(newBella, {}), unauthorized],
      [get('/pets?limit=100'), answer(200, [rex])],
    ),
    wrong: example(
      'Bella was refused, and is in the list.',
      [post(newBella, {}), unauthorized],
      [get('/pets?limit=100'), answer(200, [rex, bella])],
    ),
  }),
  'auth/revoked-key': owed({
    sends: 'Each operation with the key given by --revoked-key.',
    accepts: 'Status 401.',
    why: 'A key is revoked because it leaked: it has to stop working.',
    acts: 'Whoever checks keys: caches of keys have to forget a revoked one.',
    statuses: [401],
    right: example('The revoked key opens nothing.', [
      get('/pets', { Authorization: 'Bearer $ANIMAL_STORE_REVOKED_KEY' }),
      unauthorized,
    ]),
    wrong: example('It still does.', [
      get('/pets', { Authorization: 'Bearer $ANIMAL_STORE_REVOKED_KEY' }),
      answer(200, [bella]),
    ]),
  }),
  'auth/challenge': owed({
    sends: 'Nothing of its own: every 401 of the run is looked at.',
    accepts: 'A WWW-Authenticate header, whatever it says.',
    why: 'HTTP libraries learn from it how to authenticate; RFC 9110 asks every 401 for it.',
    acts: keyChecker,
    right: example('The 401 says which scheme is asked for.', [get('/pets', {}), unauthorized]),
    wrong: example('The 401 says nothing of how to authenticate.', [
      get('/pets', {}),
      answer(401, { code: 'unauthorized', message: 'The API key is missing or invalid', status: 401 }),
    ]),
  }),
  'auth/scheme-case': open({
    sends: 'A list with the real key behind "bearer" and "BEARER".',
    why: 'RFC 9110 makes schemes case-insensitive, and the interface document writes "Bearer" only: both readings are fair.',
    acts: nobodyYet,
    right: example('Any letter case does.', [
      get('/pets?limit=1', { Authorization: 'bearer $ANIMAL_STORE_API_KEY' }),
      answer(200, [bella]),
    ]),
    alsoRight: example('Only the documented form does.', [
      get('/pets?limit=1', { Authorization: 'bearer $ANIMAL_STORE_API_KEY' }),
      unauthorized,
    ]),
  }),
};
