import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** `POST /pets`. */
export const create = [
  {
    id: 'create/accepts-valid',
    level: 'MUST',
    statement: 'POST /pets with a valid NewPet returns 201 and the new Pet.',
    section: 'Add an animal',
  },
  {
    id: 'create/status-optional',
    level: 'MUST',
    statement: 'An animal can be created without a status.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/echoes-fields',
    level: 'MUST',
    statement: 'The 201 repeats name, categoryId and status as they were sent.',
    section: 'Add an animal',
  },
  {
    id: 'create/assigns-id',
    level: 'MUST',
    statement: 'The 201 contains the id of the new animal, an int64.',
    section: 'Animal (schema Pet)',
  },
  {
    id: 'create/unique-ids',
    level: 'MUST',
    statement: 'No two animals get the same id, even if many are created at once.',
    section: 'Animal (schema Pet)',
  },
  {
    id: 'create/ignores-client-id',
    level: 'MUST',
    statement:
      'The service assigns ids: an id in the body is never used for the new animal, and the animal that has it stays unchanged.',
    section: 'Animal (schema Pet)',
  },
  {
    id: 'create/missing-name',
    level: 'MUST',
    statement: 'A creation without name returns 400.',
    section: 'Add an animal',
  },
  {
    id: 'create/missing-category',
    level: 'MUST',
    statement: 'A creation without categoryId returns 400.',
    section: 'Add an animal',
  },
  {
    id: 'create/wrong-name-type',
    level: 'MUST',
    statement: 'A creation whose name is not a string returns 400.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/wrong-category-type',
    level: 'MUST',
    statement:
      'A creation whose categoryId is not an integer returns 400; so does a number in quotation marks.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/category-out-of-range',
    level: 'MUST',
    statement: 'A creation whose categoryId is outside int64 returns 400.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/unknown-status',
    level: 'MUST',
    statement: 'A creation whose status is not exactly available, pending or sold returns 400.',
    section: 'PetStatus (enumeration)',
  },
  {
    id: 'create/body-not-object',
    level: 'MUST',
    statement: 'A creation whose body is JSON but not an object returns 400.',
    section: 'Add an animal',
  },
  {
    id: 'create/malformed-json',
    level: 'MUST',
    statement: 'A creation whose body is malformed JSON, or empty, returns 400.',
    section: 'Errors',
  },
  {
    id: 'create/content-type-required',
    level: 'MUST',
    statement: 'A creation without the header Content-Type: application/json returns 400.',
    section: 'Errors',
  },
  {
    id: 'create/refused-without-effect',
    level: 'MUST',
    statement: 'A creation that returned 400 adds no animal.',
    section: 'Add an animal',
  },
  {
    id: 'create/int64-exact',
    level: 'MUST',
    statement: 'An accepted categoryId comes back to the last digit, anywhere in int64.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/text-exact',
    level: 'MUST',
    statement:
      'An accepted name comes back undamaged, in any script: no character is lost, added, replaced, escaped or cut.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/text-normalised',
    level: 'OBSERVE',
    statement: 'Whether accepted names are trimmed, collapsed or normalised to NFC.',
    section: 'Not shown',
  },
  {
    id: 'create/content-type-parameters',
    level: 'SHOULD',
    statement: 'Content-Type: application/json is accepted with a charset parameter and in any letter case.',
    section: 'RFC 9110 section 8.3.1',
  },
  {
    id: 'create/name-bounds',
    level: 'OBSERVE',
    statement: 'Which unusual names are accepted: empty, blank, very long, with control characters.',
    section: 'Not shown',
  },
  {
    id: 'create/category-existence',
    level: 'OBSERVE',
    statement: 'Whether an unknown categoryId is refused.',
    section: 'Not shown',
  },
  {
    id: 'create/extra-fields',
    level: 'OBSERVE',
    statement: 'Whether members that NewPet does not have are refused, ignored or kept.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/duplicate-members',
    level: 'OBSERVE',
    statement: 'How the service responds to a body with a duplicate member.',
    section: 'RFC 8259 section 4',
  },
  {
    id: 'create/location',
    level: 'OBSERVE',
    statement: 'Whether a 201 carries a Location header.',
    section: 'RFC 9110 section 15.3.2',
  },
  {
    id: 'create/default-status',
    level: 'OBSERVE',
    statement: 'Which status an animal has that was created without one.',
    section: 'Animal (schema Pet)',
  },
] as const satisfies readonly WrittenRequirement[];
