import { answer, bella, error, example, get, milo, newBella, open, owed, post, rex } from './example.ts';

const query = 'Whoever writes the query behind GET /pets.';
const parameters = 'Whoever reads the query parameters: the framework, or its declaration of them.';
const clients = 'Nobody has to; clients that might send it want to know.';
const animals = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...bella, id: index + 1, name: `Bella ${index + 1}` }));

/** `list/`: `GET /pets`. */
export const list = {
  'list/returns-pets': owed({
    sends: 'GET /pets without parameters; and every other list of the run is looked at.',
    accepts: 'Status 200 and a JSON array of Pet, empty where there is nothing to list.',
    why: 'Clients iterate over the answer: an object around it, or null for an empty list, breaks them.',
    acts: query,
    right: example('An array of animals.', [get('/pets'), answer(200, [bella, rex])]),
    wrong: example('The array is wrapped into an object.', [
      get('/pets'),
      answer(200, { pets: [bella, rex] }),
    ]),
  }),
  'list/limit-accepted': owed({
    sends: 'Limits from 1 to 100, both ends always.',
    accepts: 'Status 200.',
    why: 'A client that asks for 100 at a time, as it may, must not be refused.',
    acts: parameters,
    statuses: [200],
    right: example('The highest limit is accepted.', [get('/pets?limit=100'), answer(200, [bella, rex])]),
    wrong: example('100 is taken for one too many.', [
      get('/pets?limit=100'),
      error(400, 'invalid_limit', 'limit must be below 100'),
    ]),
  }),
  'list/limit-bounds-count': owed({
    sends: 'Lists with a limit, from a store that holds more animals than that.',
    accepts: 'At most as many animals as limit says; fewer are fine.',
    why: 'Clients make room for as many as they asked for, and pages overlap where more come.',
    acts: query,
    right: example('Two were asked for, two come.', [get('/pets?limit=2'), answer(200, [bella, rex])]),
    wrong: example('Two were asked for, three come.', [
      get('/pets?limit=2'),
      answer(200, [bella, rex, milo]),
    ]),
  }),
  'list/default-limit': owed({
    sends:
      'A list without limit and one with limit=20, from a store of more than 20 animals; again where the two differ.',
    accepts: 'At most 20 animals without limit, and as many as with limit=20.',
    why: 'The document names the default: a client that relies on it reads less than it thinks, or far more.',
    acts: query,
    right: example(
      'Both bring twenty.',
      [get('/pets'), answer(200, animals(20))],
      [get('/pets?limit=20'), answer(200, animals(20))],
    ),
    wrong: example('Without limit 21 animals come.', [get('/pets'), answer(200, animals(21))]),
  }),
  'list/never-above-100': owed({
    sends: 'Lists with limit=101 and limit=1000, from a store of more than 100 animals.',
    accepts: 'At most 100 animals, or any refusal.',
    why: 'The bound protects the service: without it, one request reads the whole store. The document gives the bound and leaves open what happens beyond it, so a violation is a warning.',
    acts: query,
    right: example('The limit is out of range, and refused.', [
      get('/pets?limit=1000'),
      error(400, 'invalid_limit', 'limit is from 1 to 100'),
    ]),
    wrong: example('More than 100 come.', [get('/pets?limit=1000'), answer(200, animals(101))]),
  }),
  'list/status-accepted': owed({
    sends: 'Lists filtered by available, pending and sold.',
    accepts: 'Status 200, with an empty array where no animal has the status.',
    why: 'The filter is what replaces reading by id in the long run.',
    acts: parameters,
    statuses: [200],
    right: example('A status without animals is an empty list.', [
      get('/pets?status=pending'),
      answer(200, []),
    ]),
    wrong: example('404, since no animal has the status.', [
      get('/pets?status=pending'),
      error(404, 'not_found', 'No pending animals'),
    ]),
  }),
  'list/status-filter': owed({
    sends: 'Lists filtered by each status, from a store that holds animals of all three.',
    accepts: 'Only animals of that status.',
    why: 'A shop that lists available animals must not offer one that is sold.',
    acts: query,
    right: example('Only available animals.', [get('/pets?status=available'), answer(200, [bella])]),
    wrong: example('Rex is sold.', [get('/pets?status=available'), answer(200, [bella, rex])]),
  }),
  'list/limit-with-status': owed({
    sends: 'Both parameters in one request, in either order.',
    accepts: 'No more animals than limit says, all of that status.',
    why: 'Parameters that work alone are often combined wrongly: the limit cuts before the filter, or one wins.',
    acts: query,
    right: example('One available animal.', [get('/pets?limit=1&status=available'), answer(200, [bella])]),
    wrong: example('The limit is lost beside the status.', [
      get('/pets?limit=1&status=available'),
      answer(200, [bella, { ...bella, id: 4, name: 'Luna' }]),
    ]),
  }),
  'list/filter-complete': owed({
    sends:
      'New animals of every status, then the lists filtered by it, repeated until the grace period is over.',
    accepts:
      'Every animal of that status, unless the list is cut: it has as many animals as its limit, or as the longest list that the service has returned.',
    why: 'An animal that no filter shows is never adopted.',
    acts: 'Whoever writes the query, or keeps the index behind it.',
    right: example(
      'Bella is among the available.',
      [post(newBella), answer(201, bella)],
      [get('/pets?status=available&limit=100'), answer(200, [bella])],
    ),
    wrong: example(
      'Bella is available, and the filter leaves it out.',
      [post(newBella), answer(201, bella)],
      [get('/pets?status=available&limit=100'), answer(200, [])],
    ),
  }),
  'list/created-pet-listed': owed({
    sends: 'New animals, then lists with limit=100 until the grace period (2 s by default) is over.',
    accepts:
      'The unfiltered list contains the available ones, and the list of each status the others, unless the list is cut: it has as many animals as its limit, or as the longest list that the service has returned. An unfiltered list may leave out pending and sold animals.',
    why: 'A client expects to see what it has created.',
    acts: 'Whoever maintains the list: a cache or replica that lags longer than --consistency-grace.',
    right: example(
      'The new animal is listed.',
      [post(newBella), answer(201, bella)],
      [get('/pets?limit=100'), answer(200, [bella, rex])],
    ),
    wrong: example(
      'The list is not cut, and Bella is not in it.',
      [post(newBella), answer(201, bella)],
      [get('/pets?limit=100'), answer(200, [rex])],
    ),
  }),
  'list/unique-ids': owed({
    sends: 'Nothing of its own: every list of the run is looked at.',
    accepts: 'Each id once.',
    why: 'An id names one animal: clients that keep animals by their ids lose one, or show it twice.',
    acts: 'Whoever writes the query: joins and merged pages bring rows twice.',
    right: example('Each animal once.', [get('/pets?limit=100'), answer(200, [bella, rex])]),
    wrong: example('Bella stands there twice.', [get('/pets?limit=100'), answer(200, [bella, rex, bella])]),
  }),
  'list/agrees-with-get': owed({
    sends: 'An animal by its id, a list that shows it, and by its id again.',
    accepts: 'The same values in the list as by id, where the two readings by id agree.',
    why: 'Two views of one animal that differ leave a client to guess which is true.',
    acts: 'Whoever maps animals to JSON: list and single animal often go separate ways.',
    right: example(
      'All three show the same.',
      [get('/pets/1'), answer(200, bella)],
      [get('/pets?limit=100'), answer(200, [bella])],
      [get('/pets/1'), answer(200, bella)],
    ),
    wrong: example(
      'The list shows another category.',
      [get('/pets/1'), answer(200, bella)],
      [get('/pets?limit=100'), answer(200, [{ ...bella, categoryId: 7 }])],
      [get('/pets/1'), answer(200, bella)],
    ),
  }),
  'list/safe': owed({
    sends: 'An animal by its id, several lists, and the animal again.',
    accepts: 'The animal as it was.',
    why: 'GET is safe: crawlers, prefetching and retries may repeat it at any time.',
    acts: query,
    right: example(
      'Listing leaves Bella as it was.',
      [get('/pets/1'), answer(200, bella)],
      [get('/pets?status=available'), answer(200, [bella])],
      [get('/pets/1'), answer(200, bella)],
    ),
    wrong: example(
      'Whoever was listed becomes pending.',
      [get('/pets/1'), answer(200, bella)],
      [get('/pets?status=available'), answer(200, [bella])],
      [get('/pets/1'), answer(200, { ...bella, status: 'pending' })],
    ),
  }),
  'list/limit-out-of-range': open({
    sends: 'Limits of 0, -1, 2^31 and 2^63.',
    why: 'The document gives the bounds and leaves open what happens beyond them: services refuse, clamp or ignore.',
    acts: clients,
    right: example('Refused.', [get('/pets?limit=0'), error(400, 'invalid_limit', 'limit is from 1 to 100')]),
    alsoRight: example('Taken for the nearest bound.', [get('/pets?limit=0'), answer(200, [bella])]),
  }),
  'list/limit-not-integer': open({
    sends: 'Limits such as abc, 1.5, 1e1, an empty one and two at once.',
    why: 'The document says that limit is an integer, and not what anything else brings.',
    acts: clients,
    right: example('Refused.', [get('/pets?limit=abc'), error(400, 'invalid_limit', 'limit is an integer')]),
    alsoRight: example('Ignored.', [get('/pets?limit=abc'), answer(200, [bella, rex])]),
  }),
  'list/status-unknown': open({
    sends: 'The status adopted, AVAILABLE, an empty one and two at once.',
    why: 'The document lists three values for the filter, and not what any other brings.',
    acts: clients,
    right: example('Refused.', [get('/pets?status=adopted'), error(400, 'invalid_status', 'No such status')]),
    alsoRight: example('No animal has that status.', [get('/pets?status=adopted'), answer(200, [])]),
  }),
  'list/pagination': open({
    sends: 'A short list, whose headers are looked at: Link, X-Next-Page, X-Total-Count and the like.',
    why: 'The document calls the list paginated and does not show how further pages are fetched.',
    acts: 'Nobody has to; whoever writes a client needs it to read a whole store.',
    right: example('A Link header leads on.', [
      get('/pets?limit=1'),
      answer(200, [bella], { Link: '</v1/pets?limit=1&after=1>; rel="next"' }),
    ]),
    alsoRight: example('Nothing leads on.', [get('/pets?limit=1'), answer(200, [bella])]),
  }),
  'list/unknown-parameter': open({
    sends: 'GET /pets?unknown-parameter=1.',
    why: 'Strict services refuse what they do not know, lenient ones ignore it; the document does not say.',
    acts: clients,
    right: example('Ignored.', [get('/pets?unknown-parameter=1'), answer(200, [bella])]),
    alsoRight: example('Refused.', [
      get('/pets?unknown-parameter=1'),
      error(400, 'unknown_parameter', 'No such parameter'),
    ]),
  }),
};
