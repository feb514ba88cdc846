import { answer, bella, example, get, newBella, notFound, open, owed, post, tooMany } from './example.ts';

const limiter = 'Whoever runs the limiter: its counts have to be shared by all instances of the service.';
const refusals = 'Whoever answers 429: the limiter, often in the gateway.';

/** The first request of a full quota of sixty and the one that comes when it is used up. */
const usedUp = (after: ReturnType<typeof answer>) =>
  [
    [get('/pets?limit=1'), answer(200, [bella], {}, { 'X-RateLimit-Remaining': '0' })],
    [get('/pets?limit=1'), after],
  ] as const;

/** `quota/`: what a plan grants; measured only with --quota-key. */
export const quota = {
  'quota/limit-enforced': owed({
    sends: 'More requests than the plan allows, over many connections at once, starting from a full quota.',
    accepts: 'Status 429 beyond the limit, at the latest where no permitted limiter would serve the request.',
    why: 'A limit that is not enforced protects nobody.',
    acts: limiter,
    statuses: [429],
    right: example('The 61st request of a minute.', ...usedUp(tooMany())),
    wrong: example(
      'The 61st request of a minute is served.',
      ...usedUp(answer(200, [bella], {}, { 'X-RateLimit-Remaining': '0' })),
    ),
  }),
  'quota/never-exceeded': owed({
    sends: 'As quota/limit-enforced; the run counts the served requests.',
    accepts:
      'As many as some permitted limiter could have served. Window edges and refill are not an excess, and neither is a limiter in steps of any number and phase.',
    why: 'Instances that each keep a count of their own grant a multiple of what was sold.',
    acts: limiter,
    statuses: [429],
    right: example('Nothing is left, and nothing served.', ...usedUp(tooMany())),
    wrong: example(
      'Nothing is left, and one more is served.',
      ...usedUp(answer(200, [bella], {}, { 'X-RateLimit-Remaining': '0' })),
    ),
  }),
  'quota/fully-granted': owed({
    sends:
      'As many requests as the plan allows, starting from a full quota: unused for two windows, or announced as full.',
    accepts: 'No 429 among them.',
    why: 'It is what was sold.',
    acts: limiter,
    statuses: [200, 201],
    right: example('The 60th request of a minute.', [
      get('/pets?limit=1'),
      answer(200, [bella], {}, { 'X-RateLimit-Remaining': '0' }),
    ]),
    wrong: example(
      'The 60th request of a minute, with 1 left before it.',
      [get('/pets?limit=1'), answer(200, [bella], {}, { 'X-RateLimit-Remaining': '1' })],
      [get('/pets?limit=1'), tooMany()],
    ),
  }),
  'quota/shared-across-operations': owed({
    sends: 'When one operation has reached the limit, the other operations.',
    accepts: 'Status 429 for them too; served requests decide, since refused ones need not count.',
    why: 'The plan counts requests, not requests of a kind.',
    acts: limiter,
    statuses: [429],
    right: example('Lists used it up, for animals too.', ...usedUp(tooMany()), [get('/pets/1'), tooMany()]),
    wrong: example('Each operation has a quota of its own.', ...usedUp(tooMany()), [
      get('/pets/1'),
      answer(200, bella, {}, { 'X-RateLimit-Remaining': '59' }),
    ]),
  }),
  'quota/isolated-between-keys': owed({
    sends: 'When one key is at its limit, a request with a key of another account.',
    accepts: 'Any answer but a 429.',
    why: 'One customer must not use up what another one paid for.',
    acts: limiter,
    statuses: [200, 201],
    right: example('The other key is served.', ...usedUp(tooMany()), [
      get('/pets?limit=1', { Authorization: 'Bearer $ANIMAL_STORE_QUOTA_KEY_2' }),
      answer(200, [bella]),
    ]),
    wrong: example('The other key is refused with it.', ...usedUp(tooMany()), [
      get('/pets?limit=1', { Authorization: 'Bearer $ANIMAL_STORE_QUOTA_KEY_2' }),
      tooMany(),
    ]),
  }),
  'quota/refused-without-effect': owed({
    sends: 'Creations beyond the limit, each with a name of its own; later lists are searched for them.',
    accepts: 'No animal that carries the name of a refused creation.',
    why: 'A client repeats what was refused, and would add the animal twice.',
    acts: 'Whoever runs the limiter: it has to come before anything is stored.',
    right: example(
      'What was refused is not there.',
      [post(newBella), tooMany()],
      [get('/pets?limit=100'), answer(200, [])],
    ),
    wrong: example(
      'Bella was refused, and is in the list.',
      [post(newBella), tooMany()],
      [get('/pets?limit=100'), answer(200, [bella])],
    ),
  }),
  'quota/remaining-zero': owed({
    sends: 'Nothing of its own: every 429 is looked at.',
    accepts: 'X-RateLimit-Remaining: 0.',
    why: 'A refusal that says something is left invites the next request.',
    acts: refusals,
    right: example('Nothing is left.', [get('/pets?limit=1'), tooMany()]),
    wrong: example('Refused, with 3 left.', [
      get('/pets?limit=1'),
      tooMany(undefined, { 'X-RateLimit-Remaining': '3' }),
    ]),
  }),
  'quota/retry-after-present': owed({
    sends: 'Nothing of its own: every 429 is looked at.',
    accepts: 'A Retry-After header.',
    why: 'The document tells clients to wait for the time in it.',
    acts: refusals,
    right: example('Come again in 41 s.', [get('/pets?limit=1'), tooMany()]),
    wrong: example('Come again some time.', [get('/pets?limit=1'), tooMany({})]),
  }),
  'quota/retry-after-readable': owed({
    sends: 'Nothing of its own: every 429 is looked at.',
    accepts:
      'Whole seconds, or an HTTP date. The document does not show the format, so anything else is a warning.',
    why: 'HTTP libraries that wait by themselves read these two formats.',
    acts: refusals,
    right: example('An HTTP date.', [
      get('/pets?limit=1'),
      tooMany({ 'Retry-After': 'Thu, 01 Jan 2026 10:01:00 GMT' }),
    ]),
    wrong: example('A duration in words of its own.', [
      get('/pets?limit=1'),
      tooMany({ 'Retry-After': '41s' }),
    ]),
  }),
  'quota/retry-after-proportionate': owed({
    sends: 'Nothing of its own: the 429s of the measurement are looked at.',
    accepts: 'A time not much beyond the window that is used up; a ban may be longer.',
    why: 'Milliseconds or a Unix time make a client wait for days.',
    acts: refusals,
    right: example('Within the minute.', [get('/pets?limit=1'), tooMany()]),
    wrong: example('Milliseconds: 11 hours.', [get('/pets?limit=1'), tooMany({ 'Retry-After': '41000' })]),
  }),
  'quota/retry-after-honest': owed({
    sends: 'One request after the time given in Retry-After; only one, since a bucket has no more.',
    accepts:
      'Any response but a 429. The document does not show the unit: the run judges in the unit that explains all values seen (seconds, minutes, milliseconds or a date). A unit other than seconds is a matter of quota/retry-after-readable.',
    why: 'A client that waited as it was told must be served.',
    acts: refusals,
    statuses: [200, 201],
    right: example(
      '41 s later.',
      [get('/pets?limit=1'), tooMany()],
      [
        get('/pets?limit=1'),
        answer(200, [bella], {}, { 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1767261720' }),
      ],
    ),
    wrong: example(
      '41 s later, refused again.',
      [get('/pets?limit=1'), tooMany()],
      [get('/pets?limit=1'), tooMany({ 'Retry-After': '20' })],
    ),
  }),
  'quota/reset-honest': owed({
    sends: 'Requests after the time that X-RateLimit-Reset gave.',
    accepts: 'Any answer but a 429.',
    why: 'Clients plan by Reset when to go on.',
    acts: refusals,
    statuses: [200, 201],
    right: example(
      'After 10:01:00.',
      [get('/pets?limit=1'), tooMany()],
      [
        get('/pets?limit=1'),
        answer(200, [bella], {}, { 'X-RateLimit-Remaining': '59', 'X-RateLimit-Reset': '1767261720' }),
      ],
    ),
    wrong: example(
      'After 10:01:00, refused still.',
      [get('/pets?limit=1'), tooMany()],
      [get('/pets?limit=1'), tooMany(undefined, { 'X-RateLimit-Reset': '1767261720' })],
    ),
  }),
  'quota/day-limit': owed({
    sends: 'With --day-quota as many requests as the plan has for a day, just below the limit of the minute.',
    accepts: 'All of them served, and 429 for those beyond.',
    why: 'It is the other half of what was sold.',
    acts: limiter,
    statuses: [429],
    right: example('The 1,001st request of a day.', [
      get('/pets?limit=1'),
      tooMany({ 'Retry-After': '50400' }, { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Reset': '1767312000' }),
    ]),
    wrong: example('The 1,001st request of a day is served.', [
      get('/pets?limit=1'),
      answer(200, [bella], {}, { 'X-RateLimit-Limit': '1000', 'X-RateLimit-Remaining': '0' }),
    ]),
  }),
  'quota/body': open({
    sends: 'Nothing of its own: the bodies of 429s are looked at.',
    why: 'The document does not show the body of a 429.',
    acts: 'Nobody has to; clients that log it want to know.',
    right: example('An Error.', [get('/pets?limit=1'), tooMany()]),
    alsoRight: example('A line of text.', [
      get('/pets?limit=1'),
      {
        ...tooMany(),
        headers: { 'Content-Type': 'text/plain', 'Retry-After': '41' },
        body: 'Too many requests',
      },
    ]),
  }),
  'quota/window-kind': open({
    sends: 'Nothing of its own: the whole measurement is held against every permitted limiter.',
    why: 'The document does not say when a minute begins: fixed windows, sliding ones and buckets are all permitted.',
    acts: 'Nobody has to; whoever tunes a client wants to know.',
    right: example('All sixty are back at the full minute.', [
      get('/pets?limit=1'),
      answer(200, [bella], {}, { 'X-RateLimit-Remaining': '59' }),
    ]),
    alsoRight: example('One comes back each second.', [
      get('/pets?limit=1'),
      answer(200, [bella], {}, { 'X-RateLimit-Remaining': '0', 'X-RateLimit-Reset': '1767261601' }),
    ]),
  }),
  'quota/what-counts': open({
    sends:
      'Nothing of its own: whether 400, 401, 404 and 429 answers draw on the quota is read from the measurement.',
    why: 'The document speaks of requests and does not say whether refused ones count.',
    acts: 'Nobody has to.',
    right: example('A 404 counts.', [get('/pets/4711'), notFound]),
    alsoRight: example('A 404 does not count.', [
      get('/pets/4711'),
      { ...notFound, rate: { 'X-RateLimit-Remaining': '60' } },
    ]),
  }),
  'quota/ban': open({
    sends: 'With --probe-ban requests that go on after many 429s.',
    why: 'The document says that they can lead to a temporary ban of the key.',
    acts: 'Nobody has to; give a key that may be banned.',
    right: example('No ban.', [get('/pets?limit=1'), tooMany()]),
    alsoRight: example('A ban of an hour.', [get('/pets?limit=1'), tooMany({ 'Retry-After': '3600' })]),
  }),
};
