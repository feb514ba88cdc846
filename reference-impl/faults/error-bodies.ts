import { randomUUID } from 'node:crypto';
import type { Decoration } from '../parts.ts';
import type { Problem } from '../problem.ts';
import { isBearer } from './authentication.ts';
import { answers, errorBodies, isMembers, type JsonMembers, messages } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';
import { labelled } from './responses.ts';

/** Changes `Error` bodies of one status, or of one code: some of their members, or the whole. */
function errorsOf(
  of: number | string,
  change: JsonMembers | ((body: JsonMembers, problem: Problem) => unknown),
): Decoration {
  return errorBodies((body, problem) => {
    if (problem.status !== of && problem.code !== of) {
      return body;
    }
    return typeof change === 'function' ? change(body, problem) : { ...body, ...change };
  });
}

/** Adds a changing number to the error codes of a status. */
export function numberedCodes(status: number): Decoration {
  return around('showProblem', (inner) => {
    let number = 0;
    return (problem, request) => {
      const outcome = inner(problem, request);
      number += 1;
      return isMembers(outcome.body) && problem.status === status
        ? { ...outcome, body: { ...outcome.body, code: `${problem.code}_${number}` } }
        : outcome;
    };
  });
}

function stackTrace(problem: Problem): string {
  return [
    `Problem: ${problem.message}`,
    '    at readNewPet (/srv/animal-store/src/new-pet-reader.js:41:13)',
    '    at async createPet (/srv/animal-store/src/operations.js:27:36)',
  ].join('\n');
}

const page = '<!doctype html><title>Error</title><pre>SyntaxError: Unexpected token</pre>';

export const errorBodyFaults: readonly Fault[] = [
  ...violating(['errors/body-shape']).by({
    '401-without-body': messages((message) => (message.status === 401 ? { ...message, body: '' } : message)),
    '400-in-envelope': errorsOf(400, (error) => ({ error })),
    '400-as-array': errorsOf(400, (error) => [error]),
    '404-without-message': errorsOf(404, { message: undefined }),
    'messages-as-array': errorsOf('invalid_body', (body) => ({ ...body, message: [body['message']] })),
    'content-type-400-without-code': errorsOf('invalid_content_type', { code: undefined }),
    '404-code-null': errorsOf(404, { code: null }),
    '401-status-fraction': errorsOf(401, { status: 401.1 }),
  }),
  ...violating(['errors/body-shape']).each(errorBodies, {
    'error-status-as-text': (body, problem) => ({ ...body, status: String(problem.status) }),
    'error-code-as-number': (body, problem) => ({ ...body, code: problem.status * 100 }),
    'unknown-key-401-in-envelope': (body, problem, request) =>
      problem.status === 401 && isBearer(request) ? { error: body } : body,
  }),
  ...violating(['errors/body-shape', 'responses/media-type']).each(messages, {
    '404-as-html': (message) =>
      message.status === 404
        ? labelled(message, 'text/html', '<!doctype html><title>Not found</title><h1>Not found</h1>')
        : message,
    '400-as-problem-details': (message, answer) =>
      message.status === 400 && isMembers(answer.body)
        ? labelled(
            message,
            'application/problem+json',
            JSON.stringify({ type: 'about:blank', title: 'Bad Request', status: 400 }),
          )
        : message,
    'broken-json-as-page': (message) =>
      String(message.body).includes('"invalid_json"')
        ? labelled(message, 'text/html; charset=utf-8', page)
        : message,
  }),
  ...violating(['errors/status-matches']).by({
    'error-status-zero': errorBodies((body) => ({ ...body, status: 0 })),
    '401-says-403': errorsOf(401, { status: 403 }),
    'error-always-says-400': errorBodies((body) => ({ ...body, status: 400 })),
    // The Error of another media type has status 415, but the response is a 400.
    'content-type-400-says-415': errorsOf('invalid_content_type', { status: 415 }),
    'invalid-body-says-422': errorsOf('invalid_body', { status: 422 }),
    '404-says-200': errorsOf(404, { status: 200 }),
  }),
  ...violating(['errors/not-empty']).by({
    'error-code-empty': errorBodies((body) => ({ ...body, code: '' })),
    '404-message-empty': errorsOf(404, { message: '' }),
  }),
  ...violating(['errors/code-stable']).by({
    'error-code-random': errorBodies((body) => ({ ...body, code: randomUUID() })),
    '401-code-counts': numberedCodes(401),
  }),
  ...violating(['errors/no-internals'], 'ample-allowance').by({
    'creator-key-in-201': answers((answer, { headers }) =>
      answer.status === 201 && isMembers(answer.body)
        ? { ...answer, body: { ...answer.body, createdBy: headers.authorization?.slice(7) } }
        : answer,
    ),
    'authorization-in-401': errorBodies((body, problem, { headers }) =>
      problem.status === 401 ? { ...body, message: `Bad credentials: ${headers.authorization}` } : body,
    ),
  }),
  ...violating(['errors/no-internals']).by({
    'stack-trace-in-400': errorsOf(400, (body, problem) => ({ ...body, message: stackTrace(problem) })),
    'query-text-in-404': errorsOf(404, {
      message: 'No row for: SELECT id, name, category_id FROM pets WHERE id = $1 LIMIT 1',
    }),
    'configuration-path-in-400': errorsOf(400, (body) => ({
      ...body,
      message: `${body['message']} (by /etc/pet-store/validation.yaml)`,
    })),
    'log-path-in-404': errorsOf(404, { message: 'Not found; details in /var/log/store/pets-api.log' }),
    // The message of a 400 contains a database statement in lower case, as object mappers write it.
    'statement-text-in-400': errorsOf(400, {
      message: 'could not execute statement [insert into pet (category_id,name,status) values (?,?,?)]',
    }),
    // The message of a 401 contains a database query in lower case, as object mappers write it.
    'query-of-keys-in-401': errorsOf(401, {
      message: 'No result: select k1_0.id,k1_0.account_id from api_key k1_0 where k1_0.token_hash=?',
    }),
    'key-in-error-message': errorBodies((body, problem, request) => ({
      ...body,
      message: `${problem.message} (${request.headers.authorization})`,
    })),
  }),
];
