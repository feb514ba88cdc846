import { must, observe, should } from './row.ts';

const unspecified = {
  section: 'Limits',
  needs: ['--quota-key PLAN=KEY'],
};
const limits = {
  ...unspecified,
  section: 'Rate limits by plan',
};
const refusals = {
  ...limits,
  section: 'Limits, rule 2',
  sends: 'No extra requests: checks every 429.',
};
const headers = { ...refusals, section: 'Rate limit headers' };

/** Plan limits, which need a key whose quota the run may exhaust. */
export const quota = {
  'quota/limit-enforced': must(limits, {
    statement: 'Requests beyond the limit of the plan return 429.',
    section: 'Limits, rule 1',
    why: 'A limit that is not enforced does not protect the service.',
    sends:
      'More requests than the plan allows, over many concurrent connections, starting from a full quota.',
    accepts: 'Status 429 beyond the limit, at the latest when no permitted limiter would serve the request.',
    statuses: [429],
    right: 'The 61st request of a minute returns 429.',
    wrong: 'The service serves the 61st request of a minute.',
  }),
  'quota/never-exceeded': must(limits, {
    statement:
      'The service serves no more requests than a permitted limiter of that limit could, however many connections send at once.',
    why: 'Instances that count separately grant a multiple of the limit.',
    sends: 'The requests of quota/limit-enforced; the run counts the served ones.',
    accepts:
      'At most as many requests as some permitted limiter could have served. Window edges and refill are not an excess, and neither are steps of any number and phase.',
    statuses: [429],
    right: 'With 0 requests remaining, the service returns 429.',
    wrong: 'With 0 requests remaining, the service serves one more.',
  }),
  'quota/fully-granted': must(limits, {
    statement: 'No request within the limit of the plan is refused.',
    why: 'The plan grants these requests to the customer.',
    sends:
      'As many requests as the plan allows, starting from a full quota: unused for two windows, or announced as full.',
    accepts: 'No 429 among the responses.',
    statuses: [200, 201],
    right: 'The service serves the 60th request of a minute.',
    wrong: 'The 60th request of a minute returns 429, although 1 request remains.',
  }),
  'quota/shared-across-operations': must(limits, {
    statement: 'All operations share one quota.',
    why: 'The plan limits requests, whatever their operation.',
    sends: 'The other operations, after one operation has reached the limit.',
    accepts: 'Status 429 for them too. Only served requests decide, because refused ones need not count.',
    statuses: [429],
    right: 'Lists exhaust the quota of GET /pets/{petId} too.',
    wrong: 'Each operation has a separate quota.',
  }),
  'quota/isolated-between-keys': must(limits, {
    statement: 'A key that has reached its limit does not affect the keys of other accounts.',
    section: 'Rate limit headers',
    why: 'One customer must not use up the quota of another.',
    sends: 'A request with a key of another account, while the first key is at its limit.',
    accepts: 'Any response except 429.',
    statuses: [200, 201],
    needs: [...limits.needs, '--quota-key PLAN=KEY'],
    right: 'The service serves the other key.',
    wrong: 'The other key also receives 429.',
  }),
  'quota/refused-without-effect': must(limits, {
    statement: 'A POST /pets that returns 429 adds no animal.',
    section: 'Limits, rule 1',
    why: 'Clients repeat a refused request and would add the animal twice.',
    sends:
      'POST /pets beyond the limit, each with a unique name. The run searches later lists for these names.',
    accepts: 'No animal with the name of a refused request.',
    right: 'The list does not contain Bella.',
    wrong: 'The list contains Bella, although the POST returned 429.',
  }),
  'quota/remaining-zero': must(headers, {
    statement: 'A 429 carries X-RateLimit-Remaining: 0.',
    why: 'A 429 that reports remaining requests invites the next request.',
    right: 'The 429 reports 0 remaining requests.',
    wrong: 'The 429 reports 3 remaining requests.',
  }),
  'quota/retry-after-present': must(refusals, {
    statement: 'A 429 carries a Retry-After header.',
    why: 'The document tells clients to retry after the time in this header.',
    right: 'The 429 tells the client to retry after 41 s.',
    wrong: 'The 429 does not say when to retry.',
  }),
  'quota/retry-after-readable': should(refusals, {
    statement: 'Retry-After is a whole number of seconds or an HTTP date.',
    section: 'RFC 9110 section 10.2.3',
    why: 'HTTP libraries that retry automatically read these two formats.',
    accepts:
      'Whole seconds or an HTTP date. The document does not show the format, so anything else is a warning.',
    right: 'Retry-After is an HTTP date.',
    wrong: 'Retry-After contains a unit.',
  }),
  'quota/retry-after-proportionate': should(refusals, {
    statement: 'Retry-After is not much longer than the exhausted window.',
    why: 'A client that reads milliseconds or a Unix time as seconds waits far too long.',
    accepts: 'A time not much longer than the exhausted window. A ban may be longer.',
    right: 'The time is less than a minute.',
    wrong: 'The value is in milliseconds, so the client waits 11 hours.',
  }),
  'quota/retry-after-honest': must(refusals, {
    statement: 'One request after the time given in Retry-After is served.',
    why: 'A client that waits as instructed must be served.',
    sends:
      'A single request after the time given in Retry-After, because a token bucket may hold only one token then.',
    accepts:
      'Any response except 429. The document does not show the unit: the run uses the unit that explains all values seen (seconds, minutes, milliseconds or a date). quota/retry-after-readable covers units other than seconds.',
    statuses: [200, 201],
    right: 'The service serves the request after 41 s.',
    wrong: 'The request after 41 s returns 429.',
  }),
  'quota/reset-honest': must(headers, {
    statement: 'Requests after the time given in X-RateLimit-Reset are served again.',
    why: 'Clients schedule their next requests by X-RateLimit-Reset.',
    sends: 'Requests after the time given in X-RateLimit-Reset.',
    accepts: 'Any response except 429.',
    statuses: [200, 201],
    right: 'The service serves a request after 10:01:00.',
    wrong: 'A request after 10:01:00 returns 429.',
  }),
  'quota/day-limit': must(limits, {
    statement: 'The daily limit of the plan holds.',
    why: 'A plan limits requests per day as well as per minute.',
    sends:
      'With --day-quota, as many requests as the plan allows per day, at a rate just below the limit per minute.',
    accepts: 'All requests within the daily limit served, and 429 beyond it.',
    statuses: [429],
    needs: [...limits.needs, '--day-quota'],
    right: 'The 1,001st request of a day returns 429.',
    wrong: 'The service serves the 1,001st request of a day.',
  }),
  'quota/body': observe(unspecified, {
    statement: 'Which body a 429 has.',
    section: 'Errors',
    why: 'The document does not show the body of a 429.',
    sends: refusals.sends,
    right: 'The body is an Error.',
    alsoRight: 'The body is plain text.',
  }),
  'quota/window-kind': observe(unspecified, {
    statement: 'Which kinds of rate limiter explain the responses.',
    why: 'The document does not define when a minute begins: fixed windows, sliding windows and token buckets are all permitted.',
    sends: 'No extra requests: compares the whole measurement with every permitted limiter.',
    right: 'All 60 requests are available again at the full minute.',
    alsoRight: 'One request becomes available each second.',
  }),
  'quota/what-counts': observe(unspecified, {
    statement: 'Whether refused requests draw on the quota.',
    why: 'The document limits requests and does not say whether refused ones count.',
    sends:
      'No extra requests: derives from the measurement whether 400, 401, 404 and 429 responses draw on the quota.',
    right: 'A 404 counts.',
    alsoRight: 'A 404 does not count.',
  }),
  'quota/ban': observe(unspecified, {
    statement: 'How the service responds to repeated requests after a 429.',
    section: 'Limits, rule 3',
    why: 'The document says that repeated requests can lead to a temporary ban of the key.',
    sends: 'With --probe-ban, further requests after many 429s.',
    needs: [...unspecified.needs, '--probe-ban'],
    right: 'The service does not ban the key.',
    alsoRight: 'The service bans the key for an hour.',
  }),
};
