import { answer, bella, example, get, invalid, newBella, owed, post, rex } from './example.ts';

const validation = 'Whoever validates the body of POST /pets.';
const refused = 'Status 400; beside it a valid creation of the same kind that is accepted.';

/** `create/`: what is to be refused. */
export const createRefused = {
  'create/missing-name': owed({
    sends: 'Creations without name: that alone, {}, with an unknown field instead, and with Name instead.',
    accepts: refused,
    why: 'The document says that name is required; animals without a name break whoever shows them.',
    acts: validation,
    statuses: [400],
    right: example('Refused.', [post({ categoryId: 1 }), invalid('name is missing')]),
    wrong: example('Accepted, with an empty name filled in.', [
      post({ categoryId: 1 }),
      answer(201, { id: 1, name: '', categoryId: 1 }),
    ]),
  }),
  'create/missing-category': owed({
    sends:
      'Creations without categoryId: no other change, or with category_id, CategoryId or an unknown field instead.',
    accepts: refused,
    why: 'The document says that categoryId is required.',
    acts: validation,
    statuses: [400],
    right: example('Refused.', [post({ name: 'Bella' }), invalid('categoryId is missing')]),
    wrong: example('Accepted, with a zero filled in.', [
      post({ name: 'Bella' }),
      answer(201, { id: 1, name: 'Bella', categoryId: 0 }),
    ]),
  }),
  'create/wrong-name-type': owed({
    sends:
      'Creations whose name is a number, a boolean, null, an array or an object, one of them with 2,000 nested arrays.',
    accepts: refused,
    why: 'A service that turns 7 into "7" hides the mistake of a client, and null is no name.',
    acts: validation,
    statuses: [400],
    right: example('Refused.', [post({ name: 7, categoryId: 1 }), invalid('name is a string')]),
    wrong: example('Made a string of.', [
      post({ name: 7, categoryId: 1 }),
      answer(201, { id: 1, name: '7', categoryId: 1 }),
    ]),
  }),
  'create/wrong-category-type': owed({
    sends:
      'Creations whose categoryId is a string (numbers in quotation marks too), a boolean, null, an array, an object or a fraction such as 1.5.',
    accepts: `${refused} 1.0 and 1e2 may be read as integers or refused, and so may a fraction that a double cannot tell from an integer.`,
    why: 'The document says integer: a value that is converted by guessing ends up in a wrong category.',
    acts: validation,
    statuses: [400],
    right: example('Refused.', [
      post({ name: 'Bella', categoryId: '1' }),
      invalid('categoryId is an integer'),
    ]),
    wrong: example('A text is taken for a number.', [
      post({ name: 'Bella', categoryId: '1' }),
      answer(201, bella),
    ]),
  }),
  'create/category-out-of-range': owed({
    sends:
      'Creations with a categoryId just outside int64, written 9223372036854775808.0 too, and far outside.',
    accepts: refused,
    why: 'What does not fit is cut to another number, and so to another category.',
    acts: 'Whoever validates the body, or reads numbers from it.',
    statuses: [400],
    right: example('One more than int64 holds is refused.', [
      post('{"name":"Bella","categoryId":9223372036854775808}'),
      invalid('categoryId is out of range'),
    ]),
    wrong: example('It overflows into a negative category.', [
      post('{"name":"Bella","categoryId":9223372036854775808}'),
      answer(201, '{"id":1,"name":"Bella","categoryId":-9223372036854775808}'),
    ]),
  }),
  'create/unknown-status': owed({
    sends:
      'Creations with another status, one in capitals, padded or empty, and with values that are no text, null included.',
    accepts: refused,
    why: 'An animal with a status that nobody knows is in no filtered list.',
    acts: validation,
    statuses: [400],
    right: example('Refused.', [post({ ...newBella, status: 'Available' }), invalid('no such status')]),
    wrong: example('Letter case is not looked at.', [
      post({ ...newBella, status: 'Available' }),
      answer(201, bella),
    ]),
  }),
  'create/body-not-object': owed({
    sends:
      'Bodies that are a string, a number, a boolean, null, or an array: of the object, or of its values.',
    accepts: refused,
    why: 'A NewPet is an object; anything else is a mistake of the client that it should hear of.',
    acts: validation,
    statuses: [400],
    right: example('Refused.', [post([newBella]), invalid('the body is not an object')]),
    wrong: example('The array is unpacked.', [post([newBella]), answer(201, bella)]),
  }),
  'create/malformed-json': owed({
    sends:
      'Bodies that are cut off, have a comma too many, single quotes, comments and the like, and an empty one.',
    accepts: refused,
    why: 'The document says that invalid JSON brings 400; a 500 makes clients retry what can never succeed.',
    acts: 'Whoever reads JSON: the framework, and what it does with its errors.',
    statuses: [400],
    right: example('Refused.', [post('{"name":"Bella","categoryId":1'), invalid('the body is no JSON')]),
    wrong: example('The parser is lenient.', [
      post('{"name":"Bella","categoryId":1,}'),
      answer(201, { id: 1, name: 'Bella', categoryId: 1 }),
    ]),
  }),
  'create/content-type-required': owed({
    sends: 'Valid bodies without Content-Type, and with text/plain, forms, octets and relatives of JSON.',
    accepts: refused,
    why: 'The document says so; it also keeps plain HTML forms of other sites from adding animals.',
    acts: 'Whoever reads bodies: the framework, or its declaration of media types. 415 is not what the document lists.',
    statuses: [400],
    right: example('Refused.', [
      post(newBella, undefined, 'text/plain'),
      invalid('Content-Type must be application/json'),
    ]),
    wrong: example('Read as JSON whatever it is called.', [
      post(newBella, undefined, 'text/plain'),
      answer(201, bella),
    ]),
  }),
  'create/refused-without-effect': owed({
    sends:
      'Nothing of its own: what the run had refused with 400 carries names of its own, and every list and reading is searched for them.',
    accepts: 'No animal that carries the name of a refused creation.',
    why: 'Half-stored animals appear in lists, and clients that correct and repeat a request add a second one.',
    acts: 'Whoever adds animals: validation has to come before anything is stored.',
    right: example(
      'What was refused is not there.',
      [post({ ...newBella, status: 'adopted' }), invalid('no such status')],
      [get('/pets?limit=100'), answer(200, [rex])],
    ),
    wrong: example(
      'Bella was refused, and is in the list.',
      [post({ ...newBella, status: 'adopted' }), invalid('no such status')],
      [get('/pets?limit=100'), answer(200, [rex, bella])],
    ),
  }),
};
