import { answer, error, example, notFound, open, owed, plainAnswer, post, get as read } from './example.ts';

/** `errors/`: what refusals look like. */
export const errors = {
  'errors/body-shape': owed({
    sends: 'Nothing of its own: every 400, 401 and 404 of the three operations is looked at.',
    accepts: 'An object with the strings code and message and the integer status; more fields are fine.',
    why: 'Clients decide by code: without it they have to read texts.',
    acts: 'Whoever makes error bodies; the framework or gateway, where they answer before the service does.',
    right: example('An Error.', [read('/pets/4711'), notFound]),
    wrong: example('The default body of a framework.', [
      read('/pets/4711'),
      answer(404, { detail: 'Not Found' }),
    ]),
  }),
  'errors/status-matches': owed({
    sends: 'Nothing of its own: every Error of the run is looked at.',
    accepts: 'A status that equals the HTTP status.',
    why: 'Of two statuses that differ a client can believe only one.',
    acts: 'Whoever makes error bodies.',
    right: example('404 and 404.', [read('/pets/4711'), notFound]),
    wrong: example('404 and 500.', [
      read('/pets/4711'),
      answer(404, { code: 'not_found', message: 'There is no such animal', status: 500 }),
    ]),
  }),
  'errors/not-empty': owed({
    sends: 'Nothing of its own: every Error of the run is looked at.',
    accepts: 'A code and a message that are not empty.',
    why: 'An empty message helps nobody who reads it in a log.',
    acts: 'Whoever makes error bodies.',
    right: example('Both say something.', [read('/pets/4711'), notFound]),
    wrong: example('The message is empty.', [
      read('/pets/4711'),
      answer(404, { code: 'not_found', message: '', status: 404 }),
    ]),
  }),
  'errors/code-stable': owed({
    sends: 'Nothing of its own: errors that the same request or the same credential brought are compared.',
    accepts: 'One code for one kind of error; more codes than kinds in the document are fine.',
    why: 'Clients compare codes: a number or time in them can not be compared.',
    acts: 'Whoever makes error bodies.',
    right: example('The same code twice.', [read('/pets/4711'), notFound], [read('/pets/4712'), notFound]),
    wrong: example(
      'A code of its own for each request.',
      [read('/pets/4711'), error(404, 'E-100233', 'There is no such animal')],
      [read('/pets/4712'), error(404, 'E-100234', 'There is no such animal')],
    ),
  }),
  'errors/no-server-error': owed({
    sends: 'Nothing of its own: every answer is looked at, those to odd input above all.',
    accepts:
      'Any status below 500, and 501 for a method that the path does not support. A dropped connection counts only if the same request drops twice. Bytes that no request asked for count at once: the client has to drop that connection.',
    why: 'A 5xx says that the service is at fault: clients retry, and people are woken up.',
    acts: 'Whoever owns the code that failed; the log of the service at that time shows where.',
    right: example('Odd input is refused.', [
      post({ name: 'Bella\u0000', categoryId: 1 }),
      error(400, 'invalid_body', 'name holds a NUL'),
    ]),
    wrong: example('Odd input breaks it.', [
      post({ name: 'Bella\u0000', categoryId: 1 }),
      error(500, 'internal', 'Something went wrong'),
    ]),
  }),
  'errors/no-internals': owed({
    sends:
      'Nothing of its own: every body is searched for stack traces, file paths, database queries and the key.',
    accepts: 'None of them.',
    why: 'They tell an attacker what the service is made of; a repeated key ends up in logs.',
    acts: 'Whoever makes error bodies: details belong into the log.',
    right: example('It says what is wrong, and no more.', [
      post('{"name":'),
      error(400, 'invalid_body', 'The body is no JSON'),
    ]),
    wrong: example('A stack trace.', [
      post('{"name":'),
      error(
        400,
        'invalid_body',
        'SyntaxError\n    at JSON.parse (<anonymous>)\n    at read (/srv/app/src/body.js:12:9)',
      ),
    ]),
  }),
  'errors/unknown-path': owed({
    sends: 'Two paths that the interface does not have.',
    accepts: 'Any 4xx: 404 is usual, gateways return 400 or 403.',
    why: 'A 200 with a page hides mistyped addresses, and a 5xx makes clients retry.',
    acts: 'Whoever routes: the framework, or the gateway.',
    statuses: [400, 403, 404],
    right: example('Not found.', [read('/no-such-path'), error(404, 'not_found', 'No such path')]),
    wrong: example('The start page for everything.', [
      read('/no-such-path'),
      plainAnswer(200, 'text/html', '<!doctype html><title>Animal store</title>'),
    ]),
  }),
  'errors/unsupported-method': owed({
    sends: 'PUT, PATCH and DELETE on an animal made for it.',
    accepts: '405 with an Allow header, 501, or 404. A service that really has the method passes too.',
    why: 'RFC 9110 asks for 405 with Allow, or for 501 where the server does not implement the method.',
    acts: 'Whoever routes: the framework, or the gateway.',
    statuses: [405, 501, 404],
    right: example('405 says what is allowed.', [
      { ...read('/pets/1'), method: 'DELETE' },
      error(405, 'method_not_allowed', 'Not allowed', { Allow: 'GET' }),
    ]),
    wrong: example('A missing method is not an internal error.', [
      { ...read('/pets/1'), method: 'DELETE' },
      error(500, 'internal', 'Something went wrong'),
    ]),
  }),
  'errors/codes': open({
    sends: 'Nothing of its own: the codes of all errors are collected.',
    why: 'The document does not list the codes; whoever writes a client needs them.',
    acts: 'Nobody has to.',
    right: example('Words.', [read('/pets/4711'), notFound]),
    alsoRight: example('Numbers.', [read('/pets/4711'), error(404, 'PET-404', 'There is no such animal')]),
  }),
};
