import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** The three rate limit headers, watched over the whole run. */
export const rate = [
  {
    id: 'rate/headers-present',
    level: 'MUST',
    statement:
      'Every answer, errors included, carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset.',
    section: 'Rate limit headers',
  },
  {
    id: 'rate/headers-well-formed',
    level: 'MUST',
    statement: 'Limit is a whole number above 0, and Remaining a whole number from 0 to Limit.',
    section: 'Rate limit headers',
  },
  {
    id: 'rate/reset-is-timestamp',
    level: 'MUST',
    statement: 'Reset is a Unix timestamp in seconds, neither past nor more than two days off.',
    section: 'Rate limit headers',
  },
  {
    id: 'rate/limit-matches-plan',
    level: 'MUST',
    statement: "Limit is the figure of the key's plan, by the minute or by the day.",
    section: 'Rate limits by plan',
  },
  {
    id: 'rate/remaining-counts-down',
    level: 'MUST',
    statement: 'Remaining goes down by one with every request that is served, within one window.',
    section: 'Rate limit headers',
  },
] as const satisfies readonly WrittenRequirement[];
