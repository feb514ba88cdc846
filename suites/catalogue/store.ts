import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** The store section, whose shape is not shown. */
export const store = [
  {
    id: 'store/orders',
    level: 'OBSERVE',
    statement: 'How the service responds to GET /store/orders, with a key and without.',
    section: 'What the service does',
  },
] as const satisfies readonly WrittenRequirement[];
