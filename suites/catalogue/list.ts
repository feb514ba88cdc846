import { answer, bella, error, get, milo, must, newBella, observe, post, rex, should } from './row.ts';

const lists = { section: 'List animals' };
const query = { ...lists, acts: 'Whoever writes the query behind GET /pets.' };
const parameters = {
  ...lists,
  acts: 'Whoever reads the query parameters: the framework, or its declaration of them.',
  statuses: [200],
};
const leftOpen = { ...lists, acts: 'Nobody has to; clients that might send it want to know.' };

/** So many animals. */
const animals = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...bella, id: index + 1, name: `Bella ${index + 1}` }));

/** `GET /pets`. */
export const list = {
  'list/returns-pets': must(query, {
    statement: 'GET /pets returns 200 and an array of Pet objects.',
    why: 'Clients iterate over the answer: an object around it, or null for an empty list, breaks them.',
    sends: 'GET /pets without parameters; and every other list of the run is looked at.',
    accepts: 'Status 200 and a JSON array of Pet, empty where there is nothing to list.',
    requests: [get('/pets')],
    right: ['An array of animals.', answer(200, [bella, rex])],
    wrong: ['The array is wrapped into an object.', answer(200, { pets: [bella, rex] })],
  }),
  'list/limit-accepted': must(parameters, {
    statement: 'GET /pets accepts every integer from 1 to 100 as limit.',
    why: 'A client that asks for 100 at a time, as it may, must not be refused.',
    sends: 'Limits from 1 to 100, both ends always.',
    accepts: 'Status 200.',
    requests: [get('/pets?limit=100')],
    right: ['The highest limit is accepted.', answer(200, [bella, rex])],
    wrong: ['100 is taken for one too many.', error(400, 'invalid_limit', 'limit must be below 100')],
  }),
  'list/limit-bounds-count': must(query, {
    statement: 'A list contains at most limit animals.',
    why: 'Clients make room for as many as they asked for, and pages overlap where more come.',
    sends: 'Lists with a limit, from a store that holds more animals than that.',
    accepts: 'At most as many animals as limit says; fewer are fine.',
    requests: [get('/pets?limit=2')],
    right: ['Two were asked for, two come.', answer(200, [bella, rex])],
    wrong: ['Two were asked for, three come.', answer(200, [bella, rex, milo])],
  }),
  'list/default-limit': must(query, {
    statement: 'Without limit, a list contains at most 20 animals, and as many as with limit=20.',
    why: 'The document names the default: a client that relies on it reads less than it thinks, or far more.',
    sends:
      'A list without limit and one with limit=20, from a store of more than 20 animals; again where the two differ.',
    accepts: 'At most 20 animals without limit, and as many as with limit=20.',
    requests: [get('/pets'), get('/pets?limit=20')],
    right: ['Both bring twenty.', answer(200, animals(20)), answer(200, animals(20))],
    wrong: ['Without limit 21 animals come.', answer(200, animals(21))],
  }),
  'list/never-above-100': should(query, {
    statement: 'No list contains more than 100 animals, whatever limit was sent.',
    section: 'Page size',
    why: 'The bound protects the service: without it, one request reads the whole store. The document gives the bound and leaves open what happens beyond it, so a violation is a warning.',
    sends: 'Lists with limit=101 and limit=1000, from a store of more than 100 animals.',
    accepts: 'At most 100 animals, or any refusal.',
    requests: [get('/pets?limit=1000')],
    right: ['The limit is out of range, and refused.', error(400, 'invalid_limit', 'limit is from 1 to 100')],
    wrong: ['More than 100 come.', answer(200, animals(101))],
  }),
  'list/status-accepted': must(parameters, {
    statement: 'GET /pets accepts available, pending and sold as status.',
    why: 'The filter is what replaces reading by id in the long run.',
    sends: 'Lists filtered by available, pending and sold.',
    accepts: 'Status 200, with an empty array where no animal has the status.',
    requests: [get('/pets?status=pending')],
    right: ['A status without animals is an empty list.', answer(200, [])],
    wrong: ['404, since no animal has the status.', error(404, 'not_found', 'No pending animals')],
  }),
  'list/status-filter': must(query, {
    statement: 'A list filtered by status contains only animals of that status.',
    why: 'A shop that lists available animals must not offer one that is sold.',
    sends: 'Lists filtered by each status, from a store that holds animals of all three.',
    accepts: 'Only animals of that status.',
    requests: [get('/pets?status=available')],
    right: ['Only available animals.', answer(200, [bella])],
    wrong: ['Rex is sold.', answer(200, [bella, rex])],
  }),
  'list/limit-with-status': must(query, {
    statement: 'A request may combine limit and status, and both hold.',
    why: 'Parameters that work alone are often combined wrongly: the limit cuts before the filter, or one wins.',
    sends: 'Both parameters in one request, in either order.',
    accepts: 'No more animals than limit says, all of that status.',
    requests: [get('/pets?limit=1&status=available')],
    right: ['One available animal.', answer(200, [bella])],
    wrong: ['The limit is lost beside the status.', answer(200, [bella, { ...bella, id: 4, name: 'Luna' }])],
  }),
  'list/filter-complete': must(query, {
    statement:
      'A list filtered by status contains every animal of that status, unless it is cut by its limit or page size.',
    why: 'An animal that no filter shows is never adopted.',
    sends:
      'New animals of every status, then the lists filtered by it, repeated until the grace period is over.',
    accepts:
      'Every animal of that status, unless the list is cut: it has as many animals as its limit, or as the longest list that the service has returned.',
    acts: 'Whoever writes the query, or keeps the index behind it.',
    requests: [post(newBella), get('/pets?status=available&limit=100')],
    right: ['Bella is among the available.', answer(201, bella), answer(200, [bella])],
    wrong: ['Bella is available, and the filter leaves it out.', answer(201, bella), answer(200, [])],
  }),
  'list/created-pet-listed': must(lists, {
    statement:
      'A created animal is in the list filtered by its status, and an available one in the unfiltered list, unless that is cut.',
    why: 'A client expects to see what it has created.',
    sends: 'New animals, then lists with limit=100 until the grace period (2 s by default) is over.',
    accepts:
      'The unfiltered list contains the available ones, and the list of each status the others, unless the list is cut: it has as many animals as its limit, or as the longest list that the service has returned. An unfiltered list may leave out pending and sold animals.',
    acts: 'Whoever maintains the list: a cache or replica that lags longer than --consistency-grace.',
    requests: [post(newBella), get('/pets?limit=100')],
    right: ['The new animal is listed.', answer(201, bella), answer(200, [bella, rex])],
    wrong: ['The list is not cut, and Bella is not in it.', answer(201, bella), answer(200, [rex])],
  }),
  'list/unique-ids': must(lists, {
    statement: 'No list contains two animals with the same id.',
    section: 'Animal (schema Pet)',
    why: 'An id names one animal: clients that keep animals by their ids lose one, or show it twice.',
    sends: 'Nothing of its own: every list of the run is looked at.',
    accepts: 'Each id once.',
    acts: 'Whoever writes the query: joins and merged pages bring rows twice.',
    requests: [get('/pets?limit=100')],
    right: ['Each animal once.', answer(200, [bella, rex])],
    wrong: ['Bella stands there twice.', answer(200, [bella, rex, bella])],
  }),
  'list/agrees-with-get': must(lists, {
    statement: 'An animal has the same values in a list and by its id.',
    why: 'Two views of one animal that differ leave a client to guess which is true.',
    sends: 'An animal by its id, a list that shows it, and by its id again.',
    accepts: 'The same values in the list as by id, where the two readings by id agree.',
    acts: 'Whoever maps animals to JSON: list and single animal often go separate ways.',
    requests: [get('/pets/1'), get('/pets?limit=100'), get('/pets/1')],
    right: ['All three show the same.', answer(200, bella), answer(200, [bella]), answer(200, bella)],
    wrong: [
      'The list shows another category.',
      answer(200, bella),
      answer(200, [{ ...bella, categoryId: 7 }]),
      answer(200, bella),
    ],
  }),
  'list/safe': should(query, {
    statement: 'Listing animals changes nothing.',
    section: 'RFC 9110 section 9.2.1',
    why: 'GET is safe: crawlers, prefetching and retries may repeat it at any time.',
    sends: 'An animal by its id, several lists, and the animal again.',
    accepts: 'The animal as it was.',
    requests: [get('/pets/1'), get('/pets?status=available'), get('/pets/1')],
    right: ['Listing leaves Bella as it was.', answer(200, bella), answer(200, [bella]), answer(200, bella)],
    wrong: [
      'Whoever was listed becomes pending.',
      answer(200, bella),
      answer(200, [bella]),
      answer(200, { ...bella, status: 'pending' }),
    ],
  }),
  'list/limit-out-of-range': observe(leftOpen, {
    statement: 'Whether a limit below 1 or above 100 is refused, clamped or ignored.',
    why: 'The document gives the bounds and leaves open what happens beyond them: services refuse, clamp or ignore.',
    sends: 'Limits of 0, -1, 2^31 and 2^63.',
    requests: [get('/pets?limit=0')],
    right: ['Refused.', error(400, 'invalid_limit', 'limit is from 1 to 100')],
    alsoRight: ['Taken for the nearest bound.', answer(200, [bella])],
  }),
  'list/limit-not-integer': observe(leftOpen, {
    statement: 'How the service responds to a limit that is not an integer, is empty or is sent twice.',
    why: 'The document says that limit is an integer, and not what anything else brings.',
    sends: 'Limits such as abc, 1.5, 1e1, an empty one and two at once.',
    requests: [get('/pets?limit=abc')],
    right: ['Refused.', error(400, 'invalid_limit', 'limit is an integer')],
    alsoRight: ['Ignored.', answer(200, [bella, rex])],
  }),
  'list/status-unknown': observe(leftOpen, {
    statement:
      'How the service responds to a status filter that is unknown, empty, in upper case or sent twice.',
    why: 'The document lists three values for the filter, and not what any other brings.',
    sends: 'The status adopted, AVAILABLE, an empty one and two at once.',
    requests: [get('/pets?status=adopted')],
    right: ['Refused.', error(400, 'invalid_status', 'No such status')],
    alsoRight: ['No animal has that status.', answer(200, [])],
  }),
  'list/pagination': observe(leftOpen, {
    statement: 'How further pages are fetched, and the order of lists.',
    why: 'The document calls the list paginated and does not show how further pages are fetched.',
    sends: 'A short list, whose headers are looked at: Link, X-Next-Page, X-Total-Count and the like.',
    acts: 'Nobody has to; whoever writes a client needs it to read a whole store.',
    requests: [get('/pets?limit=1')],
    right: [
      'A Link header leads on.',
      answer(200, [bella], { Link: '</v1/pets?limit=1&after=1>; rel="next"' }),
    ],
    alsoRight: ['Nothing leads on.', answer(200, [bella])],
  }),
  'list/unknown-parameter': observe(leftOpen, {
    statement: 'How the service responds to an unknown query parameter.',
    why: 'Strict services refuse what they do not know, lenient ones ignore it; the document does not say.',
    sends: 'GET /pets?unknown-parameter=1.',
    requests: [get('/pets?unknown-parameter=1')],
    right: ['Ignored.', answer(200, [bella])],
    alsoRight: ['Refused.', error(400, 'unknown_parameter', 'No such parameter')],
  }),
};
