import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** What every answer owes, watched over the whole run. */
export const responses = [
  {
    id: 'responses/documented-status',
    level: 'MUST',
    statement:
      'A request that the document describes returns a status that it lists for the operation, or 429.',
    section: 'Endpoints',
  },
  {
    id: 'responses/schema',
    level: 'MUST',
    statement: 'The body of every 200 and 201 fits its schema; more fields than shown are fine.',
    section: 'Resources and their fields',
  },
  {
    id: 'responses/media-type',
    level: 'MUST',
    statement: 'Every body, except that of a 429, is application/json and well-formed JSON in UTF-8.',
    section: 'Endpoints',
  },
] as const satisfies readonly WrittenRequirement[];
