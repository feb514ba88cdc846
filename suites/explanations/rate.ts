import { answer, bella, example, get, notFound, owed } from './example.ts';

const ledger = 'Whoever makes the rate limit headers: the limiter, often in the gateway.';

/** `rate/`: the headers that every answer carries. */
export const rate = {
  'rate/headers-present': owed({
    sends: 'Nothing of its own: every answer is looked at, refusals included.',
    accepts: 'X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset on each.',
    why: 'Clients pace themselves by them: an answer without them leaves a client blind.',
    acts: ledger,
    right: example('All three.', [get('/pets/1'), answer(200, bella)]),
    wrong: example('The 404 has none.', [get('/pets/4711'), { ...notFound, rate: null }]),
  }),
  'rate/headers-well-formed': owed({
    sends: 'Nothing of its own: the headers of every answer are looked at.',
    accepts: 'Limit is a whole number above 0, Remaining a whole number from 0 to Limit.',
    why: 'Clients calculate with them.',
    acts: ledger,
    right: example('59 of 60.', [get('/pets/1'), answer(200, bella)]),
    wrong: example('Below zero.', [
      get('/pets/1'),
      answer(200, bella, {}, { 'X-RateLimit-Remaining': '-1' }),
    ]),
  }),
  'rate/reset-is-timestamp': owed({
    sends: 'Nothing of its own: Reset is held against the clock of the server (its Date header, or ours).',
    accepts: 'A Unix time in seconds, not past and at most two days off; clocks may differ by minutes.',
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
    accepts: "The plan's figure a minute, or a day.",
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
      'One less with each, as far as no permitted limiter can have given anything back and nobody else used the key.',
    why: 'A figure that does not move lets a client run into the limit.',
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
