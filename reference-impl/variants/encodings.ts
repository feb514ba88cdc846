import type { ApiRequest } from '../messages.ts';
import type { Parts } from '../parts.ts';
import { type Variant, variant } from './variant.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

function isText(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Whether a percent-encoded text is text once it is decoded. */
function isEncodedText(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** What a server in front of the service refuses: it knows neither `Error` nor the rate limit. */
function isRefusedInFront({ path, rawQuery, headers }: ApiRequest): boolean {
  return (
    [...path, rawQuery].some((text) => !isEncodedText(text)) || /[^ -~]/.test(headers.authorization ?? '')
  );
}

/** Reads bodies through a decoder that does not fail. */
function decoding(decode: (bytes: Uint8Array) => string): (parts: Parts) => Partial<Parts> {
  return ({ readNewPet }) => ({
    readNewPet: (request) =>
      readNewPet(
        request.body === null || isText(request.body)
          ? request
          : { ...request, body: new TextEncoder().encode(decode(request.body)) },
      ),
  });
}

/** How services take bytes that are no text in UTF-8: the document does not state it. */
export const encodings: readonly Variant[] = [
  variant(
    'odd-bytes-refused-in-front',
    'A server in front refuses targets that are not UTF-8, and header fields beyond ASCII, with 400 and a page.',
    ({ writeMessage }) => ({
      writeMessage(answer, request, parts) {
        const message = writeMessage(answer, request, parts);
        return isRefusedInFront(request)
          ? { status: 400, headers: { 'Content-Type': 'text/html' }, body: '<h1>400 Bad Request</h1>' }
          : message;
      },
    }),
  ),
  variant(
    'bodies-not-utf8-repaired',
    'Bytes of a body that are not UTF-8 become U+FFFD.',
    decoding((bytes) => new TextDecoder().decode(bytes)),
  ),
  variant(
    'bodies-not-utf8-cleaned',
    'Bytes of a body that are not UTF-8 are ignored.',
    decoding((bytes) => new TextDecoder().decode(bytes).replaceAll('\ufffd', '')),
  ),
  variant(
    'bodies-in-utf16-accepted',
    'A body may be in UTF-16, which the parser of JSON recognises.',
    decoding((bytes) => new TextDecoder('utf-16le').decode(bytes)),
  ),
];
