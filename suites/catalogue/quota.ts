import { answer, bella, get, must, newBella, notFound, observe, post, should, tooMany } from './row.ts';

const limits = {
  section: 'Rate limits by plan',
  acts: 'Whoever runs the limiter: its counts have to be shared by all instances of the service.',
  needs: ['--quota-key PLAN=KEY'],
  requests: [get('/pets?limit=1'), get('/pets?limit=1')],
};
const refusals = {
  ...limits,
  section: 'Limits, rule 2',
  acts: 'Whoever answers 429: the limiter, often in the gateway.',
};
const headers = { ...refusals, section: 'Rate limit headers' };
const leftOpen = { ...limits, section: 'Limits', acts: 'Nobody has to.' };

/** The answer to the last request of a quota. */
const lastOne = answer(200, [bella], {}, { 'X-RateLimit-Remaining': '0' });
/** The answer to the first request of the next minute. */
const nextMinute = answer(
  200,
  [bella],
  {},
  { 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1767261720' },
);

/** The limits of the plans: these need a key that the run may exhaust. */
export const quota = {
  'quota/limit-enforced': must(limits, {
    statement: 'Requests beyond the limit of the plan return 429.',
    section: 'Limits, rule 1',
    why: 'A limit that is not enforced protects nobody.',
    sends: 'More requests than the plan allows, over many connections at once, starting from a full quota.',
    accepts: 'Status 429 beyond the limit, at the latest where no permitted limiter would serve the request.',
    statuses: [429],
    right: ['The 61st request of a minute.', lastOne, tooMany()],
    wrong: ['The 61st request of a minute is served.', lastOne, lastOne],
  }),
  'quota/never-exceeded': must(limits, {
    statement:
      'No more requests are served than a permitted limiter of that limit could serve, however many connections send at once.',
    why: 'Instances that each keep a count of their own grant a multiple of what was sold.',
    sends: 'As quota/limit-enforced; the run counts the served requests.',
    accepts:
      'As many as some permitted limiter could have served. Window edges and refill are not an excess, and neither is a limiter in steps of any number and phase.',
    statuses: [429],
    right: ['Nothing is left, and nothing served.', lastOne, tooMany()],
    wrong: ['Nothing is left, and one more is served.', lastOne, lastOne],
  }),
  'quota/fully-granted': must(limits, {
    statement: 'No request within the limit of the plan is refused.',
    why: 'It is what was sold.',
    sends:
      'As many requests as the plan allows, starting from a full quota: unused for two windows, or announced as full.',
    accepts: 'No 429 among them.',
    statuses: [200, 201],
    right: ['The 60th request of a minute.', lastOne],
    wrong: [
      'The 60th request of a minute, with 1 left before it.',
      answer(200, [bella], {}, { 'X-RateLimit-Remaining': '1' }),
      tooMany(),
    ],
  }),
  'quota/shared-across-operations': must(limits, {
    statement: 'All operations draw on one quota.',
    why: 'The plan counts requests, not requests of a kind.',
    sends: 'When one operation has reached the limit, the other operations.',
    accepts: 'Status 429 for them too; served requests decide, since refused ones need not count.',
    statuses: [429],
    requests: [...limits.requests, get('/pets/1')],
    right: ['Lists used it up, for animals too.', lastOne, tooMany(), tooMany()],
    wrong: [
      'Each operation has a quota of its own.',
      lastOne,
      tooMany(),
      answer(200, bella, {}, { 'X-RateLimit-Remaining': '59' }),
    ],
  }),
  'quota/isolated-between-keys': must(limits, {
    statement: 'A key that has reached its limit does not affect the keys of other accounts.',
    section: 'Rate limit headers',
    why: 'One customer must not use up what another one paid for.',
    sends: 'When one key is at its limit, a request with a key of another account.',
    accepts: 'Any answer but a 429.',
    statuses: [200, 201],
    needs: [...limits.needs, '--quota-key PLAN=KEY'],
    requests: [
      ...limits.requests,
      get('/pets?limit=1', { Authorization: 'Bearer $ANIMAL_STORE_QUOTA_KEY_2' }),
    ],
    right: ['The other key is served.', lastOne, tooMany(), answer(200, [bella])],
    wrong: ['The other key is refused with it.', lastOne, tooMany(), tooMany()],
  }),
  'quota/refused-without-effect': must(limits, {
    statement: 'A creation that returned 429 adds no animal.',
    section: 'Limits, rule 1',
    why: 'A client repeats what was refused, and would add the animal twice.',
    sends: 'Creations beyond the limit, each with a name of its own; later lists are searched for them.',
    accepts: 'No animal that carries the name of a refused creation.',
    acts: 'Whoever runs the limiter: it has to come before anything is stored.',
    requests: [post(newBella), get('/pets?limit=100')],
    right: ['What was refused is not there.', tooMany(), answer(200, [])],
    wrong: ['Bella was refused, and is in the list.', tooMany(), answer(200, [bella])],
  }),
  'quota/remaining-zero': must(headers, {
    statement: 'A 429 carries X-RateLimit-Remaining: 0.',
    why: 'A refusal that says something is left invites the next request.',
    sends: 'Nothing of its own: every 429 is looked at.',
    accepts: 'X-RateLimit-Remaining: 0.',
    right: ['Nothing is left.', tooMany()],
    wrong: ['Refused, with 3 left.', tooMany(undefined, { 'X-RateLimit-Remaining': '3' })],
  }),
  'quota/retry-after-present': must(refusals, {
    statement: 'A 429 carries a Retry-After header.',
    why: 'The document tells clients to wait for the time in it.',
    sends: 'Nothing of its own: every 429 is looked at.',
    accepts: 'A Retry-After header.',
    right: ['Come again in 41 s.', tooMany()],
    wrong: ['Come again some time.', tooMany({})],
  }),
  'quota/retry-after-readable': should(refusals, {
    statement: 'Retry-After is a whole number of seconds or an HTTP date.',
    section: 'RFC 9110 section 10.2.3',
    why: 'HTTP libraries that wait by themselves read these two formats.',
    sends: 'Nothing of its own: every 429 is looked at.',
    accepts:
      'Whole seconds, or an HTTP date. The document does not show the format, so anything else is a warning.',
    right: ['An HTTP date.', tooMany({ 'Retry-After': 'Thu, 01 Jan 2026 10:01:00 GMT' })],
    wrong: ['A duration in words of its own.', tooMany({ 'Retry-After': '41s' })],
  }),
  'quota/retry-after-proportionate': should(refusals, {
    statement: 'Retry-After is not much longer than the window that is used up.',
    why: 'Milliseconds or a Unix time make a client wait for days.',
    sends: 'Nothing of its own: the 429s of the measurement are looked at.',
    accepts: 'A time not much beyond the window that is used up; a ban may be longer.',
    right: ['Within the minute.', tooMany()],
    wrong: ['Milliseconds: 11 hours.', tooMany({ 'Retry-After': '41000' })],
  }),
  'quota/retry-after-honest': must(refusals, {
    statement: 'One request after the time given in Retry-After is served.',
    why: 'A client that waited as it was told must be served.',
    sends: 'One request after the time given in Retry-After; only one, since a bucket has no more.',
    accepts:
      'Any response but a 429. The document does not show the unit: the run judges in the unit that explains all values seen (seconds, minutes, milliseconds or a date). A unit other than seconds is a matter of quota/retry-after-readable.',
    statuses: [200, 201],
    right: ['41 s later.', tooMany(), nextMinute],
    wrong: ['41 s later, refused again.', tooMany(), tooMany({ 'Retry-After': '20' })],
  }),
  'quota/reset-honest': must(headers, {
    statement: 'Requests after the time given in X-RateLimit-Reset are served again.',
    why: 'Clients plan by Reset when to go on.',
    sends: 'Requests after the time that X-RateLimit-Reset gave.',
    accepts: 'Any answer but a 429.',
    statuses: [200, 201],
    right: ['After 10:01:00.', tooMany(), nextMinute],
    wrong: [
      'After 10:01:00, refused still.',
      tooMany(),
      tooMany(undefined, { 'X-RateLimit-Reset': '1767261720' }),
    ],
  }),
  'quota/day-limit': must(limits, {
    statement: 'The daily limit of the plan holds too.',
    why: 'It is the other half of what was sold.',
    sends: 'With --day-quota as many requests as the plan has for a day, just below the limit of the minute.',
    accepts: 'All of them served, and 429 for those beyond.',
    statuses: [429],
    needs: [...limits.needs, '--day-quota'],
    right: [
      'The 1,001st request of a day.',
      tooMany({ 'Retry-After': '50400' }, { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Reset': '1767312000' }),
    ],
    wrong: [
      'The 1,001st request of a day is served.',
      answer(200, [bella], {}, { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': '0' }),
    ],
  }),
  'quota/body': observe(leftOpen, {
    statement: 'What the body of a 429 contains.',
    section: 'Errors',
    why: 'The document does not show the body of a 429.',
    sends: 'Nothing of its own: the bodies of 429s are looked at.',
    acts: 'Nobody has to; clients that log it want to know.',
    right: ['An Error.', tooMany()],
    alsoRight: [
      'A line of text.',
      {
        ...tooMany(),
        headers: { 'Content-Type': 'text/plain', 'Retry-After': '41' },
        body: 'Too many requests',
      },
    ],
  }),
  'quota/window-kind': observe(leftOpen, {
    statement: 'Which kinds of rate limiter explain the responses.',
    why: 'The document does not say when a minute begins: fixed windows, sliding ones and buckets are all permitted.',
    sends: 'Nothing of its own: the whole measurement is held against every permitted limiter.',
    acts: 'Nobody has to; whoever tunes a client wants to know.',
    right: [
      'All sixty are back at the full minute.',
      answer(200, [bella], {}, { 'X-RateLimit-Remaining': '59' }),
    ],
    alsoRight: [
      'One comes back each second.',
      answer(200, [bella], {}, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1767261601' }),
    ],
  }),
  'quota/what-counts': observe(leftOpen, {
    statement: 'Whether refused requests draw on the quota.',
    why: 'The document speaks of requests and does not say whether refused ones count.',
    sends:
      'Nothing of its own: whether 400, 401, 404 and 429 answers draw on the quota is read from the measurement.',
    requests: [get('/pets/4711')],
    right: ['A 404 counts.', notFound],
    alsoRight: ['A 404 does not count.', { ...notFound, rate: { 'X-RateLimit-Remaining': '60' } }],
  }),
  'quota/ban': observe(leftOpen, {
    statement: 'How the service responds to repeated requests after a 429.',
    section: 'Limits, rule 3',
    why: 'The document says that they can lead to a temporary ban of the key.',
    sends: 'With --probe-ban requests that go on after many 429s.',
    acts: 'Nobody has to; give a key that may be banned.',
    needs: [...leftOpen.needs, '--probe-ban'],
    right: ['No ban.', tooMany()],
    alsoRight: ['A ban of an hour.', tooMany({ 'Retry-After': '3600' })],
  }),
};
