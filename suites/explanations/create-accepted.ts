import { answer, bella, error, example, get, invalid, newBella, open, owed, post } from './example.ts';

const creation = 'Whoever adds animals behind POST /pets.';
const ids = 'Whoever assigns ids: the database, or what draws them.';
const numbers =
  'Whoever reads and writes numbers: int64 must not pass through a double, nor through a 32-bit column.';
const clients = 'Nobody has to; clients that rely on it want to know.';
const beyondDoubles = '9007199254740993';

/** `create/`: what is to be accepted, and what the document leaves open. */
export const createAccepted = {
  'create/accepts-valid': owed({
    sends:
      'Creations with plain names, a category that works and each status, written in the ways in which clients write JSON.',
    accepts: 'Status 201 and a Pet.',
    why: 'It is what the operation is for.',
    acts: creation,
    statuses: [201],
    right: example('The animal is added.', [post(newBella), answer(201, bella)]),
    wrong: example('200 is not the documented status.', [post(newBella), answer(200, bella)]),
  }),
  'create/status-optional': owed({
    sends: 'A creation without status.',
    accepts: 'Status 201; the answer has no status, or one of the three.',
    why: 'The document says that status is not required.',
    acts: creation,
    statuses: [201],
    right: example('No status was sent, none comes back.', [
      post({ name: 'Bella', categoryId: 1 }),
      answer(201, { id: 1, name: 'Bella', categoryId: 1 }),
    ]),
    wrong: example('A status is asked for.', [
      post({ name: 'Bella', categoryId: 1 }),
      invalid('status is required'),
    ]),
  }),
  'create/echoes-fields': owed({
    sends:
      'Nothing of its own: every creation of the run that was answered 201 is compared with what was sent.',
    accepts: 'The name, categoryId and status as they were sent.',
    why: 'The answer is the new animal: a client that keeps it would keep something wrong.',
    acts: creation,
    right: example('All three come back.', [post(newBella), answer(201, bella)]),
    wrong: example('Bella was sent as available.', [
      post(newBella),
      answer(201, { ...bella, status: 'pending' }),
    ]),
  }),
  'create/assigns-id': owed({
    sends: 'Nothing of its own: every 201 of the run is looked at.',
    accepts: 'An id that is a JSON integer within int64.',
    why: 'Without its id the new animal can not be asked for.',
    acts: ids,
    right: example('The new animal has an id.', [post(newBella), answer(201, bella)]),
    wrong: example('The answer has none.', [post(newBella), answer(201, newBella)]),
  }),
  'create/unique-ids': owed({
    sends: 'Creations one after another, with equal bodies, and several at once.',
    accepts: 'An id of its own for each animal.',
    why: 'Two animals with one id are one animal for every client, and one of them can not be reached.',
    acts: ids,
    right: example(
      'Two animals, two ids.',
      [post(newBella), answer(201, bella)],
      [post(newBella), answer(201, { ...bella, id: 2 })],
    ),
    wrong: example(
      'Two animals, one id.',
      [post(newBella), answer(201, bella)],
      [post(newBella), answer(201, bella)],
    ),
  }),
  'create/ignores-client-id': owed({
    sends:
      'Creations whose body holds an id: one far from all others, and that of an animal that exists, which is read afterwards.',
    accepts:
      'Any 4xx, or 201 with an id other than the one sent; the animal that has the sent id stays unchanged.',
    why: 'Whoever may choose ids can overwrite the animals of others.',
    acts: creation,
    right: example('The service takes an id of its own.', [
      post({ id: 4711, ...newBella }),
      answer(201, bella),
    ]),
    wrong: example('The id that was sent is taken.', [
      post({ id: 4711, ...newBella }),
      answer(201, { ...bella, id: 4711 }),
    ]),
  }),
  'create/int64-exact': owed({
    sends:
      'A categoryId at each of the edges of number types, beyond 2^53 too; what is accepted is read again.',
    accepts: 'The same digits, or a refusal of a category that does not exist.',
    why: 'A category that loses its last digits is another category.',
    acts: numbers,
    right: example('To the last digit.', [
      post(`{"name":"Bella","categoryId":${beyondDoubles}}`),
      answer(201, `{"id":1,"name":"Bella","categoryId":${beyondDoubles}}`),
    ]),
    wrong: example('The last digit is gone, as in a double.', [
      post(`{"name":"Bella","categoryId":${beyondDoubles}}`),
      answer(201, '{"id":1,"name":"Bella","categoryId":9007199254740992}'),
    ]),
  }),
  'create/text-exact': owed({
    sends: 'Names of many scripts and kinds: emoji, combining marks, right to left, quotes, escapes, markup.',
    accepts:
      'Every accepted name without damage; refusing an unusual name is fine. Names that are trimmed, collapsed to single blanks or normalised to NFC are not damaged: see create/text-normalised.',
    why: 'A name that comes back escaped, replaced or cut is no longer the one that was given.',
    acts: 'Whoever stores and shows text: encodings of columns, escaping in the wrong place.',
    right: example('The name as it was sent.', [
      post({ name: 'Zoë & Łódź 🐈', categoryId: 1 }),
      answer(201, { id: 1, name: 'Zoë & Łódź 🐈', categoryId: 1 }),
    ]),
    wrong: example('Escaped for HTML, which is the business of a page.', [
      post({ name: 'Zoë & Łódź 🐈', categoryId: 1 }),
      answer(201, { id: 1, name: 'Zoë &amp; Łódź 🐈', categoryId: 1 }),
    ]),
  }),
  'create/text-normalised': open({
    sends:
      'Nothing of its own: names with white space at both ends, runs of blanks and combining accents are compared with what comes back.',
    why: 'The document shows no bounds or format of name, and frameworks trim by default. Create, get and list must agree on the form: see get/returns-created and list/agrees-with-get.',
    acts: clients,
    right: example('As sent.', [
      post({ name: ' Bella  II ', categoryId: 1 }),
      answer(201, { id: 1, name: ' Bella  II ', categoryId: 1 }),
    ]),
    alsoRight: example('Trimmed and collapsed, here and in every other response.', [
      post({ name: ' Bella  II ', categoryId: 1 }),
      answer(201, { id: 1, name: 'Bella II', categoryId: 1 }),
    ]),
  }),
  'create/content-type-parameters': owed({
    sends: 'Creations sent as "application/json; charset=utf-8" and as "Application/JSON".',
    accepts: 'Status 201.',
    why: 'Many HTTP libraries add the charset by themselves, and media types are case-insensitive.',
    acts: 'Whoever looks at Content-Type: it is to be parsed, not compared as text.',
    statuses: [201],
    right: example('The parameter changes nothing.', [
      post(newBella, undefined, 'application/json; charset=utf-8'),
      answer(201, bella),
    ]),
    wrong: example('The header is compared as text.', [
      post(newBella, undefined, 'application/json; charset=utf-8'),
      error(400, 'content_type', 'Content-Type must be application/json'),
    ]),
  }),
  'create/name-bounds': open({
    sends: 'Names that are empty, blank or very long, or hold control characters.',
    why: 'The document shows no bounds of name: each service has its own.',
    acts: clients,
    right: example('Refused.', [post({ name: '', categoryId: 1 }), invalid('name is empty')]),
    alsoRight: example('Accepted.', [
      post({ name: '', categoryId: 1 }),
      answer(201, { id: 1, name: '', categoryId: 1 }),
    ]),
  }),
  'create/category-existence': open({
    sends: 'A creation with a categoryId that no category is likely to have.',
    why: 'Categories are not shown beyond their ids, nor whether they have to exist.',
    acts: clients,
    right: example('Refused.', [
      post({ name: 'Bella', categoryId: 7203685477 }),
      invalid('No such category'),
    ]),
    alsoRight: example('Accepted.', [
      post({ name: 'Bella', categoryId: 7203685477 }),
      answer(201, { id: 1, name: 'Bella', categoryId: 7203685477 }),
    ]),
  }),
  'create/extra-fields': open({
    sends: 'A creation with a field that NewPet does not have.',
    why: 'The document does not say whether such fields are refused, ignored or kept.',
    acts: clients,
    right: example('Ignored.', [post({ ...newBella, colour: 'black' }), answer(201, bella)]),
    alsoRight: example('Refused.', [post({ ...newBella, colour: 'black' }), invalid('colour is not known')]),
  }),
  'create/duplicate-members': open({
    sends: 'A creation in which status stands twice, with two values.',
    why: 'RFC 8259 asks for unique names and leaves open what happens otherwise; gateway and service may read two different values.',
    acts: 'Nobody has to; where a gateway validates bodies, it should read them as the service does.',
    right: example('Refused.', [
      post('{"name":"Bella","categoryId":1,"status":"available","status":"sold"}'),
      invalid('status stands there twice'),
    ]),
    alsoRight: example('The last one counts.', [
      post('{"name":"Bella","categoryId":1,"status":"available","status":"sold"}'),
      answer(201, { ...bella, status: 'sold' }),
    ]),
  }),
  'create/location': open({
    sends: 'A creation, whose answer is looked at.',
    why: 'RFC 9110 lets a 201 name the address of what was created; the document does not ask for it.',
    acts: clients,
    right: example('It does.', [post(newBella), answer(201, bella, { Location: '/v1/pets/1' })]),
    alsoRight: example('It does not.', [post(newBella), answer(201, bella)]),
  }),
  'create/default-status': open({
    sends: 'A creation without status, and the animal by its id.',
    why: 'The document gives no default for status.',
    acts: clients,
    right: example(
      'It stays without a status.',
      [post({ name: 'Bella', categoryId: 1 }), answer(201, { id: 1, name: 'Bella', categoryId: 1 })],
      [get('/pets/1'), answer(200, { id: 1, name: 'Bella', categoryId: 1 })],
    ),
    alsoRight: example(
      'The service fills one in.',
      [post({ name: 'Bella', categoryId: 1 }), answer(201, bella)],
      [get('/pets/1'), answer(200, bella)],
    ),
  }),
};
