import { answer, bella, error, get, invalid, must, newBella, observe, post, should } from './row.ts';

const creation = {
  section: 'Add an animal',
  owner: 'The handler of POST /pets.',
  requests: [post(newBella)],
};
const ids = {
  section: 'Animal (schema Pet)',
  owner: 'The component that assigns ids: the database or an id generator.',
  requests: [post(newBella)],
};
const values = { section: 'NewPet (request body for creation)' };
const beyondDoubles = '9007199254740993';
const unspecified = { section: 'Not shown' };

/** `POST /pets` with a valid body. */
export const createAccepted = {
  'create/accepts-valid': must(creation, {
    statement: 'POST /pets with a valid NewPet returns 201 and the new Pet.',
    why: 'Adding animals is the purpose of the operation.',
    sends:
      'POST /pets with plain names, a category that works and each status, in the JSON notations that clients use.',
    statuses: [201],
    right: ['The service adds the animal.', answer(201, bella)],
    wrong: ['200 is not the documented status.', answer(200, bella)],
  }),
  'create/status-optional': must(creation, {
    statement: 'POST /pets without status returns 201.',
    section: 'NewPet (request body for creation)',
    why: 'The document makes status optional.',
    sends: 'POST /pets without status.',
    accepts: 'Status 201. The Pet has no status, or one of the three.',
    statuses: [201],
    requests: [post({ name: 'Bella', categoryId: 1 })],
    right: [
      'The request has no status, and neither has the response.',
      answer(201, { id: 1, name: 'Bella', categoryId: 1 }),
    ],
    wrong: ['The service requires a status.', invalid('status is required')],
  }),
  'create/echoes-fields': must(creation, {
    statement: 'A 201 contains name, categoryId and status as sent.',
    why: 'The response is the new animal: a client that keeps it would keep wrong values.',
    right: ['All three fields match the request.', answer(201, bella)],
    wrong: [
      'The request says available, the response pending.',
      answer(201, { ...bella, status: 'pending' }),
    ],
  }),
  'create/assigns-id': must(ids, {
    statement: 'A 201 contains the id of the new animal, an int64.',
    why: 'Clients cannot request the new animal without its id.',
    right: ['The response contains an id.', answer(201, bella)],
    wrong: ['The response contains no id.', answer(201, newBella)],
  }),
  'create/unique-ids': must(ids, {
    statement: 'No two animals get the same id, even if many are created concurrently.',
    why: 'Clients can reach only one of two animals with the same id.',
    sends: 'POST /pets in sequence, with identical bodies, and concurrently.',
    requests: [post(newBella), post(newBella)],
    right: ['The two animals have different ids.', answer(201, bella), answer(201, { ...bella, id: 2 })],
    wrong: ['The two animals have the same id.', answer(201, bella), answer(201, bella)],
  }),
  'create/ignores-client-id': must(creation, {
    statement:
      'The service assigns ids: it never uses an id from the body for the new animal, and never changes the animal that has this id.',
    section: 'Animal (schema Pet)',
    why: 'A client that chooses ids can overwrite the animals of others.',
    sends:
      'POST /pets with an id in the body: one far from all known ids, and one of an existing animal, which the run reads afterwards.',
    accepts:
      'Any 4xx, or 201 with an id other than the one sent. The animal that has the sent id stays unchanged.',
    requests: [post({ id: 4711, ...newBella })],
    right: ['The service assigns its own id.', answer(201, bella)],
    wrong: ['The service uses the id from the body.', answer(201, { ...bella, id: 4711 })],
  }),
};

