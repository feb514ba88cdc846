import { answer, bella, error, get, invalid, must, newBella, observe, post, should } from './row.ts';

const creation = { section: 'Add an animal', acts: 'Whoever adds animals behind POST /pets.' };
const ids = {
  section: 'Animal (schema Pet)',
  acts: 'Whoever assigns ids: the database, or what draws them.',
};
const values = { section: 'NewPet (request body for creation)' };
const beyondDoubles = '9007199254740993';
const leftOpen = { section: 'Not shown', acts: 'Nobody has to; clients that rely on it want to know.' };

/** `POST /pets` with a valid body. */
export const createAccepted = {
  'create/accepts-valid': must(creation, {
    statement: 'POST /pets with a valid NewPet returns 201 and the new Pet.',
    why: 'It is what the operation is for.',
    sends:
      'Creations with plain names, a category that works and each status, written in the ways in which clients write JSON.',
    accepts: 'Status 201 and a Pet.',
    statuses: [201],
    requests: [post(newBella)],
    right: ['The animal is added.', answer(201, bella)],
    wrong: ['200 is not the documented status.', answer(200, bella)],
  }),
  'create/status-optional': must(creation, {
    statement: 'An animal can be created without a status.',
    section: 'NewPet (request body for creation)',
    why: 'The document says that status is not required.',
    sends: 'A creation without status.',
    accepts: 'Status 201; the answer has no status, or one of the three.',
    statuses: [201],
    requests: [post({ name: 'Bella', categoryId: 1 })],
    right: ['No status was sent, none comes back.', answer(201, { id: 1, name: 'Bella', categoryId: 1 })],
    wrong: ['A status is asked for.', invalid('status is required')],
  }),
  'create/echoes-fields': must(creation, {
    statement: 'The 201 repeats name, categoryId and status as they were sent.',
    why: 'The answer is the new animal: a client that keeps it would keep something wrong.',
    sends:
      'Nothing of its own: every creation of the run that was answered 201 is compared with what was sent.',
    accepts: 'The name, categoryId and status as they were sent.',
    requests: [post(newBella)],
    right: ['All three come back.', answer(201, bella)],
    wrong: ['Bella was sent as available.', answer(201, { ...bella, status: 'pending' })],
  }),
  'create/assigns-id': must(ids, {
    statement: 'The 201 contains the id of the new animal, an int64.',
    why: 'Without its id the new animal can not be asked for.',
    sends: 'Nothing of its own: every 201 of the run is looked at.',
    accepts: 'An id that is a JSON integer within int64.',
    requests: [post(newBella)],
    right: ['The new animal has an id.', answer(201, bella)],
    wrong: ['The answer has none.', answer(201, newBella)],
  }),
  'create/unique-ids': must(ids, {
    statement: 'No two animals get the same id, even if many are created at once.',
    why: 'Two animals with one id are one animal for every client, and one of them can not be reached.',
    sends: 'Creations one after another, with equal bodies, and several at once.',
    accepts: 'An id of its own for each animal.',
    requests: [post(newBella), post(newBella)],
    right: ['Two animals, two ids.', answer(201, bella), answer(201, { ...bella, id: 2 })],
    wrong: ['Two animals, one id.', answer(201, bella), answer(201, bella)],
  }),
  'create/ignores-client-id': must(creation, {
    statement:
      'The service assigns ids: an id in the body is never used for the new animal, and the animal that has it stays unchanged.',
    section: 'Animal (schema Pet)',
    why: 'Whoever may choose ids can overwrite the animals of others.',
    sends:
      'Creations whose body holds an id: one far from all others, and that of an animal that exists, which is read afterwards.',
    accepts:
      'Any 4xx, or 201 with an id other than the one sent; the animal that has the sent id stays unchanged.',
    requests: [post({ id: 4711, ...newBella })],
    right: ['The service takes an id of its own.', answer(201, bella)],
    wrong: ['The id that was sent is taken.', answer(201, { ...bella, id: 4711 })],
  }),
};

