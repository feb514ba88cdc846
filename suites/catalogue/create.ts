import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** `POST /pets`. */
export const create = [
  {
    id: 'create/accepts-valid',
    level: 'MUST',
    statement: 'A valid NewPet is answered 201 with the new Pet.',
    section: 'Add an animal',
  },
  {
    id: 'create/status-optional',
    level: 'MUST',
    statement: 'An animal can be added without a status.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/echoes-fields',
    level: 'MUST',
    statement: 'The answer to a creation repeats name, categoryId and status as they were sent.',
    section: 'Add an animal',
  },
  {
    id: 'create/assigns-id',
    level: 'MUST',
    statement: 'The answer to a creation holds the id of the new animal, an int64.',
    section: 'Animal (schema Pet)',
  },
  {
    id: 'create/unique-ids',
    level: 'MUST',
    statement: 'No two animals get the same id, not even when many are added at once.',
    section: 'Animal (schema Pet)',
  },
  {
    id: 'create/ignores-client-id',
    level: 'MUST',
    statement:
      "The service assigns ids: one that the client sends becomes nobody's id and changes no animal that already has it.",
    section: 'Animal (schema Pet)',
  },
  {
    id: 'create/missing-name',
    level: 'MUST',
    statement: 'A creation without a name is answered 400.',
    section: 'Add an animal',
  },
  {
    id: 'create/missing-category',
    level: 'MUST',
    statement: 'A creation without a categoryId is answered 400.',
    section: 'Add an animal',
  },
  {
    id: 'create/wrong-name-type',
    level: 'MUST',
    statement: 'A name that is no string is answered 400.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/wrong-category-type',
    level: 'MUST',
    statement: 'A categoryId that is no integer is answered 400, a number in quotation marks too.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/category-out-of-range',
    level: 'MUST',
    statement: 'A categoryId outside the range of int64 is answered 400.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/unknown-status',
    level: 'MUST',
    statement: 'A status other than available, pending and sold, to the letter, is answered 400.',
    section: 'PetStatus (enumeration)',
  },
  {
    id: 'create/body-not-object',
    level: 'MUST',
    statement: 'A body that is JSON but no object is answered 400.',
    section: 'Add an animal',
  },
  {
    id: 'create/malformed-json',
    level: 'MUST',
    statement: 'A body that is no well-formed JSON, or empty, is answered 400.',
    section: 'Errors',
  },
  {
    id: 'create/content-type-required',
    level: 'MUST',
    statement: 'A creation without the header Content-Type: application/json is answered 400.',
    section: 'Errors',
  },
  {
    id: 'create/refused-without-effect',
    level: 'MUST',
    statement: 'A creation that was answered 400 adds no animal.',
    section: 'Add an animal',
  },
  {
    id: 'create/int64-exact',
    level: 'MUST',
    statement: 'A categoryId comes back to the last digit, anywhere in the range of int64.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/text-exact',
    level: 'MUST',
    statement: 'A name that was accepted comes back character for character, in any script.',
    section: 'NewPet (request body for creation)',
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
    statement: 'Whether a categoryId is refused that belongs to no category.',
    section: 'Not shown',
  },
  {
    id: 'create/extra-fields',
    level: 'OBSERVE',
    statement: 'Whether fields that NewPet does not have are refused, ignored or kept.',
    section: 'NewPet (request body for creation)',
  },
  {
    id: 'create/duplicate-members',
    level: 'OBSERVE',
    statement: 'What a body brings in which one field stands twice.',
    section: 'RFC 8259 section 4',
  },
  {
    id: 'create/location',
    level: 'OBSERVE',
    statement: 'Whether a 201 names the address of the new animal in a Location header.',
    section: 'RFC 9110 section 15.3.2',
  },
  {
    id: 'create/default-status',
    level: 'OBSERVE',
    statement: 'Which status an animal reads as that was added without one.',
    section: 'Animal (schema Pet)',
  },
] as const satisfies readonly WrittenRequirement[];
