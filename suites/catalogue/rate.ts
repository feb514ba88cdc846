import { type Answered, answer, bella, example, get, must, notFound, type Sent } from './row.ts';

const headers = {
  section: 'Rate limit headers',
  acts: 'Whoever makes the rate limit headers: the limiter, often in the gateway.',
};

/** The three rate limit headers, watched over the whole run. */
export const rate = {
  'rate/headers-present': must(headers, {
    statement:
      'Every response of the three operations carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset.',
    why: 'Clients pace themselves by these headers.',
    sends: 'Nothing of its own: the run checks every 2xx, 400, 401, 404 and 429 of the three operations.',
    accepts:
      'X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset on each. Unknown paths, malformed ids and /store/orders need none.',
    right: example('All three.', [get('/pets/1'), answer(200, bella)]),
    wrong: example('The 404 has none.', [get('/pets/4711'), { ...notFound, rate: null }]),
  }),
  'rate/headers-well-formed': must(headers, {
    statement:
      'X-RateLimit-Limit is an integer above 0, and X-RateLimit-Remaining an integer from 0 to that limit.',
    why: 'Clients calculate with them.',
    sends: 'Nothing of its own: the run checks these headers on every response of the three operations.',
    accepts: 'Limit is an integer above 0, Remaining an integer from 0 to Limit. A 401 may say 0 of 0.',
    requests: [get('/pets/1')],
    right: ['59 of 60.', answer(200, bella)],
    wrong: ['Below zero.', answer(200, bella, {}, { 'X-RateLimit-Remaining': '-1' })],
  }),
  'rate/reset-is-timestamp': must(headers, {
    statement:
      'X-RateLimit-Reset is a Unix timestamp in seconds, not in the past and at most two days ahead.',
    why: 'Seconds to go, or milliseconds, make a client wait no time at all, or for centuries.',
    sends:
      'Nothing of its own: the run compares Reset with the clock of the server (its Date header, or ours).',
    accepts:
      'A Unix time in seconds, not in the past and at most two days ahead; clocks may differ by minutes.',
    requests: [get('/pets/1')],
    right: ['10:01:00, a minute ahead.', answer(200, bella, { Date: 'Thu, 01 Jan 2026 10:00:00 GMT' })],
    wrong: [
      'Seconds to go.',
      answer(200, bella, { Date: 'Thu, 01 Jan 2026 10:00:00 GMT' }, { 'X-RateLimit-Reset': '60' }),
    ],
  }),
  'rate/limit-matches-plan': must(headers, {
    statement: "X-RateLimit-Limit is the limit of the key's plan, per minute or per day.",
    section: 'Rate limits by plan',
    why: 'It is what was sold.',
    sends:
      'Nothing of its own: Limit on every answer of the three operations to the key is compared with the plan given by --plan.',
    accepts: "The plan's limit per minute, or per day.",
    acts: 'Whoever sets up plans; or whoever gave --plan, where the key is of another one.',
    needs: ['--plan PLAN'],
    requests: [get('/pets/1')],
    right: ['A key of the plan Free.', answer(200, bella)],
    wrong: [
      'A key of the plan Free, too.',
      answer(200, bella, {}, { 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': '99' }),
    ],
  }),
  'rate/remaining-counts-down': must(headers, {
    statement: 'X-RateLimit-Remaining goes down by one with every served request within one window.',
    why: 'A value that does not move lets a client run into the limit.',
    sends: 'Nothing of its own: Remaining on answers with 2xx, one after another, is compared.',
    accepts:
      'One less with each, unless a permitted limiter may have given something back or others use the key. Whether refused requests count is open.',
    requests: Array<Sent>(8).fill(get('/pets/1')),
    right: ['58 after 59.', answer(200, bella), answer(200, bella)],
    wrong: [
      'It never moves.',
      ...Array<Answered>(8).fill(answer(200, bella, {}, { 'X-RateLimit-Remaining': '59' })),
    ],
  }),
};
