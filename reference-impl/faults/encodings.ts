import { isUtf8 } from 'node:buffer';
import type { ApiRequest } from '../parts.ts';
import { Problem } from '../problem.ts';
import { percentDecoded } from '../request-listener.ts';
import { crashing } from './authentication.ts';
import { bodyText, crash, otherStatus, refusing } from './decorations.ts';
import { around, type Fault, fault, violating } from './fault.ts';

const ample = { needs: 'ample-allowance' };

/** The bytes of the token. */
function token({ headers }: ApiRequest): Buffer {
  return Buffer.from(/^Bearer +(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? '', 'latin1');
}

/** A service that returns 500 for some requests with unexpected bytes. */
function failing(name: string, when: (request: ApiRequest) => boolean): Fault {
  return fault(name, ['errors/no-server-error'], crashing(when), ample);
}

const tokens: readonly Fault[] = [
  ...violating(['auth/unknown-key', 'errors/no-server-error', 'responses/documented-status'], {
    ...ample,
  }).by({
    // A token of more than 255 characters returns 500, as with a database column of that length.
    'long-token-crashes': crashing((request) => token(request).length > 255),
  }),
  ...violating(['auth/unknown-key', 'responses/documented-status'], ample).by({
    'long-token-400': around('handle', (inner) => async (request, parts) => {
      const answer = await inner(request, parts);
      const refusal = new Problem(400, 'invalid_header', 'The header Authorization is too long.');
      return answer.status === 401 && token(request).length > 512
        ? { ...answer, ...parts.showProblem(refusal, request) }
        : answer;
    }),
  }),
  failing('token-beyond-ascii-crashes', (request) => token(request).some((byte) => byte > 0x7f)),
  // A token with a character of four bytes returns 500.
  failing('token-beyond-latin1-crashes', (request) => token(request).some((byte) => byte >= 0xf0)),
  // A token that is not UTF-8 returns 500, as with a strict decoder.
  failing('token-not-utf8-crashes', (request) => !isUtf8(token(request))),
];

const bodies: readonly Fault[] = [
  ...violating(['errors/no-server-error'], ample).by({
    'body-not-utf8-crashes': refusing('createPet', ({ body }) => body !== null && !isUtf8(body), crash),
  }),
  ...violating(['errors/no-internals'], ample).by({
    'body-not-utf8-shows-stack': around('showProblem', (inner) => (problem, request) => {
      const trace =
        'UnicodeDecodeError: invalid start byte\n  File "/srv/store/app.py", line 61, in create_pet';
      return request.body === null || isUtf8(request.body)
        ? inner(problem, request)
        : inner(new Problem(problem.status, problem.code, trace, problem.headers), request);
    }),
  }),
  ...violating(['errors/no-server-error'], {
    ...ample,
    mayViolate: ['create/malformed-json', 'responses/documented-status'],
  }).by({
    'body-in-utf16-crashes': refusing('createPet', (request) => bodyText(request).includes('\0"'), crash),
  }),
  ...violating(['create/category-out-of-range', 'errors/no-server-error'], ample).by({
    // A number of more than 4,300 digits returns 500, as with the default limit of Python.
    'long-number-crashes': refusing('createPet', (request) => /\d{4301}/.test(bodyText(request)), crash),
  }),
  ...violating(['create/category-out-of-range'], {
    ...ample,
    mayViolate: ['responses/documented-status'],
  }).by({
    'long-number-413': otherStatus(
      'createPet',
      (_problem, request) => /\d{1001}/.test(bodyText(request)),
      413,
    ),
  }),
];

const targets: readonly Fault[] = [
  ...violating(['errors/no-server-error'], ample).by({
    'query-not-utf8-crashes': refusing(
      'listPets',
      ({ rawQuery }) => percentDecoded(rawQuery) === null,
      crash,
    ),
    'limit-not-utf8-crashes': refusing(
      'listPets',
      ({ rawQuery }) => percentDecoded(/(?:^|&)limit=([^&]*)/.exec(rawQuery)?.[1] ?? '') === null,
      crash,
    ),
    'id-not-utf8-crashes': refusing(
      'getPet',
      ({ path }) => percentDecoded(path.at(-1) ?? '') === null,
      crash,
    ),
  }),
];

/** Failures of decoders for bytes that are invalid in the expected encoding, and for very long values. */
export const encodings: readonly Fault[] = [...tokens, ...bodies, ...targets];