/** The values of a new animal, and what the document leaves open of them. */
export const createValues = {
  'create/int64-exact': must(values, {
    statement: 'An accepted categoryId comes back to the last digit, anywhere in int64.',
    why: 'A category that loses its last digits is another category.',
    sends:
      'A categoryId at each of the edges of number types, beyond 2^53 too; what is accepted is read again.',
    accepts: 'The same digits, or a refusal of a category that does not exist.',
    acts: 'Whoever reads and writes numbers: int64 must not pass through a double, nor through a 32-bit column.',
    requests: [post(`{"name":"Bella","categoryId":${beyondDoubles}}`)],
    right: ['To the last digit.', answer(201, `{"id":1,"name":"Bella","categoryId":${beyondDoubles}}`)],
    wrong: [
      'The last digit is gone, as in a double.',
      answer(201, '{"id":1,"name":"Bella","categoryId":9007199254740992}'),
    ],
  }),
  'create/text-exact': must(values, {
    statement:
      'An accepted name comes back undamaged, in any script: no character is lost, added, replaced, escaped or cut.',
    why: 'A name that comes back escaped, replaced or cut is no longer the one that was given.',
    sends: 'Names of many scripts and kinds: emoji, combining marks, right to left, quotes, escapes, markup.',
    accepts:
      'Every accepted name without damage; refusing an unusual name is fine. Names that are trimmed, collapsed to single blanks or normalised to NFC are not damaged: see create/text-normalised.',
    acts: 'Whoever stores and shows text: encodings of columns, escaping in the wrong place.',
    requests: [post({ name: 'Zoë & Łódź 🐈', categoryId: 1 })],
    right: ['The name as it was sent.', answer(201, { id: 1, name: 'Zoë & Łódź 🐈', categoryId: 1 })],
    wrong: [
      'Escaped for HTML, which is the business of a page.',
      answer(201, { id: 1, name: 'Zoë &amp; Łódź 🐈', categoryId: 1 }),
    ],
  }),
  'create/text-normalised': observe(leftOpen, {
    statement: 'Whether accepted names are trimmed, collapsed or normalised to NFC.',
    why: 'The document shows no bounds or format of name, and frameworks trim by default. Create, get and list must agree on the form: see get/returns-created and list/agrees-with-get.',
    sends:
      'Nothing of its own: names with white space at both ends, runs of blanks and combining accents are compared with what comes back.',
    requests: [post({ name: ' Bella  II ', categoryId: 1 })],
    right: ['As sent.', answer(201, { id: 1, name: ' Bella  II ', categoryId: 1 })],
    alsoRight: [
      'Trimmed and collapsed, here and in every other response.',
      answer(201, { id: 1, name: 'Bella II', categoryId: 1 }),
    ],
  }),
  'create/content-type-parameters': should(values, {
    statement: 'Content-Type: application/json is accepted with a charset parameter and in any letter case.',
    section: 'RFC 9110 section 8.3.1',
    why: 'Many HTTP libraries add the charset by themselves, and media types are case-insensitive.',
    sends: 'Creations sent as "application/json; charset=utf-8" and as "Application/JSON".',
    accepts: 'Status 201.',
    acts: 'Whoever looks at Content-Type: it is to be parsed, not compared as text.',
    statuses: [201],
    requests: [post(newBella, undefined, 'application/json; charset=utf-8')],
    right: ['The parameter changes nothing.', answer(201, bella)],
    wrong: [
      'The header is compared as text.',
      error(400, 'content_type', 'Content-Type must be application/json'),
    ],
  }),
  'create/name-bounds': observe(leftOpen, {
    statement: 'Which unusual names are accepted: empty, blank, very long, with control characters.',
    why: 'The document shows no bounds of name: each service has its own.',
    sends: 'Names that are empty, blank or very long, or hold control characters.',
    requests: [post({ name: '', categoryId: 1 })],
    right: ['Refused.', invalid('name is empty')],
    alsoRight: ['Accepted.', answer(201, { id: 1, name: '', categoryId: 1 })],
  }),
  'create/category-existence': observe(leftOpen, {
    statement: 'Whether an unknown categoryId is refused.',
    why: 'Categories are not shown beyond their ids, nor whether they have to exist.',
    sends: 'A creation with a categoryId that no category is likely to have.',
    requests: [post({ name: 'Bella', categoryId: 7203685477 })],
    right: ['Refused.', invalid('No such category')],
    alsoRight: ['Accepted.', answer(201, { id: 1, name: 'Bella', categoryId: 7203685477 })],
  }),
  'create/extra-fields': observe(values, {
    statement: 'Whether members that NewPet does not have are refused, ignored or kept.',
    why: 'The document does not say whether such fields are refused, ignored or kept.',
    sends: 'A creation with a field that NewPet does not have.',
    acts: 'Nobody has to; clients that rely on it want to know.',
    requests: [post({ ...newBella, colour: 'black' })],
    right: ['Ignored.', answer(201, bella)],
    alsoRight: ['Refused.', invalid('colour is not known')],
  }),
  'create/duplicate-members': observe(values, {
    statement: 'How the service responds to a body with a duplicate member.',
    section: 'RFC 8259 section 4',
    why: 'RFC 8259 asks for unique names and leaves open what happens otherwise; gateway and service may read two different values.',
    sends: 'A creation in which status stands twice, with two values.',
    acts: 'Nobody has to; where a gateway validates bodies, it should read them as the service does.',
    requests: [post('{"name":"Bella","categoryId":1,"status":"available","status":"sold"}')],
    right: ['Refused.', invalid('status stands there twice')],
    alsoRight: ['The last one counts.', answer(201, { ...bella, status: 'sold' })],
  }),
  'create/location': observe(leftOpen, {
    statement: 'Whether a 201 carries a Location header.',
    section: 'RFC 9110 section 15.3.2',
    why: 'RFC 9110 lets a 201 name the address of what was created; the document does not ask for it.',
    sends: 'A creation, whose answer is looked at.',
    requests: [post(newBella)],
    right: ['It does.', answer(201, bella, { Location: '/v1/pets/1' })],
    alsoRight: ['It does not.', answer(201, bella)],
  }),
  'create/default-status': observe(leftOpen, {
    statement: 'Which status an animal has that was created without one.',
    section: 'Animal (schema Pet)',
    why: 'The document gives no default for status.',
    sends: 'A creation without status, and the animal by its id.',
    requests: [post({ name: 'Bella', categoryId: 1 }), get('/pets/1')],
    right: [
      'It stays without a status.',
      answer(201, { id: 1, name: 'Bella', categoryId: 1 }),
      answer(200, { id: 1, name: 'Bella', categoryId: 1 }),
    ],
    alsoRight: ['The service fills one in.', answer(201, bella), answer(200, bella)],
  }),
};
