import { answer, bella, error, get, must, newBella, notFound, observe, post, rex, should } from './row.ts';

const operation = { section: 'Get an animal (deprecated)' };
const reading = {
  ...operation,
  owner: 'The lookup behind GET /pets/{petId}.',
};
const addedAndReadTwice = [post(newBella), get('/pets/1'), get('/pets/1')];

/** `GET /pets/{petId}`, deprecated. */
export const getById = {
  'get/returns-created': must(reading, {
    statement: 'GET /pets/{petId} returns a new animal immediately, exactly as created.',
    why: 'Clients redirect to the animal that they just added, and a replica that lags returns 404.',
    sends: 'GET /pets/{petId} immediately after POST /pets.',
    accepts: 'Status 200 and the animal as created. After a 201 the animal exists.',
    owner: 'The lookup: it must not read new animals from a replica or cache that lags.',
    requests: [post(newBella), get('/pets/1')],
    right: ['The animal is available immediately.', answer(201, bella), answer(200, bella)],
    wrong: ['The animal is not available yet.', answer(201, bella), notFound],
  }),
  'get/id-matches': must(reading, {
    statement: 'The response contains the id that was requested.',
    why: 'A different id means a different animal.',
    requests: [get('/pets/1')],
    right: ['The response contains animal 1.', answer(200, bella)],
    wrong: ['The response contains animal 2.', answer(200, rex)],
  }),
  'get/stable': must(reading, {
    statement: 'An animal has the same id, name and categoryId whenever it is read.',
    why: 'No documented operation changes an animal, so clients rely on its values.',
    sends: 'GET /pets/{petId} at the end of the run, for animals that the run read early.',
    requests: addedAndReadTwice,
    right: ['Both reads return the same values.', answer(201, bella), answer(200, bella), answer(200, bella)],
    wrong: [
      'The second read returns another name.',
      answer(201, bella),
      answer(200, bella),
      answer(200, { ...bella, name: 'BELLA' }),
    ],
  }),
  'get/status-stable': observe(operation, {
    statement: 'Whether the status of an animal changes by itself.',
    section: 'States and transitions',
    why: 'The document shows no transitions, so a service may change a status by itself.',
    sends: 'GET /pets/{petId} at the end of the run, for animals that the run read early.',
    requests: addedAndReadTwice,
    right: ['The status does not change.', answer(201, bella), answer(200, bella), answer(200, bella)],
    alsoRight: [
      'The service changes the status to sold.',
      answer(201, bella),
      answer(200, bella),
      answer(200, { ...bella, status: 'sold' }),
    ],
  }),
  'get/unknown-id': must(reading, {
    statement: 'GET /pets/{petId} returns 404 for an animal that does not exist.',
    why: 'Clients recognise a missing animal by the 404 and treat a 500 or an empty 200 as a failure.',
    sends: 'Ids far from all known ones, including 0 and negative ids.',
    accepts: 'Status 404; or 200 with an animal that has exactly this id, but not for every id.',
    statuses: [404],
    requests: [get('/pets/8070450532247928831')],
    right: ['The animal does not exist.', notFound],
    wrong: ['The document lists 404, not 400.', error(400, 'invalid_id', 'The id does not exist')],
  }),
  'get/malformed-id': should(reading, {
    statement: 'An id that is not an int64 returns a 4xx with an Error body.',
    why: 'A parser that stops at the first letter returns animal 1 for "1abc".',
    sends:
      'Ids that are not an int64: abc, a known id followed by letters, a fraction, a known id plus 2^64.',
    accepts: 'Any 4xx with an Error body.',
    owner: 'The code that parses the path: the framework or its declaration of petId.',
    statuses: [400, 404, 422],
    requests: [get('/pets/1abc')],
    right: ['The service refuses the id.', error(422, 'invalid_id', 'The id must be an integer')],
    wrong: ['The service reads the id as 1.', answer(200, bella)],
  }),
  'get/deprecation-signalled': observe(operation, {
    statement: 'Whether responses announce the deprecation in Deprecation, Sunset or Link headers.',
    section: 'RFC 9745 and RFC 8594',
    why: 'The operation is to be removed on 5 December 2030. RFC 9745 and RFC 8594 define headers that announce it.',
    sends: 'GET /pets/{petId}; the run checks the response for Deprecation, Sunset and Link headers.',
    requests: [get('/pets/1')],
    right: [
      'A Sunset header announces the removal.',
      answer(200, bella, { Sunset: 'Thu, 05 Dec 2030 00:00:00 GMT' }),
    ],
    alsoRight: ['No header announces the removal.', answer(200, bella)],
  }),
};
