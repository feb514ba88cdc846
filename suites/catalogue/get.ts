import { must, observe, should } from './row.ts';

const operation = { section: 'Get an animal (deprecated)' };
const reading = {
  ...operation,
};

/** `GET /pets/{petId}`, deprecated. */
export const getById = {
  'get/returns-created': must(reading, {
    statement: 'GET /pets/{petId} returns a new animal immediately, exactly as created.',
    why: 'Clients redirect to the animal that they just added, and a replica that lags returns 404.',
    sends: 'GET /pets/{petId} immediately after POST /pets.',
    accepts: 'Status 200 and the animal as created. After a 201 the animal exists.',
    right: 'The animal is available immediately.',
    wrong: 'The animal is not available yet.',
  }),
  'get/id-matches': must(reading, {
    statement: 'The response contains the id that was requested.',
    why: 'A different id means a different animal.',
    right: 'The response contains animal 1: GET /pets/1 returns 200.',
    wrong: 'The response contains animal 2: GET /pets/1 returns 200.',
  }),
  'get/stable': must(reading, {
    statement: 'An animal has the same id, name and categoryId whenever it is read.',
    why: 'No documented operation changes an animal, so clients rely on its values.',
    sends: 'GET /pets/{petId} at the end of the run, for animals that the run read early.',
    right: 'Both reads return the same values.',
    wrong: 'The second read returns another name.',
  }),
  'get/status-stable': observe(operation, {
    statement: 'Whether the status of an animal changes by itself.',
    section: 'States and transitions',
    why: 'The document shows no transitions, so a service may change a status by itself.',
    sends: 'GET /pets/{petId} at the end of the run, for animals that the run read early.',
    right: 'The status does not change.',
    alsoRight: 'The service changes the status to sold.',
  }),
  'get/unknown-id': must(reading, {
    statement: 'GET /pets/{petId} returns 404 for an animal that does not exist.',
    why: 'Clients recognise a missing animal by the 404 and treat a 500 or an empty 200 as a failure.',
    sends: 'Ids far from all known ones, including 0 and negative ids.',
    accepts: 'Status 404; or 200 with an animal that has exactly this id, but not for every id.',
    statuses: [404],
    right: 'The animal does not exist: GET /pets/8070450532247928831 returns 404.',
    wrong: 'The document lists 404, not 400.',
  }),
  'get/malformed-id': should(reading, {
    statement: 'An id that is not an int64 returns a 4xx with an Error body.',
    why: 'A parser that stops at the first letter returns animal 1 for "1abc".',
    sends:
      'Ids that are not an int64: abc, a known id followed by letters, a fraction, a known id plus 2^64.',
    accepts: 'Any 4xx with an Error body.',
    statuses: [400, 404, 422],
    right: 'The service refuses the id: GET /pets/1abc returns 422.',
    wrong: 'The service reads the id as 1: GET /pets/1abc returns 200.',
  }),
  'get/deprecation-signalled': observe(operation, {
    statement: 'Whether responses announce the deprecation in Deprecation, Sunset or Link headers.',
    section: 'RFC 9745 and RFC 8594',
    why: 'The operation is to be removed on 5 December 2030. RFC 9745 and RFC 8594 define headers that announce it.',
    sends: 'GET /pets/{petId}; the run checks the response for Deprecation, Sunset and Link headers.',
    right: 'A Sunset header announces the removal: GET /pets/1 returns 200.',
    alsoRight: 'No header announces the removal: GET /pets/1 returns 200.',
  }),
};
