import type { Problem } from '../problem.ts';
import { isBearer } from './authentication-decorations.ts';
import { errorBodies, type JsonMembers, messages, withoutHeaders } from './decorations.ts';
import { errorsOf } from './error-body-decorations.ts';
import { type Fault, violating } from './fault.ts';

const page = '<!doctype html><title>Error</title><pre>SyntaxError: Unexpected token</pre>';

function ofCode(code: string, change: (body: JsonMembers, problem: Problem) => unknown) {
  return errorBodies((body, problem) => (problem.code === code ? change(body, problem) : body));
}

export const errorBodiesRare: readonly Fault[] = [
  ...violating(['errors/body-shape', 'responses/media-type']).by({
    'broken-json-as-page': messages((message) =>
      String(message.body).includes('"invalid_json"')
        ? {
            ...withoutHeaders(message, 'Content-Type'),
            headers: { ...message.headers, 'Content-Type': 'text/html; charset=utf-8' },
            body: page,
          }
        : message,
    ),
  }),
  ...violating(['errors/body-shape']).by({
    'messages-as-array': ofCode('invalid_body', (body) => ({ ...body, message: [body['message']] })),

    'unknown-key-401-in-envelope': errorBodies((body, problem, request) =>
      problem.status === 401 && isBearer(request) ? { error: body } : body,
    ),
    'content-type-400-without-code': ofCode('invalid_content_type', ({ message, status }) => ({
      message,
      status,
    })),
    '404-code-null': errorsOf(404, (body) => ({ ...body, code: null })),
    '401-status-fraction': errorsOf(401, (body) => ({ ...body, status: 401.1 })),
  }),
  ...violating(['errors/status-matches']).by({
    // The Error of another media type has status 415, but the response is a 400.
    'content-type-400-says-415': ofCode('invalid_content_type', (body) => ({ ...body, status: 415 })),
    'invalid-body-says-422': ofCode('invalid_body', (body) => ({ ...body, status: 422 })),
    '404-says-200': errorsOf(404, (body) => ({ ...body, status: 200 })),
  }),
];
