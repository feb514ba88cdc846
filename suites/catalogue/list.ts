import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** `GET /pets`. */
export const list = [
  {
    id: 'list/returns-pets',
    level: 'MUST',
    statement: 'GET /pets returns 200 and an array of Pet objects.',
    section: 'List animals',
  },
  {
    id: 'list/limit-accepted',
    level: 'MUST',
    statement: 'GET /pets accepts every integer from 1 to 100 as limit.',
    section: 'List animals',
  },
  {
    id: 'list/limit-bounds-count',
    level: 'MUST',
    statement: 'A list contains at most limit animals.',
    section: 'List animals',
  },
  {
    id: 'list/default-limit',
    level: 'MUST',
    statement: 'Without limit, a list contains at most 20 animals, and as many as with limit=20.',
    section: 'List animals',
  },
  {
    id: 'list/never-above-100',
    level: 'SHOULD',
    statement: 'No list contains more than 100 animals, whatever limit was sent.',
    section: 'Page size',
  },
  {
    id: 'list/status-accepted',
    level: 'MUST',
    statement: 'GET /pets accepts available, pending and sold as status.',
    section: 'List animals',
  },
  {
    id: 'list/status-filter',
    level: 'MUST',
    statement: 'A list filtered by status contains only animals of that status.',
    section: 'List animals',
  },
  {
    id: 'list/limit-with-status',
    level: 'MUST',
    statement: 'A request may combine limit and status, and both hold.',
    section: 'List animals',
  },
  {
    id: 'list/filter-complete',
    level: 'MUST',
    statement:
      'A list filtered by status contains every animal of that status, unless it is cut by its limit or page size.',
    section: 'List animals',
  },
  {
    id: 'list/created-pet-listed',
    level: 'MUST',
    statement:
      'A created animal is in the list filtered by its status, and an available one in the unfiltered list, unless that is cut.',
    section: 'List animals',
  },
  {
    id: 'list/unique-ids',
    level: 'MUST',
    statement: 'No list contains two animals with the same id.',
    section: 'Animal (schema Pet)',
  },
  {
    id: 'list/agrees-with-get',
    level: 'MUST',
    statement: 'An animal has the same values in a list and by its id.',
    section: 'List animals',
  },
  {
    id: 'list/safe',
    level: 'SHOULD',
    statement: 'Listing animals changes nothing.',
    section: 'RFC 9110 section 9.2.1',
  },
  {
    id: 'list/limit-out-of-range',
    level: 'OBSERVE',
    statement: 'Whether a limit below 1 or above 100 is refused, clamped or ignored.',
    section: 'List animals',
  },
  {
    id: 'list/limit-not-integer',
    level: 'OBSERVE',
    statement: 'How the service responds to a limit that is not an integer, is empty or is sent twice.',
    section: 'List animals',
  },
  {
    id: 'list/status-unknown',
    level: 'OBSERVE',
    statement:
      'How the service responds to a status filter that is unknown, empty, in upper case or sent twice.',
    section: 'List animals',
  },
  {
    id: 'list/pagination',
    level: 'OBSERVE',
    statement: 'How further pages are fetched, and the order of lists.',
    section: 'List animals',
  },
  {
    id: 'list/unknown-parameter',
    level: 'OBSERVE',
    statement: 'How the service responds to an unknown query parameter.',
    section: 'List animals',
  },
] as const satisfies readonly WrittenRequirement[];
