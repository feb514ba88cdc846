import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** `GET /pets/{petId}`, deprecated. */
export const get = [
  {
    id: 'get/returns-created',
    level: 'MUST',
    statement: 'An animal can be read by its id as soon as it was added, exactly as it was added.',
    section: 'Get an animal (deprecated)',
  },
  {
    id: 'get/id-matches',
    level: 'MUST',
    statement: 'The animal that comes back has the id that was asked for.',
    section: 'Get an animal (deprecated)',
  },
  {
    id: 'get/stable',
    level: 'MUST',
    statement: 'An animal that is read again has the same id, name and categoryId.',
    section: 'Get an animal (deprecated)',
  },
  {
    id: 'get/status-stable',
    level: 'SHOULD',
    statement: 'An animal that is read again has the same status.',
    section: 'States and transitions',
  },
  {
    id: 'get/unknown-id',
    level: 'MUST',
    statement: 'Asking for an animal that does not exist is answered 404.',
    section: 'Get an animal (deprecated)',
  },
  {
    id: 'get/malformed-id',
    level: 'SHOULD',
    statement: 'An id that is no int64 is answered with a 4xx and an Error body.',
    section: 'Get an animal (deprecated)',
  },
  {
    id: 'get/deprecation-signalled',
    level: 'OBSERVE',
    statement: 'Whether answers announce the deprecation, in Deprecation, Sunset or Link headers.',
    section: 'RFC 9745 and RFC 8594',
  },
] as const satisfies readonly WrittenRequirement[];
