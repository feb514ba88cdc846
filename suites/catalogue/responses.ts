import { answer, bella, error, get, must, notFound, observe, should } from './row.ts';

const versioning = { section: 'Versioning' };
const overview = { section: 'What the service does' };
const everyResponse = { section: 'Endpoints', requests: [get('/pets/1')] };

/** Requirements for every response, checked throughout the run. */
export const responses = {
  'responses/documented-status': must(everyResponse, {
    statement:
      'A request that the document describes returns a status that it lists for the operation, or 429.',
    why: 'Clients handle only the documented statuses.',
    accepts:
      'A status that the document lists for the operation, or 429. Any status for requests that it does not describe: a limit out of range, an unknown status or parameter, an id that is not an int64, members that NewPet does not have.',
    owner: 'The sender of the response: the service, its framework or the gateway.',
    statuses: [200, 201, 400, 401, 404, 429],
    requests: [get('/pets/4711')],
    right: ['The document lists 404 for GET /pets/{petId}.', notFound],
    wrong: ['The document does not list 403.', error(403, 'forbidden', 'Access denied')],
  }),
  'responses/schema': must(everyResponse, {
    statement: 'The body of every 200 and 201 fits its schema; additional fields are permitted.',
    section: 'Resources and their fields',
    why: 'Clients generated from the schema fail on values that it excludes, such as null.',
    sends:
      'No extra requests: validates every 200 and 201 body against schemas/pet.schema.json or pets.schema.json.',
    accepts:
      'Every required field with its type, and a status that is one of the three or absent. Additional fields are permitted.',
    owner: 'The mapping of animals to JSON.',
    right: ['All fields fit the schema.', answer(200, bella)],
    wrong: ['The status null is none of the three.', answer(200, { ...bella, status: null })],
  }),
  'responses/media-type': must(everyResponse, {
    statement: 'Every body, except that of a 429, is application/json and well-formed JSON in UTF-8.',
    why: 'HTTP libraries decide by the media type whether to parse a body.',
    accepts:
      'Content-Type: application/json (a charset is permitted) and complete, well-formed JSON in UTF-8. A truncated body counts only if the same request is cut off four times, each time on a fresh connection, while others are whole.',
    owner: 'The sender of the body, often a gateway that responds in HTML.',
    right: ['The body is JSON, and so is its Content-Type.', answer(200, bella)],
    wrong: [
      'The body is JSON with the Content-Type text/plain.',
      answer(200, bella, { 'Content-Type': 'text/plain' }),
    ],
  }),
};

/** The version of the interface. */
export const version = {
  'version/base-address': should(versioning, {
    statement: 'The base URL ends in /v1.',
    why: 'Only the path carries the version of the interface.',
    sends: 'No requests: checks the base URL that was given.',
    owner: 'The URL configuration of the service, or the base URL given to the run.',
    requests: [get('/pets?limit=1')],
    right: ['The base URL is https://animals.example/v1.', answer(200, [bella])],
    wrong: ['The base URL is https://animals.example/api, without the version.', answer(200, [bella])],
  }),
};

/** The store section, whose shape the document does not show. */
export const store = {
  'store/orders': observe(overview, {
    statement: 'How the service responds to GET /store/orders, with a key and without.',
    why: 'The document names the operation and does not show its shape.',
    sends: 'GET /store/orders with the key and without.',
    requests: [get('/store/orders')],
    right: ['The operation exists.', answer(200, [])],
    alsoRight: ['The path does not exist.', error(404, 'not_found', 'The path does not exist')],
  }),
};
