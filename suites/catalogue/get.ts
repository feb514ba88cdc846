import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** `GET /pets/{petId}`, deprecated. */
export const get = [
  {
    id: 'get/returns-created',
    level: 'MUST',
    statement: 'GET /pets/{petId} returns a new animal at once, exactly as created.',
    section: 'Get an animal (deprecated)',
  },
  {
    id: 'get/id-matches',
    level: 'MUST',
    statement: 'The response contains the id that was requested.',
    section: 'Get an animal (deprecated)',
  },
  {
    id: 'get/stable',
    level: 'MUST',
    statement: 'An animal has the same id, name and categoryId whenever it is read.',
    section: 'Get an animal (deprecated)',
  },
  {
    id: 'get/status-stable',
    level: 'OBSERVE',
    statement: 'Whether the status of an animal changes by itself.',
    section: 'States and transitions',
  },
  {
    id: 'get/unknown-id',
    level: 'MUST',
    statement: 'GET /pets/{petId} returns 404 for an animal that does not exist.',
    section: 'Get an animal (deprecated)',
  },
  {
    id: 'get/malformed-id',
    level: 'SHOULD',
    statement: 'An id that is not an int64 returns a 4xx with an Error body.',
    section: 'Get an animal (deprecated)',
  },
  {
    id: 'get/deprecation-signalled',
    level: 'OBSERVE',
    statement: 'Whether responses announce the deprecation in Deprecation, Sunset or Link headers.',
    section: 'RFC 9745 and RFC 8594',
  },
] as const satisfies readonly WrittenRequirement[];
