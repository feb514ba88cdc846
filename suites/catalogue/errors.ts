import { must, observe, should } from './row.ts';

const unspecified = { section: 'Errors' };
const bodies = { ...unspecified };
const texts = { ...bodies, section: 'Error' };
const routes = {};

/** Error responses, checked throughout the run. */
export const errors = {
  'errors/body-shape': must(bodies, {
    statement:
      'Every 400, 401 and 404 has an Error body: code and message are strings, status is an integer.',
    why: 'Clients branch on code. Without it they have to parse messages.',
    accepts:
      'An object with the strings code and message and the integer status. Additional fields are permitted.',
    right: 'The body is an Error: GET /pets/4711 returns 404.',
    wrong: 'The body is the default of a framework: GET /pets/4711 returns 404.',
  }),
  'errors/status-matches': must(bodies, {
    statement: 'The status in an Error body equals the HTTP status.',
    why: 'If the two differ, a client cannot tell which one is right.',
    right: 'Both are 404.',
    wrong: 'The HTTP status is 404, and the body has 500.',
  }),
  'errors/not-empty': should(texts, {
    statement: 'The code and the message of an Error are not empty.',
    why: 'An empty message explains nothing in a log.',
    right: 'Code and message contain text: GET /pets/4711 returns 404.',
    wrong: 'The message is empty: GET /pets/4711 returns 404.',
  }),
  'errors/code-stable': should(texts, {
    statement: 'The same kind of error always has the same code.',
    why: 'Clients compare codes, which is impossible if a code contains a counter or a time.',
    sends: 'An unknown id once more. It compares the errors of equal requests, ids and credentials.',
    accepts:
      'One code per kind of error. A service may have more codes than the document has kinds, and another code of 401 while it locks a client out.',
    right: 'Both errors have the same code.',
    wrong: 'Each response has a different code.',
  }),
  'errors/no-server-error': should(bodies, {
    statement: 'No input causes a 5xx or a dropped connection.',
    section: 'RFC 9110 section 15.6',
    why: 'A 5xx signals a fault of the service: clients retry, and alerts fire.',
    accepts:
      'Any status below 500, and 501 for a method that the path does not support, or for a body in chunks. A dropped connection counts if it happens twice for the same request, or if more than one response in 300 is lost or cut off. Unsolicited bytes count immediately, because the client has to close that connection.',
    right: 'The service refuses unusual input: POST /pets returns 400.',
    wrong: 'Unusual input causes a 500.',
  }),
  'errors/no-internals': should(bodies, {
    statement: 'No response exposes a stack trace, a file path, a database query or an API key.',
    section: 'RFC 9110 section 17',
    why: 'Internals tell an attacker how the service is built, and an echoed key ends up in logs.',
    right: 'The message describes only the error: POST /pets returns 400.',
    wrong: 'The message contains a stack trace: POST /pets returns 400.',
  }),
  'errors/unknown-path': should(routes, {
    statement: 'An unknown path returns a 4xx.',
    section: 'RFC 9110 section 15.5',
    why: 'A 200 hides mistyped URLs, and a 5xx makes clients retry.',
    sends: 'Two paths that the interface does not have.',
    accepts: 'Any 4xx: 404 is usual, and gateways return 400 or 403.',
    statuses: [400, 403, 404],
    right: 'The service returns 404.',
    wrong: 'Every path returns the start page: GET /no-such-path returns 200.',
  }),
  'errors/unsupported-method': should(routes, {
    statement: 'A method that a path does not support returns 405 with an Allow header, 501, or 404.',
    section: 'RFC 9110 sections 9.1 and 15.5.6',
    why: 'RFC 9110 specifies 405 with Allow, or 501 if the server does not implement the method.',
    sends: 'PUT, PATCH and DELETE on an animal that the run created, and an empty PATCH on /pets.',
    accepts:
      '405 with an Allow header, 501, or 404. A service that supports the method passes too, also with a refusal that differs from its answer to PROPFIND.',
    statuses: [405, 501, 404],
    right: 'The 405 lists the allowed methods.',
    wrong: 'The method causes an internal error: DELETE /pets/1 returns 500.',
  }),
  'errors/codes': observe(unspecified, {
    statement: 'Which error codes the service uses, and for which errors.',
    why: 'The document does not list the codes, and client developers need them.',
    right: 'The code is a name: GET /pets/4711 returns 404.',
    alsoRight: 'The code contains a number: GET /pets/4711 returns 404.',
  }),
};