/** Values of a new animal, and the behaviour that the document does not specify. */
export const createValues = {
  'create/int64-exact': must(values, {
    statement: 'The service returns an accepted categoryId exactly, to the last digit, anywhere in int64.',
    why: 'A categoryId that loses its last digits refers to another category.',
    sends:
      'A categoryId at each limit of common number types, including values beyond 2^53. The run reads accepted animals again.',
    accepts: 'The same digits, or a refusal because the category does not exist.',
    owner:
      'The code that parses and stores numbers: int64 must not pass through a double or a 32-bit column.',
    requests: [post(`{"name":"Bella","categoryId":${beyondDoubles}}`)],
    right: [
      'The response contains all digits.',
      answer(201, `{"id":1,"name":"Bella","categoryId":${beyondDoubles}}`),
    ],
    wrong: [
      'The last digit differs, as after rounding to a double.',
      answer(201, '{"id":1,"name":"Bella","categoryId":9007199254740992}'),
    ],
  }),
  'create/text-exact': must(values, {
    statement:
      'The service returns an accepted name undamaged, in any script: no character is lost, added, replaced, escaped, reordered or cut.',
    why: 'An escaped, altered or cut name is not the name that the client sent.',
    sends:
      'Names in many scripts and forms: emoji, combining marks, right-to-left text, quotes, escapes, markup.',
    accepts:
      'Every accepted name without damage; a service may refuse an unusual name. Trimming, collapsing of white space and normalisation to NFC are not damage: see create/text-normalised.',
    owner: 'The code that stores and returns text: check column encodings and misplaced escaping.',
    requests: [post({ name: 'Zoë & Łódź 🐈', categoryId: 1 })],
    right: ['The name is unchanged.', answer(201, { id: 1, name: 'Zoë & Łódź 🐈', categoryId: 1 })],
    wrong: [
      'The service escapes the name for HTML.',
      answer(201, { id: 1, name: 'Zoë &amp; Łódź 🐈', categoryId: 1 }),
    ],
  }),
  'create/text-normalised': observe(unspecified, {
    statement:
      'Whether the service trims accepted names, collapses white space in them or normalises them to NFC.',
    why: 'The document shows no bounds or format of name, and frameworks trim by default. Create, get and list must agree on the form: see get/returns-created and list/agrees-with-get.',
    sends:
      'No extra requests: compares names that have outer white space, repeated blanks or combining accents with the responses.',
    requests: [post({ name: ' Bella  II ', categoryId: 1 })],
    right: ['The name is unchanged.', answer(201, { id: 1, name: ' Bella  II ', categoryId: 1 })],
    alsoRight: [
      'The service trims and collapses white space, in this and every other response.',
      answer(201, { id: 1, name: 'Bella II', categoryId: 1 }),
    ],
  }),
  'create/content-type-parameters': should(values, {
    statement:
      'POST /pets accepts Content-Type: application/json with a charset parameter and in any letter case.',
    section: 'RFC 9110 section 8.3.1',
    why: 'Many HTTP libraries add the charset automatically, and media types are case-insensitive.',
    sends:
      'POST /pets with "application/json; charset=utf-8", with "Application/JSON" and with a charset in capitals.',
    owner: 'The code that reads Content-Type: it must parse the media type instead of comparing text.',
    statuses: [201],
    requests: [post(newBella, undefined, 'application/json; charset=utf-8')],
    right: ['The service ignores the charset parameter.', answer(201, bella)],
    wrong: [
      'The service compares the header as text.',
      error(400, 'content_type', 'Content-Type must be application/json'),
    ],
  }),
  'create/name-bounds': observe(unspecified, {
    statement: 'Which unusual names the service accepts: empty, blank, very long, with control characters.',
    why: 'The document shows no bounds of name, so services differ.',
    sends: 'Names that are empty, blank or very long, or contain control characters.',
    requests: [post({ name: '', categoryId: 1 })],
    right: ['The service refuses an empty name.', invalid('name must not be empty')],
    alsoRight: ['The service accepts an empty name.', answer(201, { id: 1, name: '', categoryId: 1 })],
  }),
  'create/category-existence': observe(unspecified, {
    statement: 'Whether the service refuses an unknown categoryId.',
    why: 'The document shows only the ids of categories, and not whether a category has to exist.',
    sends: 'POST /pets with a categoryId that is unlikely to exist.',
    requests: [post({ name: 'Bella', categoryId: 7203685477 })],
    right: ['The service refuses the category.', invalid('The category does not exist')],
    alsoRight: [
      'The service accepts the category.',
      answer(201, { id: 1, name: 'Bella', categoryId: 7203685477 }),
    ],
  }),
  'create/extra-fields': observe(values, {
    statement: 'Whether the service refuses, ignores or keeps members that NewPet does not have.',
    why: 'The document does not say whether a service refuses, ignores or keeps such members.',
    sends: 'POST /pets with a member that NewPet does not have.',
    requests: [post({ ...newBella, colour: 'black' })],
    right: ['The service ignores the member.', answer(201, bella)],
    alsoRight: ['The service refuses the member.', invalid('colour is unknown')],
  }),
  'create/duplicate-members': observe(values, {
    statement: 'How the service responds to a body with a duplicate key.',
    section: 'RFC 8259 section 4',
    why: 'RFC 8259 recommends unique keys and leaves duplicates undefined, so a gateway and the service may read different values.',
    sends: 'POST /pets with two status keys that have different values.',
    owner: 'No fix required. A gateway that validates bodies should read duplicates as the service does.',
    requests: [post('{"name":"Bella","categoryId":1,"status":"available","status":"sold"}')],
    right: ['The service refuses the body.', invalid('duplicate key: status')],
    alsoRight: ['The last value wins.', answer(201, { ...bella, status: 'sold' })],
  }),
  'create/location': observe(unspecified, {
    statement: 'Whether a 201 carries a Location header.',
    section: 'RFC 9110 section 15.3.2',
    why: 'RFC 9110 lets a 201 identify the new resource in Location; the document does not require it.',
    sends: 'POST /pets; the run checks the headers of the response.',
    requests: [post(newBella)],
    right: ['The 201 has a Location header.', answer(201, bella, { Location: '/v1/pets/1' })],
    alsoRight: ['The 201 has no Location header.', answer(201, bella)],
  }),
  'create/default-status': observe(unspecified, {
    statement: 'Which status an animal has after a POST /pets without status.',
    section: 'Animal (schema Pet)',
    why: 'The document gives no default for status.',
    sends: 'POST /pets without status, then GET /pets/{petId}.',
    requests: [post({ name: 'Bella', categoryId: 1 }), get('/pets/1')],
    right: [
      'The animal has no status.',
      answer(201, { id: 1, name: 'Bella', categoryId: 1 }),
      answer(200, { id: 1, name: 'Bella', categoryId: 1 }),
    ],
    alsoRight: ['The service sets a default status.', answer(201, bella), answer(200, bella)],
  }),
};
