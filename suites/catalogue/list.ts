import { must, observe, should } from './row.ts';

const lists = { section: 'List animals' };
const parameters = {
  ...lists,
  statuses: [200],
};
const unlessCut =
  'unless the list is cut: it has as many animals as its limit, or as the longest list that the service has returned.';

/** `GET /pets`. */
export const list = {
  'list/returns-pets': must(lists, {
    statement: 'GET /pets returns 200 and an array of Pet objects.',
    why: 'Clients iterate over the body. An object around the array, or null for an empty list, breaks them.',
    sends: 'GET /pets without parameters. The run also checks every other list.',
    accepts: 'Status 200 and a JSON array of Pet, which is empty if no animal matches.',
    right: 'The body is an array of animals: GET /pets returns 200.',
    wrong: 'An object wraps the array: GET /pets returns 200.',
  }),
  'list/limit-accepted': must(parameters, {
    statement: 'GET /pets accepts every integer from 1 to 100 as limit.',
    why: 'The document permits clients to request 100 animals at a time.',
    sends: 'Limits from 1 to 100, always including both ends.',
    right: 'The service accepts the maximum: GET /pets?limit=100 returns 200.',
    wrong: 'The service refuses the maximum: GET /pets?limit=100 returns 400.',
  }),
  'list/limit-bounds-count': must(lists, {
    statement: 'A list contains at most limit animals.',
    why: 'Clients reserve space for the number of animals that they request, and longer pages overlap.',
    sends: 'Lists with a limit below the number of animals in the store.',
    accepts: 'At most limit animals. Fewer are permitted.',
    right: 'The list with limit=2 contains two animals: GET /pets?limit=2 returns 200.',
    wrong: 'The list with limit=2 contains three animals: GET /pets?limit=2 returns 200.',
  }),
  'list/default-limit': must(lists, {
    statement: 'Without limit, a list contains at most 20 animals, and as many as with limit=20.',
    why: 'Clients that rely on the documented default otherwise read fewer or more animals than they expect.',
    sends:
      'Lists without limit and with limit=20, from a store with more than 20 animals, both repeated if they differ.',
    right: 'Both lists contain 20 animals.',
    wrong: 'The list without limit contains 21 animals: GET /pets returns 200.',
  }),
  'list/never-above-100': should(lists, {
    statement: 'No list contains more than 100 animals, whatever the limit.',
    section: 'Page size',
    why: 'Without a bound, one request can read the whole store. The document bounds limit and does not state the behaviour beyond the bound, so a violation is a warning.',
    sends: 'Lists with limit=101 and limit=1000, from a store with more than 100 animals.',
    accepts: 'At most 100 animals, or any refusal.',
    right: 'The service refuses the limit: GET /pets?limit=1000 returns 400.',
    wrong: 'The list contains 101 animals: GET /pets?limit=1000 returns 200.',
  }),
  'list/status-accepted': must(parameters, {
    statement: 'GET /pets accepts available, pending and sold as status.',
    why: 'The status filter replaces the deprecated GET /pets/{petId}.',
    sends: 'Lists with the status available, pending and sold.',
    accepts: 'Status 200, with an empty array if no animal has the status.',
    right: 'The list is empty, because no animal has the status: GET /pets?status=pending returns 200.',
    wrong: 'The service returns 404, because no animal has the status.',
  }),
  'list/status-filter': must(lists, {
    statement: 'A list filtered by status contains only animals of that status.',
    why: 'A shop that lists available animals must not offer a sold one.',
    sends: 'Lists with each status, from a store with animals of all three.',
    right: 'The list contains only available animals: GET /pets?status=available returns 200.',
    wrong: 'The list contains Rex, who is sold: GET /pets?status=available returns 200.',
  }),
  'list/limit-with-status': must(lists, {
    statement: 'A list with both limit and status satisfies both.',
    why: 'Implementations often combine parameters incorrectly: limit applies before the filter, or one parameter overrides the other.',
    sends: 'Both parameters in one request, in either order.',
    right: 'The list contains one available animal: GET /pets?limit=1&status=available returns 200.',
    wrong: 'The service ignores limit: GET /pets?limit=1&status=available returns 200.',
  }),
  'list/filter-complete': must(lists, {
    statement:
      'A list filtered by status contains every animal of that status, unless it is cut by its limit or page size.',
    why: 'Clients cannot find an animal that its filter omits.',
    sends: 'New animals of every status, then lists with that status, repeated until the grace period ends.',
    accepts: `Every animal of that status, ${unlessCut}`,
    right: 'The filtered list contains Bella.',
    wrong: 'Bella is available, and the filtered list omits her.',
  }),
  'list/created-pet-listed': must(lists, {
    statement:
      'A new animal is in the list filtered by its status, and an available one in the unfiltered list, unless the list is cut.',
    why: 'A client expects to see the animal that it created.',
    sends: 'New animals, then lists with limit=100 until the grace period (2 s by default) ends.',
    accepts: `The list filtered by its status contains each new animal, and the unfiltered list each new available one, ${unlessCut} An unfiltered list may omit pending and sold animals.`,
    right: 'The list contains the new animal.',
    wrong: 'The list is not cut and omits Bella.',
  }),
  'list/unique-ids': must(lists, {
    statement: 'No list contains two animals with the same id.',
    section: 'Animal (schema Pet)',
    why: 'Clients that store animals by id lose one of them, or show it twice.',
    right: 'Each animal appears once: GET /pets?limit=100 returns 200.',
    wrong: 'Bella appears twice: GET /pets?limit=100 returns 200.',
  }),
  'list/agrees-with-get': must(lists, {
    statement: 'An animal has the same values in a list and by its id.',
    why: 'If the two differ, a client cannot tell which values are right.',
    sends: 'GET /pets/{petId}, a list that contains the animal, and GET /pets/{petId} again.',
    accepts: 'The same values in the list as by id. A difference counts only if both reads by id agree.',
    right: 'All three responses contain the same values.',
    wrong: 'The list contains another category.',
  }),
  'list/safe': should(lists, {
    statement: 'Listing animals changes nothing.',
    section: 'RFC 9110 section 9.2.1',
    why: 'GET is safe: crawlers, prefetching and retries may repeat it at any time.',
    sends: 'GET /pets/{petId}, several lists, and GET /pets/{petId} again.',
    right: 'Bella stays unchanged.',
    wrong: 'The list changes the status of Bella to pending.',
  }),
  'list/limit-out-of-range': observe(lists, {
    statement: 'Whether the service refuses, clamps or ignores a limit below 1 or above 100.',
    why: 'The document gives the bounds and does not state the behaviour beyond them.',
    sends: 'Limits of 0, -1, 2^31 and 2^63.',
    right: 'The service refuses the limit: GET /pets?limit=0 returns 400.',
    alsoRight: 'The service clamps the limit to 1: GET /pets?limit=0 returns 200.',
  }),
  'list/limit-not-integer': observe(lists, {
    statement: 'How the service responds to a limit that is not an integer, is empty or is sent twice.',
    why: 'The document requires an integer and does not state the behaviour for other values.',
    sends: 'Limits such as abc, 1.5 and 1e1, an empty limit, and two limits in one request.',
    right: 'The service refuses the limit: GET /pets?limit=abc returns 400.',
    alsoRight: 'The service ignores the limit: GET /pets?limit=abc returns 200.',
  }),
  'list/status-unknown': observe(lists, {
    statement:
      'How the service responds to a status filter that is unknown, empty, in upper case or sent twice.',
    why: 'The document lists three values and does not state the behaviour for others.',
    sends: 'The status adopted, AVAILABLE, an empty status, and two statuses in one request.',
    right: 'The service refuses the status: GET /pets?status=adopted returns 400.',
    alsoRight: 'The list is empty, because no animal has the status: GET /pets?status=adopted returns 200.',
  }),
  'list/pagination': observe(lists, {
    statement: 'How clients fetch further pages, and the order of lists.',
    why: 'The document describes the list as paginated and does not show how to fetch further pages.',
    sends:
      'A short list; the run checks the response for headers such as Link, X-Next-Page and X-Total-Count.',
    right: 'A Link header points to the next page: GET /pets?limit=1 returns 200.',
    alsoRight: 'No header points to the next page: GET /pets?limit=1 returns 200.',
  }),
  'list/unknown-parameter': observe(lists, {
    statement: 'How the service responds to an unknown query parameter.',
    why: 'Strict services refuse unknown parameters, and lenient ones ignore them. The document does not say.',
    sends: 'GET /pets?unknown-parameter=1.',
    right: 'The service ignores the parameter: GET /pets?unknown-parameter=1 returns 200.',
    alsoRight: 'The service refuses the parameter: GET /pets?unknown-parameter=1 returns 400.',
  }),
};
