import { must, observe, should } from './row.ts';

const versioning = { section: 'Versioning' };
const overview = { section: 'What the service does' };
const everyResponse = { section: 'Endpoints' };

/** Requirements for every response, checked throughout the run. */
export const responses = {
  'responses/documented-status': must(everyResponse, {
    statement:
      'A request that the document describes returns a status that it lists for the operation, or 429.',
    why: 'Clients handle only the documented statuses.',
    accepts:
      'A status that the document lists for the operation, or 429. Any status for requests that it does not describe: a limit out of range, an unknown status or parameter, an id that is not an int64, members that NewPet does not have.',
    statuses: [200, 201, 400, 401, 404, 429],
    right: 'The document lists 404 for GET /pets/{petId}.',
    wrong: 'The document does not list 403.',
  }),
  'responses/schema': must(everyResponse, {
    statement: 'The body of every 200 and 201 fits its schema; additional fields are permitted.',
    section: 'Resources and their fields',
    why: 'Clients generated from the schema fail on values that it excludes, such as null.',
    sends:
      'No extra requests: validates every 200 and 201 body against schemas/pet.schema.json or pets.schema.json.',
    accepts:
      'Every required field with its type, and a status that is one of the three or absent. Additional fields are permitted.',
    right: 'All fields fit the schema.',
    wrong: 'The status null is none of the three.',
  }),
  'responses/media-type': must(everyResponse, {
    statement: 'Every body, except that of a 429, is application/json and well-formed JSON in UTF-8.',
    why: 'HTTP libraries decide by the media type whether to parse a body.',
    accepts:
      'Content-Type: application/json (a charset is permitted) and complete, well-formed JSON in UTF-8. A truncated body counts only if the same request is cut off four times, each time on a fresh connection, while others are whole.',
    right: 'The body is JSON, and so is its Content-Type.',
    wrong: 'The body is JSON with the Content-Type text/plain.',
  }),
};

/** The version of the interface. */
export const version = {
  'version/base-address': should(versioning, {
    statement: 'The base URL ends in /v1.',
    why: 'Only the path carries the version of the interface.',
    sends: 'No requests: checks the base URL that was given.',
    right: 'The base URL is https://animals.example/v1.',
    wrong: 'The base URL is https://animals.example/api, without the version.',
  }),
};

/** The store section, whose shape the document does not show. */
export const store = {
  'store/orders': observe(overview, {
    statement: 'How the service responds to GET /store/orders, with a key and without.',
    why: 'The document names the operation and does not show its shape.',
    sends: 'GET /store/orders with the key and without.',
    right: 'The operation exists.',
    alsoRight: 'The path does not exist.',
  }),
};
