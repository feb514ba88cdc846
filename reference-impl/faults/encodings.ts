import { isUtf8 } from 'node:buffer';
import type { ApiRequest, Decoration } from '../parts.ts';
import { internalError, Problem } from '../problem.ts';
import { percentDecoded } from '../request-listener.ts';
import { crashing, problemFor401 } from './authentication.ts';
import { bodyText, otherStatus, refusing } from './decorations.ts';
import { around, type Fault, violating } from './fault.ts';

/** The bytes of the token. */
function token({ headers }: ApiRequest): Buffer {
  return Buffer.from(/^Bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '', 'latin1');
}

/** A service that returns 500 for some requests with unexpected bytes. */
function failing(when: (request: ApiRequest) => boolean): Decoration {
  return crashing(when);
}

/** Failures of decoders for bytes that are invalid in the expected encoding, and for very long values. */
export const encodings: readonly Fault[] = [
  ...violating(
    ['auth/unknown-key', 'errors/no-server-error', 'responses/documented-status'],
    'ample-allowance',
  ).by({
    // A token of more than 255 characters returns 500, as with a database column of that length.
    'long-token-crashes': crashing((request) => token(request).length > 255),
  }),
  ...violating(['auth/unknown-key', 'responses/documented-status'], 'ample-allowance').by({
    'long-token-400': problemFor401(
      (request) => token(request).length > 512,
      () => new Problem(400, 'invalid_header', 'The header Authorization is too long.'),
    ),
  }),
  ...violating(['errors/no-server-error'], 'ample-allowance').by({
    'token-beyond-ascii-crashes': failing((request) => token(request).some((byte) => byte > 0x7f)),
    // A token with a character of four bytes returns 500.
    'token-beyond-latin1-crashes': failing((request) => token(request).some((byte) => byte >= 0xf0)),
    // A token that is not UTF-8 returns 500, as with a strict decoder.
    'token-not-utf8-crashes': failing((request) => !isUtf8(token(request))),
    'body-not-utf8-crashes': refusing(
      'createPet',
      ({ body }) => body !== null && !isUtf8(body),
      internalError,
    ),
    'body-in-utf16-crashes': refusing(
      'createPet',
      (request) => bodyText(request).includes('\0"'),
      internalError,
    ),
    'query-not-utf8-crashes': refusing(
      'listPets',
      ({ rawQuery }) => percentDecoded(rawQuery) === null,
      internalError,
    ),
    'limit-not-utf8-crashes': refusing(
      'listPets',
      ({ rawQuery }) => percentDecoded(/(?:^|&)limit=([^&]*)/.exec(rawQuery)?.[1] ?? '') === null,
      internalError,
    ),
    'id-not-utf8-crashes': refusing(
      'getPet',
      ({ path }) => percentDecoded(path.at(-1) ?? '') === null,
      internalError,
    ),
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
    'long-number-crashes': refusing(
      'createPet',
      (request) => /\d{4301}/.test(bodyText(request)),
      internalError,
    ),
  }),
  ...violating(['create/category-out-of-range'], 'ample-allowance').by({
    'long-number-413': otherStatus(
      'createPet',
      (_problem, request) => /\d{1001}/.test(bodyText(request)),
      413,
    ),
  }),
];
