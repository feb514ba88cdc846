import { answer, bella, get, invalid, must, newBella, post, rex } from './row.ts';

const creation = { section: 'Add an animal' };
const refused = {
  ...creation,
  owner: 'The validation of the POST /pets body.',
  accepts: 'Status 400, while a comparable valid request is accepted.',
  statuses: [400],
};
const refusedValue = { ...refused, section: 'NewPet (request body for creation)' };

const withOtherMember = `${refused.accepts} A body with an unknown field may be refused with any 4xx.`;

/** `POST /pets` with a body or a media type that the service must refuse. */
export const createRefused = {
  'create/missing-name': must(refused, {
    statement: 'POST /pets without name returns 400.',
    why: 'The document requires name, and clients that display animals depend on it.',
    sends:
      'Bodies without name: with no other change, as {}, with an unknown field instead, and with Name instead.',
    accepts: withOtherMember,
    requests: [post({ categoryId: 1 })],
    right: ['The service requires a name.', invalid('name is required')],
    wrong: ['The service fills in an empty name.', answer(201, { id: 1, name: '', categoryId: 1 })],
  }),
  'create/missing-category': must(refused, {
    statement: 'POST /pets without categoryId returns 400.',
    why: 'The document requires categoryId.',
    sends:
      'Bodies without categoryId: with no other change, or with category_id, CategoryId or an unknown field instead.',
    accepts: withOtherMember,
    requests: [post({ name: 'Bella' })],
    right: ['The service requires a categoryId.', invalid('categoryId is required')],
    wrong: ['The service fills in 0.', answer(201, { id: 1, name: 'Bella', categoryId: 0 })],
  }),
  'create/wrong-name-type': must(refusedValue, {
    statement: 'POST /pets with a name that is not a string returns 400.',
    why: 'A service that converts 7 to "7" hides a client error, and null is not a name.',
    sends:
      'Bodies whose name is a number, a boolean, null, an array or an object, one of them with 2,000 nested arrays.',
    requests: [post({ name: 7, categoryId: 1 })],
    right: ['The service refuses a number.', invalid('name must be a string')],
    wrong: ['The service converts the number to a string.', answer(201, { id: 1, name: '7', categoryId: 1 })],
  }),
  'create/wrong-category-type': must(refusedValue, {
    statement:
      'POST /pets with a categoryId that is not an integer returns 400, and so does a number in quotation marks.',
    why: 'The document requires an integer, and a guessed conversion can select the wrong category.',
    sends:
      'Bodies whose categoryId is a string (including numeric strings), a boolean, null, an array, an object or a fraction such as 1.5.',
    accepts: `${refused.accepts} A service may read 1.0 and 1e2 as integers or refuse them, and also a fraction that a double cannot distinguish from an integer.`,
    requests: [post({ name: 'Bella', categoryId: '1' })],
    right: ['The service refuses a number in quotation marks.', invalid('categoryId must be an integer')],
    wrong: ['The service converts the string to a number.', answer(201, bella)],
  }),
  'create/category-out-of-range': must(refusedValue, {
    statement: 'POST /pets with a categoryId outside int64 returns 400.',
    why: 'A value that overflows becomes another number, and so another category.',
    sends: 'A categoryId just outside int64, also in the notation 9223372036854775808.0, and far outside.',
    owner: 'The validation of the body, or its number parser.',
    requests: [post('{"name":"Bella","categoryId":9223372036854775808}')],
    right: ['The service refuses the maximum of int64 plus one.', invalid('categoryId is out of range')],
    wrong: [
      'The value overflows to a negative category.',
      answer(201, '{"id":1,"name":"Bella","categoryId":-9223372036854775808}'),
    ],
  }),
  'create/unknown-status': must(refused, {
    statement: 'POST /pets with a status that is not exactly available, pending or sold returns 400.',
    section: 'PetStatus (enumeration)',
    why: 'No filtered list contains an animal with an unknown status.',
    sends:
      'An unknown, capitalised, padded or empty status, and values that are not strings, including null.',
    requests: [post({ ...newBella, status: 'Available' })],
    right: ['The service refuses the capitalised status.', invalid('status is unknown')],
    wrong: ['The service ignores letter case.', answer(201, bella)],
  }),
  'create/body-not-object': must(refused, {
    statement: 'POST /pets with a JSON body that is not an object returns 400.',
    why: 'A NewPet is an object. A service that accepts another type hides a client error.',
    sends: 'Bodies that are a string, a number, a boolean, null, or an array of the object or of its values.',
    requests: [post([newBella])],
    right: ['The service refuses an array.', invalid('the body must be an object')],
    wrong: ['The service unpacks the array.', answer(201, bella)],
  }),
  'create/malformed-json': must(refused, {
    statement: 'POST /pets with malformed JSON or an empty body returns 400.',
    section: 'Errors',
    why: 'The document specifies 400 for invalid JSON. After a 500, clients retry a request that can never succeed.',
    sends: 'Truncated bodies, extra commas, single quotes, comments and similar errors, and an empty body.',
    owner: 'The JSON parser: the framework and its error handling.',
    right: [
      'The service refuses truncated JSON.',
      [post('{"name":"Bella","categoryId":1'), invalid('the body is not valid JSON')],
    ],
    wrong: [
      'The parser accepts a trailing comma.',
      [post('{"name":"Bella","categoryId":1,}'), answer(201, { id: 1, name: 'Bella', categoryId: 1 })],
    ],
  }),
  'create/content-type-required': must(refused, {
    statement: 'POST /pets without the header Content-Type: application/json returns 400.',
    section: 'Errors',
    why: 'The document specifies it. It also prevents plain HTML forms on other sites from adding animals.',
    sends:
      'Valid bodies without Content-Type, and as text/plain, form data, octet-stream and media types similar to JSON.',
    owner:
      'The code that reads bodies: the framework or its declared media types. The document lists 400, not 415.',
    requests: [post(newBella, undefined, 'text/plain')],
    right: ['The service refuses text/plain.', invalid('Content-Type must be application/json')],
    wrong: ['The service parses the body as JSON despite its Content-Type.', answer(201, bella)],
  }),
  'create/refused-without-effect': must(creation, {
    statement: 'A POST /pets that returns 400 adds no animal.',
    why: 'Partially stored animals appear in lists, and clients that correct and resend a request add a second one.',
    sends:
      'No extra requests: refused bodies have unique names, and the run searches every list and every animal that it reads for them.',
    accepts:
      'No animal with the name of a refused request. If lists show only some of the animals, the ids of the run must leave none out; if they do, the result is inconclusive.',
    owner: 'The handler of POST /pets: it must validate the body before it stores anything.',
    requests: [post({ ...newBella, status: 'adopted' }), get('/pets?limit=100')],
    right: ['The list does not contain Bella.', invalid('status is unknown'), answer(200, [rex])],
    wrong: [
      'The list contains Bella, although the POST returned 400.',
      invalid('status is unknown'),
      answer(200, [rex, bella]),
    ],
  }),
};
