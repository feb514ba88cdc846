import { isUtf8 } from 'node:buffer';
import type { ApiRequest } from '../messages.ts';
import type { Parts } from '../parts.ts';
import { percentDecoded } from '../percent-decoded.ts';
import { type Variant, variant } from './variant.ts';

/** Whether a proxy refuses the request, with neither an `Error` nor rate limit headers. */
function isRefusedByProxy({ path, rawQuery, headers }: ApiRequest): boolean {
  return (
    [...path, rawQuery].some((text) => percentDecoded(text) === null) ||
    /[^ -~]/.test(headers.authorization ?? '')
  );
}

/** Decodes bodies that are not UTF-8 instead of refusing them. */
function decoding(decode: (bytes: Uint8Array) => string): (parts: Parts) => Partial<Parts> {
  return ({ readNewPet }) => ({
    readNewPet: (request) =>
      readNewPet(
        request.body === null || isUtf8(request.body)
          ? request
          : { ...request, body: new TextEncoder().encode(decode(request.body)) },
      ),
  });
}

/** Behaviour for bytes that are not UTF-8, which the document does not specify. */
export const encodings: readonly Variant[] = [
  variant(
    'odd-bytes-refused-in-front',
    'A proxy returns 400 and an HTML page for targets that are not UTF-8 and tokens beyond ASCII.',
    ({ writeMessage }) => ({
      writeMessage(answer, request, parts) {
        const message = writeMessage(answer, request, parts);
        return isRefusedByProxy(request)
          ? { status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>400 Bad Request</h1>' }
          : message;
      },
    }),
  ),
  variant(
    'bodies-not-utf8-repaired',
    'Invalid UTF-8 in a body is replaced with U+FFFD.',
    decoding((bytes) => new TextDecoder().decode(bytes)),
  ),
  variant(
    'bodies-not-utf8-cleaned',
    'Invalid UTF-8 in a body is ignored.',
    decoding((bytes) => new TextDecoder().decode(bytes).replaceAll('\ufffd', '')),
  ),
  variant(
    'bodies-in-utf16-accepted',
    'The JSON parser also accepts UTF-16.',
    decoding((bytes) => new TextDecoder('utf-16le').decode(bytes)),
  ),
];
