import { isUtf8 } from 'node:buffer';
import type { ApiRequest } from '../parts.ts';
import { internalError, Problem } from '../problem.ts';
import { percentDecoded } from '../request-listener.ts';
import { problemFor401 } from './authentication.ts';
import { bodyText, crashing, otherStatus } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

/** The bytes of the token. */
function token({ headers }: ApiRequest): Buffer {
  return Buffer.from(/^Bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '', 'latin1');
}

/** Failures of decoders for bytes that are invalid in the expected encoding, and for very long values. */
export const encodings: readonly Fault[] = [
  ...violating(
    ['auth/unknown-key', 'errors/no-server-error', 'responses/documented-status'],
    'ample-allowance',
  ).by({
    // A token of more than 255 characters returns 500, as with a database column of that length.
    'long-token-crashes': problemFor401((request) => token(request).length > 255, internalError),
  }),
  ...violating(['auth/unknown-key', 'responses/documented-status'], 'ample-allowance').by({
    'long-token-400': problemFor401(
      (request) => token(request).length > 512,
      () => new Problem(400, 'invalid_header', 'The header Authorization is too long.'),
    ),
  }),
  ...violating(['errors/no-server-error'], 'ample-allowance').by({
    'token-beyond-ascii-crashes': problemFor401(
      (request) => token(request).some((byte) => byte > 0x7f),
      internalError,
    ),
    // A token with a character of four bytes returns 500.
    'token-beyond-latin1-crashes': problemFor401(
      (request) => token(request).some((byte) => byte >= 0xf0),
      internalError,
    ),
    // A token that is not UTF-8 returns 500, as with a strict decoder.
    'token-not-utf8-crashes': problemFor401((request) => !isUtf8(token(request)), internalError),
    'body-not-utf8-crashes': crashing('createPet', ({ body }) => body !== null && !isUtf8(body)),
    'body-in-utf16-crashes': crashing('createPet', (request) => bodyText(request).includes('\0"')),
    'query-not-utf8-crashes': crashing('listPets', ({ rawQuery }) => percentDecoded(rawQuery) === null),
    'limit-not-utf8-crashes': crashing(
      'listPets',
      ({ rawQuery }) => percentDecoded(/(?:^|&)limit=([^&]*)/.exec(rawQuery)?.[1] ?? '') === null,
    ),
    'id-not-utf8-crashes': crashing('getPet', ({ path }) => percentDecoded(path.at(-1) ?? '') === null),
  }),
  ...violating(['errors/no-internals'], 'ample-allowance').by({
    'body-not-utf8-shows-stack': around('showProblem', (inner) => (problem, request) => {
      const trace =
        'UnicodeDecodeError: invalid start byte\n  File "/srv/store/app.py", line 61, in create_pet';
      return request.body === null || isUtf8(request.body)
        ? inner(problem, request)
        : inner(new Problem(problem.status, problem.code, trace, problem.headers), request);
    }),
  }),
  ...violating(['create/category-out-of-range', 'errors/no-server-error'], 'ample-allowance').by({
    // A number of more than 4,300 digits returns 500, as with the default limit of Python.
    'long-number-crashes': crashing('createPet', (request) => /\d{4301}/.test(bodyText(request))),
  }),
  ...violating(['create/category-out-of-range'], 'ample-allowance').by({
    'long-number-413': otherStatus('createPet', 413, (_problem, request) =>
      /\d{1001}/.test(bodyText(request)),
    ),
  }),
];
