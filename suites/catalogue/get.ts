import { answer, bella, error, get, must, newBella, notFound, observe, post, rex, should } from './row.ts';

const reading = {
  section: 'Get an animal (deprecated)',
  acts: 'Whoever looks animals up behind GET /pets/{petId}.',
};
const addedAndReadTwice = [post(newBella), get('/pets/1'), get('/pets/1')];

/** `GET /pets/{petId}`, deprecated. */
export const getById = {
  'get/returns-created': must(reading, {
    statement: 'GET /pets/{petId} returns a new animal at once, exactly as created.',
    why: 'Clients redirect to what they have just added: a replica that lags shows them a 404.',
    sends: 'New animals by their ids, at once.',
    accepts: 'Status 200 and the animal as it was added; after a 201 it exists.',
    acts: 'Whoever looks animals up: replicas and caches must not be asked for what was just added.',
    requests: [post(newBella), get('/pets/1')],
    right: ['It is there at once.', answer(201, bella), answer(200, bella)],
    wrong: ['It is not there yet.', answer(201, bella), notFound],
  }),
  'get/id-matches': must(reading, {
    statement: 'The response contains the id that was requested.',
    why: 'Another id is another animal, of another shelter perhaps.',
    sends: 'Nothing of its own: every animal of the run that was read by id is looked at.',
    accepts: 'The id that was asked for.',
    requests: [get('/pets/1')],
    right: ['Animal 1.', answer(200, bella)],
    wrong: ['1 was asked for, 2 comes.', answer(200, rex)],
  }),
  'get/stable': must(reading, {
    statement: 'An animal has the same id, name and categoryId whenever it is read.',
    why: 'No operation changes an animal: what changes by itself can not be relied on.',
    sends: 'Animals that were read early, once more at the end of the run.',
    accepts: 'The same id, name and categoryId.',
    requests: addedAndReadTwice,
    right: ['The same twice.', answer(201, bella), answer(200, bella), answer(200, bella)],
    wrong: [
      'Another name the second time.',
      answer(201, bella),
      answer(200, bella),
      answer(200, { ...bella, name: 'BELLA' }),
    ],
  }),
  'get/status-stable': observe(reading, {
    statement: 'Whether the status of an animal changes by itself.',
    section: 'States and transitions',
    why: 'The document shows no transitions, so a service may change a status by itself.',
    sends: 'Animals that were read early, once more at the end of the run.',
    acts: 'Nobody has to; clients that cache a status want to know.',
    requests: addedAndReadTwice,
    right: ['The status stays.', answer(201, bella), answer(200, bella), answer(200, bella)],
    alsoRight: [
      'The service sold Bella.',
      answer(201, bella),
      answer(200, bella),
      answer(200, { ...bella, status: 'sold' }),
    ],
  }),
  'get/unknown-id': must(reading, {
    statement: 'GET /pets/{petId} returns 404 for an animal that does not exist.',
    why: 'Clients tell by the 404 that an animal is gone; a 500, or an empty 200, they take for a fault.',
    sends: 'Ids far from any that were seen, 0 and negative ones among them.',
    accepts: 'Status 404; or 200 with an animal that has this very id, but not for every id.',
    statuses: [404],
    requests: [get('/pets/8070450532247928831')],
    right: ['There is none.', notFound],
    wrong: ['400 is not what the document lists.', error(400, 'invalid_id', 'No such id')],
  }),
  'get/malformed-id': should(reading, {
    statement: 'An id that is not an int64 returns a 4xx with an Error body.',
    why: 'A parser that stops at the first letter serves animal 1 for "1abc".',
    sends:
      'Ids that are no int64: abc, a known id with letters behind it, a fraction, one of 64 bits too many.',
    accepts: 'Any 4xx with an Error body.',
    acts: 'Whoever reads the path: the framework, or its declaration of petId.',
    statuses: [400, 404, 422],
    requests: [get('/pets/1abc')],
    right: ['Refused.', error(422, 'invalid_id', 'The id is not an integer')],
    wrong: ['Read as 1.', answer(200, bella)],
  }),
  'get/deprecation-signalled': observe(reading, {
    statement: 'Whether responses announce the deprecation in Deprecation, Sunset or Link headers.',
    section: 'RFC 9745 and RFC 8594',
    why: 'The operation is to be removed on 5 December 2030: RFC 9745 and RFC 8594 have headers that say so.',
    sends: 'An animal by its id, whose answer is looked at: Deprecation, Sunset and Link headers.',
    acts: 'Nobody has to; whoever plans the removal reaches clients by them.',
    requests: [get('/pets/1')],
    right: ['Announced.', answer(200, bella, { Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' })],
    alsoRight: ['Not announced.', answer(200, bella)],
  }),
};
