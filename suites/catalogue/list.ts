import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** `GET /pets`. */
export const list = [
  {
    id: 'list/returns-pets',
    level: 'MUST',
    statement: 'Listing animals is answered 200 with an array of Pet objects.',
    section: 'List animals',
  },
  {
    id: 'list/limit-accepted',
    level: 'MUST',
    statement: 'Every whole number from 1 to 100 is accepted as limit.',
    section: 'List animals',
  },
  {
    id: 'list/limit-bounds-count',
    level: 'MUST',
    statement: 'A list holds no more animals than limit asks for.',
    section: 'List animals',
  },
  {
    id: 'list/default-limit',
    level: 'MUST',
    statement: 'Without limit a list is as long as with limit=20, and never longer than 20.',
    section: 'List animals',
  },
  {
    id: 'list/never-above-100',
    level: 'MUST',
    statement: 'No list holds more than 100 animals, whatever limit was sent.',
    section: 'Page size',
  },
  {
    id: 'list/status-accepted',
    level: 'MUST',
    statement: 'Each of available, pending and sold is accepted as a status filter.',
    section: 'List animals',
  },
  {
    id: 'list/status-filter',
    level: 'MUST',
    statement: 'A list filtered by status holds animals of that status only.',
    section: 'List animals',
  },
  {
    id: 'list/limit-with-status',
    level: 'MUST',
    statement: 'Limit and status hold together in one request.',
    section: 'List animals',
  },
  {
    id: 'list/filter-complete',
    level: 'MUST',
    statement: 'A list filtered by status leaves out no animal of that status, unless its limit cuts it.',
    section: 'List animals',
  },
  {
    id: 'list/created-pet-listed',
    level: 'MUST',
    statement: 'An animal that was added is in the list, unless its limit cuts it.',
    section: 'List animals',
  },
  {
    id: 'list/unique-ids',
    level: 'MUST',
    statement: 'No list holds two animals with the same id.',
    section: 'Animal (schema Pet)',
  },
  {
    id: 'list/agrees-with-get',
    level: 'MUST',
    statement: 'An animal reads the same in the list as by its id.',
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
    statement: 'What a limit below 1 or above 100 brings: an error, a limit within the bounds, or nothing.',
    section: 'List animals',
  },
  {
    id: 'list/limit-not-integer',
    level: 'OBSERVE',
    statement: 'What a limit brings that is no whole number, is empty or is sent twice.',
    section: 'List animals',
  },
  {
    id: 'list/status-unknown',
    level: 'OBSERVE',
    statement: 'What a status filter brings that is unknown, empty, in capitals or sent twice.',
    section: 'List animals',
  },
  {
    id: 'list/pagination',
    level: 'OBSERVE',
    statement: 'What leads to further pages, and the order in which animals are listed.',
    section: 'List animals',
  },
  {
    id: 'list/unknown-parameter',
    level: 'OBSERVE',
    statement: 'What a query parameter brings that the interface does not have.',
    section: 'List animals',
  },
] as const satisfies readonly WrittenRequirement[];
