import { answer, bella, example, get, invalid, must, newBella, post, rex } from './row.ts';

const refused = {
  section: 'Add an animal',
  acts: 'Whoever validates the body of POST /pets.',
  accepts: 'Status 400; beside it a valid creation of the same kind that is accepted.',
  statuses: [400],
};
const refusedValue = { ...refused, section: 'NewPet (request body for creation)' };

/** `POST /pets` with what is to be refused. */
export const createRefused = {
  'create/missing-name': must(refused, {
    statement: 'A creation without name returns 400.',
    why: 'The document says that name is required; animals without a name break whoever shows them.',
    sends: 'Creations without name: that alone, {}, with an unknown field instead, and with Name instead.',
    requests: [post({ categoryId: 1 })],
    right: ['Refused.', invalid('name is missing')],
    wrong: ['Accepted, with an empty name filled in.', answer(201, { id: 1, name: '', categoryId: 1 })],
  }),
  'create/missing-category': must(refused, {
    statement: 'A creation without categoryId returns 400.',
    why: 'The document says that categoryId is required.',
    sends:
      'Creations without categoryId: no other change, or with category_id, CategoryId or an unknown field instead.',
    requests: [post({ name: 'Bella' })],
    right: ['Refused.', invalid('categoryId is missing')],
    wrong: ['Accepted, with a zero filled in.', answer(201, { id: 1, name: 'Bella', categoryId: 0 })],
  }),
  'create/wrong-name-type': must(refusedValue, {
    statement: 'A creation whose name is not a string returns 400.',
    why: 'A service that turns 7 into "7" hides the mistake of a client, and null is no name.',
    sends:
      'Creations whose name is a number, a boolean, null, an array or an object, one of them with 2,000 nested arrays.',
    requests: [post({ name: 7, categoryId: 1 })],
    right: ['Refused.', invalid('name is a string')],
    wrong: ['Made a string of.', answer(201, { id: 1, name: '7', categoryId: 1 })],
  }),
  'create/wrong-category-type': must(refusedValue, {
    statement:
      'A creation whose categoryId is not an integer returns 400; so does a number in quotation marks.',
    why: 'The document says integer: a value that is converted by guessing ends up in a wrong category.',
    sends:
      'Creations whose categoryId is a string (numbers in quotation marks too), a boolean, null, an array, an object or a fraction such as 1.5.',
    accepts: `${refused.accepts} 1.0 and 1e2 may be read as integers or refused, and so may a fraction that a double cannot tell from an integer.`,
    requests: [post({ name: 'Bella', categoryId: '1' })],
    right: ['Refused.', invalid('categoryId is an integer')],
    wrong: ['A text is taken for a number.', answer(201, bella)],
  }),
  'create/category-out-of-range': must(refusedValue, {
    statement: 'A creation whose categoryId is outside int64 returns 400.',
    why: 'What does not fit is cut to another number, and so to another category.',
    sends:
      'Creations with a categoryId just outside int64, written 9223372036854775808.0 too, and far outside.',
    acts: 'Whoever validates the body, or reads numbers from it.',
    requests: [post('{"name":"Bella","categoryId":9223372036854775808}')],
    right: ['One more than int64 holds is refused.', invalid('categoryId is out of range')],
    wrong: [
      'It overflows into a negative category.',
      answer(201, '{"id":1,"name":"Bella","categoryId":-9223372036854775808}'),
    ],
  }),
  'create/unknown-status': must(refused, {
    statement: 'A creation whose status is not exactly available, pending or sold returns 400.',
    section: 'PetStatus (enumeration)',
    why: 'An animal with a status that nobody knows is in no filtered list.',
    sends:
      'Creations with another status, one in capitals, padded or empty, and with values that are no text, null included.',
    requests: [post({ ...newBella, status: 'Available' })],
    right: ['Refused.', invalid('no such status')],
    wrong: ['Letter case is not looked at.', answer(201, bella)],
  }),
  'create/body-not-object': must(refused, {
    statement: 'A creation whose body is JSON but not an object returns 400.',
    why: 'A NewPet is an object; anything else is a mistake of the client that it should hear of.',
    sends:
      'Bodies that are a string, a number, a boolean, null, or an array: of the object, or of its values.',
    requests: [post([newBella])],
    right: ['Refused.', invalid('the body is not an object')],
    wrong: ['The array is unpacked.', answer(201, bella)],
  }),
  'create/malformed-json': must(refused, {
    statement: 'A creation whose body is malformed JSON, or empty, returns 400.',
    section: 'Errors',
    why: 'The document says that invalid JSON brings 400; a 500 makes clients retry what can never succeed.',
    sends:
      'Bodies that are cut off, have a comma too many, single quotes, comments and the like, and an empty one.',
    acts: 'Whoever reads JSON: the framework, and what it does with its errors.',
    right: example('Refused.', [post('{"name":"Bella","categoryId":1'), invalid('the body is no JSON')]),
    wrong: example('The parser is lenient.', [
      post('{"name":"Bella","categoryId":1,}'),
      answer(201, { id: 1, name: 'Bella', categoryId: 1 }),
    ]),
  }),
  'create/content-type-required': must(refused, {
    statement: 'A creation without the header Content-Type: application/json returns 400.',
    section: 'Errors',
    why: 'The document says so; it also keeps plain HTML forms of other sites from adding animals.',
    sends: 'Valid bodies without Content-Type, and with text/plain, forms, octets and relatives of JSON.',
    acts: 'Whoever reads bodies: the framework, or its declaration of media types. 415 is not what the document lists.',
    requests: [post(newBella, undefined, 'text/plain')],
    right: ['Refused.', invalid('Content-Type must be application/json')],
    wrong: ['Read as JSON whatever it is called.', answer(201, bella)],
  }),
  'create/refused-without-effect': must(
    {},
    {
      statement: 'A creation that returned 400 adds no animal.',
      section: 'Add an animal',
      why: 'Half-stored animals appear in lists, and clients that correct and repeat a request add a second one.',
      sends:
        'Nothing of its own: what the run had refused with 400 carries names of its own, and every list and reading is searched for them.',
      accepts: 'No animal that carries the name of a refused creation.',
      acts: 'Whoever adds animals: validation has to come before anything is stored.',
      requests: [post({ ...newBella, status: 'adopted' }), get('/pets?limit=100')],
      right: ['What was refused is not there.', invalid('no such status'), answer(200, [rex])],
      wrong: ['Bella was refused, and is in the list.', invalid('no such status'), answer(200, [rex, bella])],
    },
  ),
};
