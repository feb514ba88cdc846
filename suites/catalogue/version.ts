import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** The version of the interface. */
export const version = [
  {
    id: 'version/base-address',
    level: 'SHOULD',
    statement: 'The base URL ends in /v1.',
    section: 'Versioning',
  },
] as const satisfies readonly WrittenRequirement[];
