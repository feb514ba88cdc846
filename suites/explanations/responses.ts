import { answer, bella, error, example, get, notFound, open, owed, plainAnswer } from './example.ts';

/** `responses/`: what holds on every answer. */
export const responses = {
  'responses/documented-status': owed({
    sends: 'Nothing of its own: the run checks the response to every request that the document describes.',
    accepts:
      'A status that the document lists for the operation, or 429. Any status for what it does not describe: a limit out of range, an unknown status or parameter, an id that is not an int64, members that NewPet does not have.',
    why: 'Clients handle the documented statuses, and no others.',
    acts: 'Whoever sends the response: the service, its framework or the gateway.',
    statuses: [200, 201, 400, 401, 404, 429],
    right: example('404 is listed for GET /pets/{petId}.', [get('/pets/4711'), notFound]),
    wrong: example('403 is not listed.', [get('/pets/4711'), error(403, 'forbidden', 'Not for you')]),
  }),
  'responses/schema': owed({
    sends:
      'Nothing of its own: every 200 and 201 body is held against schemas/pet.schema.json and pets.schema.json.',
    accepts:
      'Every required field with its type; a status is one of the three or absent. More fields are fine.',
    why: 'Typed clients are made from the schema: null where none is allowed breaks them.',
    acts: 'Whoever maps animals to JSON.',
    right: example('All fields as described.', [get('/pets/1'), answer(200, bella)]),
    wrong: example('A status of null is none of the three.', [
      get('/pets/1'),
      answer(200, { ...bella, status: null }),
    ]),
  }),
  'responses/media-type': owed({
    sends: 'Nothing of its own: every body but that of a 429 is looked at.',
    accepts:
      'Content-Type: application/json (a charset is fine), and well-formed JSON in UTF-8, whole. A body that breaks off counts where it does so twice for the same request.',
    why: 'Libraries decide by the media type whether to parse.',
    acts: 'Whoever answers with it; a gateway that answers in HTML, often.',
    right: example('Declared as JSON, and JSON.', [get('/pets/1'), answer(200, bella)]),
    wrong: example('JSON, declared as text.', [
      get('/pets/1'),
      plainAnswer(200, 'text/plain', JSON.stringify(bella)),
    ]),
  }),
};

/** `version/` */
export const version = {
  'version/base-address': owed({
    sends: 'Nothing: the base URL that was given is looked at.',
    accepts: 'A path that ends in /v1.',
    why: 'The version in the path is the only one that the interface has.',
    acts: 'Whoever sets up the addresses; or whoever gave the base URL, where another one is right.',
    right: example('Sent to https://animals.example/v1.', [get('/pets?limit=1'), answer(200, [bella])]),
    wrong: example(
      'Sent to https://animals.example/api: the same answers, at an address without the version.',
      [get('/pets?limit=1'), answer(200, [bella])],
    ),
  }),
};

/** `store/` */
export const store = {
  'store/orders': open({
    sends: 'GET /store/orders with the key and without.',
    why: 'The document names the operation and shows nothing of it.',
    acts: 'Nobody has to.',
    right: example('It is there.', [get('/store/orders'), answer(200, [])]),
    alsoRight: example('It is not.', [get('/store/orders'), error(404, 'not_found', 'No such path')]),
  }),
};
