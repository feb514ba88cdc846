import type { Problem } from '../problem.ts';
import { isBearer } from './authentication-decorations.ts';
import { errorBodies, type JsonMembers, messages, withoutHeaders } from './decorations.ts';
import { errorsOf, shapeless } from './error-body-decorations.ts';
import { type Fault, violating } from './fault.ts';

const page = '<!doctype html><title>Error</title><pre>SyntaxError: Unexpected token</pre>';

function ofCode(code: string, change: (body: JsonMembers, problem: Problem) => unknown) {
  return errorBodies((body, problem) => (problem.code === code ? change(body, problem) : body));
}

export const errorBodiesRare: readonly Fault[] = [
  ...violating(['errors/body-shape', 'responses/media-type'], shapeless).by({
    'broken-json-as-page': [
      'Malformed JSON returns an HTML page, from a parser in front of the service.',
      messages((message) =>
        String(message.body).includes('"invalid_json"')
          ? {
              ...withoutHeaders(message, 'Content-Type'),
              headers: { ...message.headers, 'Content-Type': 'text/html; charset=utf-8' },
              body: page,
            }
          : message,
      ),
    ],
  }),
  ...violating(['errors/body-shape'], { mayViolate: ['errors/not-empty'] }).by({
    'messages-as-array': [
      'The message for an invalid body is an array with one text per error.',
      ofCode('invalid_body', (body) => ({ ...body, message: [body['message']] })),
    ],
  }),
  ...violating(['errors/body-shape'], shapeless).by({
    'unknown-key-401-in-envelope': [
      'A 401 for an unknown key nests the Error in a member error.',
      errorBodies((body, problem, request) =>
        problem.status === 401 && isBearer(request) ? { error: body } : body,
      ),
    ],
    'content-type-400-without-code': [
      'The Error of a missing Content-Type has no code.',
      ofCode('invalid_content_type', ({ message, status }) => ({ message, status })),
    ],
  }),
  ...violating(['errors/body-shape'], {
    mayViolate: ['errors/not-empty', 'errors/code-stable', 'get/malformed-id'],
  }).by({
    '404-code-null': [
      'The code in the Error of a 404 is null.',
      errorsOf(404, (body) => ({ ...body, code: null })),
    ],
  }),
  ...violating(['errors/body-shape'], { mayViolate: ['errors/status-matches'] }).by({
    '401-status-fraction': [
      'The status in the Error of a 401 is 401.1.',
      errorsOf(401, (body) => ({ ...body, status: 401.1 })),
    ],
  }),
  ...violating(['errors/status-matches']).by({
    'content-type-400-says-415': [
      'The Error of another media type has status 415, but the response is a 400.',
      ofCode('invalid_content_type', (body) => ({ ...body, status: 415 })),
    ],
    'invalid-body-says-422': [
      'The Error of an invalid body has status 422, but the response is a 400.',
      ofCode('invalid_body', (body) => ({ ...body, status: 422 })),
    ],
    '404-says-200': [
      'The Error of a 404 has status 200.',
      errorsOf(404, (body) => ({ ...body, status: 200 })),
    ],
  }),
];
