import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** The limits of the plans: these need a key that the run may exhaust. */
export const quota = [
  {
    id: 'quota/limit-enforced',
    level: 'MUST',
    statement: 'Requests beyond the limit of the plan return 429.',
    section: 'Limits, rule 1',
  },
  {
    id: 'quota/never-exceeded',
    level: 'MUST',
    statement:
      'No more requests are served than a permitted limiter of that limit could serve, however many connections send at once.',
    section: 'Rate limits by plan',
  },
  {
    id: 'quota/fully-granted',
    level: 'MUST',
    statement: 'No request within the limit of the plan is refused.',
    section: 'Rate limits by plan',
  },
  {
    id: 'quota/shared-across-operations',
    level: 'MUST',
    statement: 'All operations draw on one quota.',
    section: 'Rate limits by plan',
  },
  {
    id: 'quota/isolated-between-keys',
    level: 'MUST',
    statement: 'A key that has reached its limit does not affect the keys of other accounts.',
    section: 'Rate limit headers',
  },
  {
    id: 'quota/refused-without-effect',
    level: 'MUST',
    statement: 'A creation that returned 429 adds no animal.',
    section: 'Limits, rule 1',
  },
  {
    id: 'quota/remaining-zero',
    level: 'MUST',
    statement: 'A 429 carries X-RateLimit-Remaining: 0.',
    section: 'Rate limit headers',
  },
  {
    id: 'quota/retry-after-present',
    level: 'MUST',
    statement: 'A 429 carries a Retry-After header.',
    section: 'Limits, rule 2',
  },
  {
    id: 'quota/retry-after-readable',
    level: 'SHOULD',
    statement: 'Retry-After is a whole number of seconds or an HTTP date.',
    section: 'RFC 9110 section 10.2.3',
  },
  {
    id: 'quota/retry-after-proportionate',
    level: 'SHOULD',
    statement: 'Retry-After is not much longer than the window that is used up.',
    section: 'Limits, rule 2',
  },
  {
    id: 'quota/retry-after-honest',
    level: 'MUST',
    statement: 'One request after the time given in Retry-After is served.',
    section: 'Limits, rule 2',
  },
  {
    id: 'quota/reset-honest',
    level: 'MUST',
    statement: 'Requests after the time given in X-RateLimit-Reset are served again.',
    section: 'Rate limit headers',
  },
  {
    id: 'quota/day-limit',
    level: 'MUST',
    statement: 'The daily limit of the plan holds too.',
    section: 'Rate limits by plan',
  },
  {
    id: 'quota/body',
    level: 'OBSERVE',
    statement: 'What the body of a 429 contains.',
    section: 'Errors',
  },
  {
    id: 'quota/window-kind',
    level: 'OBSERVE',
    statement: 'Which kinds of rate limiter explain the responses.',
    section: 'Limits',
  },
  {
    id: 'quota/what-counts',
    level: 'OBSERVE',
    statement: 'Whether refused requests draw on the quota.',
    section: 'Limits',
  },
  {
    id: 'quota/ban',
    level: 'OBSERVE',
    statement: 'How the service responds to repeated requests after a 429.',
    section: 'Limits, rule 3',
  },
] as const satisfies readonly WrittenRequirement[];
