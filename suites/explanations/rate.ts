import { answer, bella, example, get, notFound, owed } from './example.ts';

const ledger = 'Whoever makes the rate limit headers: the limiter, often in the gateway.';

/** `rate/`: the headers that every answer carries. */
export const rate = {
  'rate/headers-present': owed({
    sends: 'Nothing of its own: the run checks every 2xx, 400, 401, 404 and 429 of the three operations.',
    accepts:
      'X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset on each. Unknown paths, malformed ids and /store/orders need none.',
    why: 'Clients pace themselves by these headers.',
    acts: ledger,
    right: example('All three.', [get('/pets/1'), answer(200, bella)]),
    wrong: example('The 404 has none.', [get('/pets/4711'), { ...notFound, rate: null }]),
  }),
  'rate/headers-well-formed': owed({
    sends: 'Nothing of its own: the run checks these headers on every response of the three operations.',
    accepts: 'Limit is an integer above 0, Remaining an integer from 0 to Limit. A 401 may say 0 of 0.',
    why: 'Clients calculate with them.',
    acts: ledger,
    right: example('59 of 60.', [get('/pets/1'), answer(200, bella)]),
    wrong: example('Below zero.', [
      get('/pets/1'),
      answer(200, bella, {}, { 'X-RateLimit-Remaining': '-1' }),
    ]),
  }),
  'rate/reset-is-timestamp': owed({
    sends:
      'Nothing of its own: the run compares Reset with the clock of the server (its Date header, or ours).',
    accepts:
      'A Unix time in seconds, not in the past and at most two days ahead; clocks may differ by minutes.',
    why: 'Seconds to go, or milliseconds, make a client wait no time at all, or for centuries.',
    acts: ledger,
    right: example('10:01:00, a minute ahead.', [
      get('/pets/1'),
      answer(200, bella, { Date: 'Thu, 01 Jan 2026 10:00:00 GMT' }),
    ]),
    wrong: example('Seconds to go.', [
      get('/pets/1'),
      answer(200, bella, { Date: 'Thu, 01 Jan 2026 10:00:00 GMT' }, { 'X-RateLimit-Reset': '60' }),
    ]),
  }),
  'rate/limit-matches-plan': owed({
    sends:
      'Nothing of its own: Limit on every answer of the three operations to the key is compared with the plan given by --plan.',
    accepts: "The plan's limit per minute, or per day.",
    why: 'It is what was sold.',
    acts: 'Whoever sets up plans; or whoever gave --plan, where the key is of another one.',
    right: example('A key of the plan Free.', [get('/pets/1'), answer(200, bella)]),
    wrong: example('A key of the plan Free, too.', [
      get('/pets/1'),
      answer(200, bella, {}, { 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': '99' }),
    ]),
  }),
  'rate/remaining-counts-down': owed({
    sends: 'Nothing of its own: Remaining on answers with 2xx, one after another, is compared.',
    accepts:
      'One less with each, unless a permitted limiter may have given something back or others use the key. Whether refused requests count is open.',
    why: 'A value that does not move lets a client run into the limit.',
    acts: ledger,
    right: example(
      '58 after 59.',
      [get('/pets/1'), answer(200, bella)],
      [get('/pets/1'), answer(200, bella)],
    ),
    wrong: example(
      'It never moves.',
      ...Array.from(
        { length: 8 },
        () => [get('/pets/1'), answer(200, bella, {}, { 'X-RateLimit-Remaining': '59' })] as const,
      ),
    ),
  }),
};
