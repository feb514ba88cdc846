import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** The three rate limit headers, watched over the whole run. */
export const rate = [
  {
    id: 'rate/headers-present',
    level: 'MUST',
    statement:
      'Every response of the three operations carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset.',
    section: 'Rate limit headers',
  },
  {
    id: 'rate/headers-well-formed',
    level: 'MUST',
    statement:
      'X-RateLimit-Limit is an integer above 0, and X-RateLimit-Remaining an integer from 0 to that limit.',
    section: 'Rate limit headers',
  },
  {
    id: 'rate/reset-is-timestamp',
    level: 'MUST',
    statement:
      'X-RateLimit-Reset is a Unix timestamp in seconds, not in the past and at most two days ahead.',
    section: 'Rate limit headers',
  },
  {
    id: 'rate/limit-matches-plan',
    level: 'MUST',
    statement: "X-RateLimit-Limit is the limit of the key's plan, per minute or per day.",
    section: 'Rate limits by plan',
  },
  {
    id: 'rate/remaining-counts-down',
    level: 'MUST',
    statement: 'X-RateLimit-Remaining goes down by one with every served request within one window.',
    section: 'Rate limit headers',
  },
] as const satisfies readonly WrittenRequirement[];
