import { must } from './row.ts';

const creation = { section: 'Add an animal' };
const refused = {
  ...creation,
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
    right: 'The service requires a name: POST /pets returns 400.',
    wrong: 'The service fills in an empty name: POST /pets returns 201.',
  }),
  'create/missing-category': must(refused, {
    statement: 'POST /pets without categoryId returns 400.',
    why: 'The document requires categoryId.',
    sends:
      'Bodies without categoryId: with no other change, or with category_id, CategoryId or an unknown field instead.',
    accepts: withOtherMember,
    right: 'The service requires a categoryId: POST /pets returns 400.',
    wrong: 'The service fills in 0: POST /pets returns 201.',
  }),
  'create/wrong-name-type': must(refusedValue, {
    statement: 'POST /pets with a name that is not a string returns 400.',
    why: 'A service that converts 7 to "7" hides a client error, and null is not a name.',
    sends:
      'Bodies whose name is a number, a boolean, null, an array or an object, one of them with 2,000 nested arrays.',
    right: 'The service refuses a number: POST /pets returns 400.',
    wrong: 'The service converts the number to a string: POST /pets returns 201.',
  }),
  'create/wrong-category-type': must(refusedValue, {
    statement:
      'POST /pets with a categoryId that is not an integer returns 400, and so does a number in quotation marks.',
    why: 'The document requires an integer, and a guessed conversion can select the wrong category.',
    sends:
      'Bodies whose categoryId is a string (including numeric strings), a boolean, null, an array, an object or a fraction such as 1.5.',
    accepts: `${refused.accepts} A service may read 1.0 and 1e2 as integers or refuse them, and also a fraction that a double cannot distinguish from an integer.`,
    right: 'The service refuses a number in quotation marks: POST /pets returns 400.',
    wrong: 'The service converts the string to a number: POST /pets returns 201.',
  }),
  'create/category-out-of-range': must(refusedValue, {
    statement: 'POST /pets with a categoryId outside int64 returns 400.',
    why: 'A value that overflows becomes another number, and so another category.',
    sends: 'A categoryId just outside int64, also in the notation 9223372036854775808.0, and far outside.',
    right: 'The service refuses the maximum of int64 plus one: POST /pets returns 400.',
    wrong: 'The value overflows to a negative category: POST /pets returns 201.',
  }),
  'create/unknown-status': must(refused, {
    statement: 'POST /pets with a status that is not exactly available, pending or sold returns 400.',
    section: 'PetStatus (enumeration)',
    why: 'No filtered list contains an animal with an unknown status.',
    sends:
      'An unknown, capitalised, padded or empty status, and values that are not strings, including null.',
    right: 'The service refuses the capitalised status: POST /pets returns 400.',
    wrong: 'The service ignores letter case: POST /pets returns 201.',
  }),
  'create/body-not-object': must(refused, {
    statement: 'POST /pets with a JSON body that is not an object returns 400.',
    why: 'A NewPet is an object. A service that accepts another type hides a client error.',
    sends: 'Bodies that are a string, a number, a boolean, null, or an array of the object or of its values.',
    right: 'The service refuses an array: POST /pets returns 400.',
    wrong: 'The service unpacks the array: POST /pets returns 201.',
  }),
  'create/malformed-json': must(refused, {
    statement: 'POST /pets with malformed JSON or an empty body returns 400.',
    section: 'Errors',
    why: 'The document specifies 400 for invalid JSON. After a 500, clients retry a request that can never succeed.',
    sends: 'Truncated bodies, extra commas, single quotes, comments and similar errors, and an empty body.',
    right: 'The service refuses truncated JSON: POST /pets returns 400.',
    wrong: 'The parser accepts a trailing comma: POST /pets returns 201.',
  }),
  'create/content-type-required': must(refused, {
    statement: 'POST /pets without the header Content-Type: application/json returns 400.',
    section: 'Errors',
    why: 'The document specifies it. It also prevents plain HTML forms on other sites from adding animals.',
    sends:
      'Valid bodies without Content-Type, and as text/plain, form data, octet-stream and media types similar to JSON.',
    right: 'The service refuses text/plain: POST /pets returns 400.',
    wrong: 'The service parses the body as JSON despite its Content-Type: POST /pets returns 201.',
  }),
  'create/refused-without-effect': must(creation, {
    statement: 'A POST /pets that returns 400 adds no animal.',
    why: 'Partially stored animals appear in lists, and clients that correct and resend a request add a second one.',
    sends:
      'No extra requests: refused bodies have unique names, and the run searches every list and every animal that it reads for them.',
    accepts:
      'No animal with the name of a refused request. If lists show only some of the animals, the ids of the run must leave none out; if they do, the result is inconclusive.',
    right: 'The list does not contain Bella.',
    wrong: 'The list contains Bella, although the POST returned 400.',
  }),
};
