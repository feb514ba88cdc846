import { must } from './row.ts';

const headers = {
  section: 'Rate limit headers',
};

/** The three rate limit headers, checked throughout the run. */
export const rate = {
  'rate/headers-present': must(headers, {
    statement:
      'Every response of the three operations carries X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset.',
    why: 'Clients pace themselves by these headers.',
    accepts:
      'X-RateLimit-Limit, X-RateLimit-Remaining and X-RateLimit-Reset on each. Unknown paths, malformed ids and /store/orders need none.',
    right: 'The response has all three headers.',
    wrong: 'The 404 has none of the headers.',
  }),
  'rate/headers-well-formed': must(headers, {
    statement:
      'X-RateLimit-Limit is an integer above 0, and X-RateLimit-Remaining an integer from 0 to that limit.',
    why: 'Clients calculate with these values.',
    accepts: 'Limit is an integer above 0, Remaining an integer from 0 to Limit. A 401 may report 0 of 0.',
    right: '59 of 60 requests remain.',
    wrong: 'Remaining is negative.',
  }),
  'rate/reset-is-timestamp': must(headers, {
    statement:
      'X-RateLimit-Reset is a Unix timestamp in seconds, not in the past and at most two days ahead.',
    why: 'A client that reads remaining seconds as a timestamp does not wait, and one that reads milliseconds waits for centuries.',
    sends:
      'No extra requests: compares Reset with the clock of the server (its Date header, or the local clock).',
    accepts:
      'A Unix timestamp in seconds, not in the past and at most two days ahead. Clocks may differ by minutes.',
    right: 'Reset is 10:01:00, one minute ahead.',
    wrong: 'Reset contains the remaining seconds.',
  }),
  'rate/limit-matches-plan': must(headers, {
    statement: "X-RateLimit-Limit is the limit of the key's plan, per minute or per day.",
    section: 'Rate limits by plan',
    why: 'Clients pace themselves by the limit that applies to their plan.',
    needs: ['--plan PLAN'],
    right: 'A key of the plan Free has the limit 60.',
    wrong: 'A key of the plan Free has the limit 100.',
  }),
  'rate/remaining-counts-down': must(headers, {
    statement: 'X-RateLimit-Remaining decreases by one with every served request within one window.',
    why: 'Clients run into the limit if the value does not decrease.',
    sends:
      'Three series of lists, readings and creations, one request at a time, one series over new connections.',
    accepts:
      'One less with each response, unless a permitted limiter may have restored requests or others use the key. Refused requests may count or not.',
    right: 'Remaining decreases from 59 to 58.',
    wrong: 'Remaining stays at 59.',
  }),
};
