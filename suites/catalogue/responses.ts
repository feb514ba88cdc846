import { answer, bella, error, get, must, notFound, observe, plainAnswer, should } from './row.ts';

const answers = { section: 'Endpoints' };

/** What every answer owes, watched over the whole run. */
export const responses = {
  'responses/documented-status': must(answers, {
    statement:
      'A request that the document describes returns a status that it lists for the operation, or 429.',
    why: 'Clients handle the documented statuses, and no others.',
    sends: 'Nothing of its own: the run checks the response to every request that the document describes.',
    accepts:
      'A status that the document lists for the operation, or 429. Any status for what it does not describe: a limit out of range, an unknown status or parameter, an id that is not an int64, members that NewPet does not have.',
    acts: 'Whoever sends the response: the service, its framework or the gateway.',
    statuses: [200, 201, 400, 401, 404, 429],
    requests: [get('/pets/4711')],
    right: ['404 is listed for GET /pets/{petId}.', notFound],
    wrong: ['403 is not listed.', error(403, 'forbidden', 'Not for you')],
  }),
  'responses/schema': must(answers, {
    statement: 'The body of every 200 and 201 fits its schema; more fields than shown are fine.',
    section: 'Resources and their fields',
    why: 'Typed clients are made from the schema: null where none is allowed breaks them.',
    sends:
      'Nothing of its own: every 200 and 201 body is held against schemas/pet.schema.json and pets.schema.json.',
    accepts:
      'Every required field with its type; a status is one of the three or absent. More fields are fine.',
    acts: 'Whoever maps animals to JSON.',
    requests: [get('/pets/1')],
    right: ['All fields as described.', answer(200, bella)],
    wrong: ['A status of null is none of the three.', answer(200, { ...bella, status: null })],
  }),
  'responses/media-type': must(answers, {
    statement: 'Every body, except that of a 429, is application/json and well-formed JSON in UTF-8.',
    why: 'Libraries decide by the media type whether to parse.',
    sends: 'Nothing of its own: every body but that of a 429 is looked at.',
    accepts:
      'Content-Type: application/json (a charset is fine), and well-formed JSON in UTF-8, whole. A body that breaks off counts where it does so twice for the same request.',
    acts: 'Whoever answers with it; a gateway that answers in HTML, often.',
    requests: [get('/pets/1')],
    right: ['Declared as JSON, and JSON.', answer(200, bella)],
    wrong: ['JSON, declared as text.', plainAnswer(200, 'text/plain', JSON.stringify(bella))],
  }),
};

/** The version of the interface. */
export const version = {
  'version/base-address': should(
    {},
    {
      statement: 'The base URL ends in /v1.',
      section: 'Versioning',
      why: 'The version in the path is the only one that the interface has.',
      sends: 'Nothing: the base URL that was given is looked at.',
      accepts: 'A path that ends in /v1.',
      acts: 'Whoever sets up the addresses; or whoever gave the base URL, where another one is right.',
      requests: [get('/pets?limit=1')],
      right: ['Sent to https://animals.example/v1.', answer(200, [bella])],
      wrong: [
        'Sent to https://animals.example/api: the same answers, at an address without the version.',
        answer(200, [bella]),
      ],
    },
  ),
};

/** The store section, whose shape is not shown. */
export const store = {
  'store/orders': observe(
    {},
    {
      statement: 'How the service responds to GET /store/orders, with a key and without.',
      section: 'What the service does',
      why: 'The document names the operation and shows nothing of it.',
      sends: 'GET /store/orders with the key and without.',
      acts: 'Nobody has to.',
      requests: [get('/store/orders')],
      right: ['It is there.', answer(200, [])],
      alsoRight: ['It is not.', error(404, 'not_found', 'No such path')],
    },
  ),
};
