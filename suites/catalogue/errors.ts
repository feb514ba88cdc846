import { answer, error, get, must, notFound, observe, plainAnswer, post, should } from './row.ts';

const bodies = { section: 'Errors', acts: 'Whoever makes error bodies.' };
const texts = { ...bodies, section: 'Error' };
const routes = { acts: 'Whoever routes: the framework, or the gateway.' };

/** Error answers, watched over the whole run. */
export const errors = {
  'errors/body-shape': must(bodies, {
    statement:
      'Every 400, 401 and 404 has an Error body: code and message are strings, status is an integer.',
    why: 'Clients decide by code: without it they have to read texts.',
    sends: 'Nothing of its own: every 400, 401 and 404 of the three operations is looked at.',
    accepts: 'An object with the strings code and message and the integer status; more fields are fine.',
    acts: 'Whoever makes error bodies; the framework or gateway, where they answer before the service does.',
    requests: [get('/pets/4711')],
    right: ['An Error.', notFound],
    wrong: ['The default body of a framework.', answer(404, { detail: 'Not Found' })],
  }),
  'errors/status-matches': must(bodies, {
    statement: 'The status in an Error body equals the HTTP status.',
    why: 'Of two statuses that differ a client can believe only one.',
    sends: 'Nothing of its own: every Error of the run is looked at.',
    accepts: 'A status that equals the HTTP status.',
    requests: [get('/pets/4711')],
    right: ['404 and 404.', notFound],
    wrong: [
      '404 and 500.',
      answer(404, { code: 'not_found', message: 'There is no such animal', status: 500 }),
    ],
  }),
  'errors/not-empty': should(texts, {
    statement: 'The code and the message of an Error are not empty.',
    why: 'An empty message helps nobody who reads it in a log.',
    sends: 'Nothing of its own: every Error of the run is looked at.',
    accepts: 'A code and a message that are not empty.',
    requests: [get('/pets/4711')],
    right: ['Both say something.', notFound],
    wrong: ['The message is empty.', answer(404, { code: 'not_found', message: '', status: 404 })],
  }),
  'errors/code-stable': should(texts, {
    statement: 'The same kind of error always has the same code.',
    why: 'Clients compare codes: a number or time in them can not be compared.',
    sends: 'Nothing of its own: errors that the same request or the same credential brought are compared.',
    accepts: 'One code for one kind of error; more codes than kinds in the document are fine.',
    requests: [get('/pets/4711'), get('/pets/4712')],
    right: ['The same code twice.', notFound, notFound],
    wrong: [
      'A code of its own for each request.',
      error(404, 'E-100233', 'There is no such animal'),
      error(404, 'E-100234', 'There is no such animal'),
    ],
  }),
  'errors/no-server-error': should(bodies, {
    statement: 'No input causes a 5xx or a dropped connection.',
    section: 'RFC 9110 section 15.6',
    why: 'A 5xx says that the service is at fault: clients retry, and people are woken up.',
    sends: 'Nothing of its own: every answer is looked at, those to odd input above all.',
    accepts:
      'Any status below 500, and 501 for a method that the path does not support. A dropped connection counts only if the same request drops twice. Bytes that no request asked for count at once: the client has to drop that connection.',
    acts: 'Whoever owns the code that failed; the log of the service at that time shows where.',
    requests: [post({ name: 'Bella\u0000', categoryId: 1 })],
    right: ['Odd input is refused.', error(400, 'invalid_body', 'name holds a NUL')],
    wrong: ['Odd input breaks it.', error(500, 'internal', 'Something went wrong')],
  }),
  'errors/no-internals': should(bodies, {
    statement: 'No response exposes a stack trace, a file path, a database query or an API key.',
    section: 'RFC 9110 section 17',
    why: 'They tell an attacker what the service is made of; a repeated key ends up in logs.',
    sends:
      'Nothing of its own: every body is searched for stack traces, file paths, database queries and the key.',
    accepts: 'None of them.',
    acts: 'Whoever makes error bodies: details belong into the log.',
    requests: [post('{"name":')],
    right: ['It says what is wrong, and no more.', error(400, 'invalid_body', 'The body is no JSON')],
    wrong: [
      'A stack trace.',
      error(
        400,
        'invalid_body',
        'SyntaxError\n    at JSON.parse (<anonymous>)\n    at read (/srv/app/src/body.js:12:9)',
      ),
    ],
  }),
  'errors/unknown-path': should(routes, {
    statement: 'An unknown path returns a 4xx.',
    section: 'RFC 9110 section 15.5',
    why: 'A 200 with a page hides mistyped addresses, and a 5xx makes clients retry.',
    sends: 'Two paths that the interface does not have.',
    accepts: 'Any 4xx: 404 is usual, gateways return 400 or 403.',
    statuses: [400, 403, 404],
    requests: [get('/no-such-path')],
    right: ['Not found.', error(404, 'not_found', 'No such path')],
    wrong: [
      'The start page for everything.',
      plainAnswer(200, 'text/html', '<!doctype html><title>Animal store</title>'),
    ],
  }),
  'errors/unsupported-method': should(routes, {
    statement: 'A method that a path does not support returns 405 with an Allow header, 501, or 404.',
    section: 'RFC 9110 sections 9.1 and 15.5.6',
    why: 'RFC 9110 asks for 405 with Allow, or for 501 where the server does not implement the method.',
    sends: 'PUT, PATCH and DELETE on an animal made for it.',
    accepts: '405 with an Allow header, 501, or 404. A service that really has the method passes too.',
    statuses: [405, 501, 404],
    requests: [{ ...get('/pets/1'), method: 'DELETE' }],
    right: ['405 says what is allowed.', error(405, 'method_not_allowed', 'Not allowed', { Allow: 'GET' })],
    wrong: ['A missing method is not an internal error.', error(500, 'internal', 'Something went wrong')],
  }),
  'errors/codes': observe(bodies, {
    statement: 'Which error codes the service uses, and for what.',
    why: 'The document does not list the codes; whoever writes a client needs them.',
    sends: 'Nothing of its own: the codes of all errors are collected.',
    acts: 'Nobody has to.',
    requests: [get('/pets/4711')],
    right: ['Words.', notFound],
    alsoRight: ['Numbers.', error(404, 'PET-404', 'There is no such animal')],
  }),
};
