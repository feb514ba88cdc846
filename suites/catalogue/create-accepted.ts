import { must, observe, should } from './row.ts';

const creation = {
  section: 'Add an animal',
};
const ids = {
  section: 'Animal (schema Pet)',
};
const values = { section: 'NewPet (request body for creation)' };
const unspecified = { section: 'Not shown' };

/** `POST /pets` with a valid body. */
export const createAccepted = {
  'create/accepts-valid': must(creation, {
    statement: 'POST /pets with a valid NewPet returns 201 and the new Pet.',
    why: 'Adding animals is the purpose of the operation.',
    sends:
      'POST /pets with plain names, a category that works and each status, in the JSON notations that clients use.',
    statuses: [201],
    right: 'The service adds the animal: POST /pets returns 201.',
    wrong: '200 is not the documented status.',
  }),
  'create/status-optional': must(creation, {
    statement: 'POST /pets without status returns 201.',
    section: 'NewPet (request body for creation)',
    why: 'The document makes status optional.',
    sends: 'POST /pets without status.',
    accepts: 'Status 201. The Pet has no status, or one of the three.',
    statuses: [201],
    right: 'The request has no status, and neither has the response: POST /pets returns 201.',
    wrong: 'The service requires a status: POST /pets returns 400.',
  }),
  'create/echoes-fields': must(creation, {
    statement: 'A 201 contains name, categoryId and status as sent.',
    why: 'The response is the new animal: a client that keeps it would keep wrong values.',
    right: 'All three fields match the request: POST /pets returns 201.',
    wrong: 'The request says available, the response pending: POST /pets returns 201.',
  }),
  'create/assigns-id': must(ids, {
    statement: 'A 201 contains the id of the new animal, an int64.',
    why: 'Clients cannot request the new animal without its id.',
    right: 'The response contains an id: POST /pets returns 201.',
    wrong: 'The response contains no id: POST /pets returns 201.',
  }),
  'create/unique-ids': must(ids, {
    statement: 'No two animals get the same id, even if many are created concurrently.',
    why: 'Clients can reach only one of two animals with the same id.',
    sends: 'POST /pets in sequence, with identical bodies, and concurrently.',
    right: 'The two animals have different ids.',
    wrong: 'The two animals have the same id.',
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
    right: 'The service assigns its own id: POST /pets returns 201.',
    wrong: 'The service uses the id from the body: POST /pets returns 201.',
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
    right: 'The response contains all digits: POST /pets returns 201.',
    wrong: 'The last digit differs, as after rounding to a double: POST /pets returns 201.',
  }),
  'create/text-exact': must(values, {
    statement:
      'The service returns an accepted name undamaged, in any script: no character is lost, added, replaced, escaped, reordered or cut.',
    why: 'An escaped, altered or cut name is not the name that the client sent.',
    sends:
      'Names in many scripts and forms: emoji, combining marks, right-to-left text, quotes, escapes, markup.',
    accepts:
      'Every accepted name without damage; a service may refuse an unusual name. Trimming, collapsing of white space and normalisation to NFC are not damage: see create/text-normalised.',
    right: 'The name is unchanged: POST /pets returns 201.',
    wrong: 'The service escapes the name for HTML: POST /pets returns 201.',
  }),
  'create/text-normalised': observe(unspecified, {
    statement:
      'Whether the service trims accepted names, collapses white space in them or normalises them to NFC.',
    why: 'The document shows no bounds or format of name, and frameworks trim by default. Create, get and list must agree on the form: see get/returns-created and list/agrees-with-get.',
    sends:
      'No extra requests: compares names that have outer white space, repeated blanks or combining accents with the responses.',
    right: 'The name is unchanged: POST /pets returns 201.',
    alsoRight:
      'The service trims and collapses white space, in this and every other response: POST /pets returns 201.',
  }),
  'create/content-type-parameters': should(values, {
    statement:
      'POST /pets accepts Content-Type: application/json with a charset parameter and in any letter case.',
    section: 'RFC 9110 section 8.3.1',
    why: 'Many HTTP libraries add the charset automatically, and media types are case-insensitive.',
    sends:
      'POST /pets with "application/json; charset=utf-8", with "Application/JSON" and with a charset in capitals.',
    statuses: [201],
    right: 'The service ignores the charset parameter: POST /pets returns 201.',
    wrong: 'The service compares the header as text: POST /pets returns 400.',
  }),
  'create/name-bounds': observe(unspecified, {
    statement: 'Which unusual names the service accepts: empty, blank, very long, with control characters.',
    why: 'The document shows no bounds of name, so services differ.',
    sends: 'Names that are empty, blank or very long, or contain control characters.',
    right: 'The service refuses an empty name: POST /pets returns 400.',
    alsoRight: 'The service accepts an empty name: POST /pets returns 201.',
  }),
  'create/category-existence': observe(unspecified, {
    statement: 'Whether the service refuses an unknown categoryId.',
    why: 'The document shows only the ids of categories, and not whether a category has to exist.',
    sends: 'POST /pets with a categoryId that is unlikely to exist.',
    right: 'The service refuses the category: POST /pets returns 400.',
    alsoRight: 'The service accepts the category: POST /pets returns 201.',
  }),
  'create/extra-fields': observe(values, {
    statement: 'Whether the service refuses, ignores or keeps members that NewPet does not have.',
    why: 'The document does not say whether a service refuses, ignores or keeps such members.',
    sends: 'POST /pets with a member that NewPet does not have.',
    right: 'The service ignores the member: POST /pets returns 201.',
    alsoRight: 'The service refuses the member: POST /pets returns 400.',
  }),
  'create/duplicate-members': observe(values, {
    statement: 'How the service responds to a body with a duplicate key.',
    section: 'RFC 8259 section 4',
    why: 'RFC 8259 recommends unique keys and leaves duplicates undefined, so a gateway and the service may read different values.',
    sends: 'POST /pets with two status keys that have different values.',
    right: 'The service refuses the body: POST /pets returns 400.',
    alsoRight: 'The last value wins: POST /pets returns 201.',
  }),
  'create/location': observe(unspecified, {
    statement: 'Whether a 201 carries a Location header.',
    section: 'RFC 9110 section 15.3.2',
    why: 'RFC 9110 lets a 201 identify the new resource in Location; the document does not require it.',
    sends: 'POST /pets; the run checks the headers of the response.',
    right: 'The 201 has a Location header.',
    alsoRight: 'The 201 has no Location header.',
  }),
  'create/default-status': observe(unspecified, {
    statement: 'Which status an animal has after a POST /pets without status.',
    section: 'Animal (schema Pet)',
    why: 'The document gives no default for status.',
    sends: 'POST /pets without status, then GET /pets/{petId}.',
    right: 'The animal has no status.',
    alsoRight: 'The service sets a default status.',
  }),
};
