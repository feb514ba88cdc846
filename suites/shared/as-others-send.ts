import type { OutgoingRequest } from '../../src/target/target.ts';

/** The request with another `Accept`, or with none: the document says what bodies are, whatever is asked for. */
export function accepting(request: OutgoingRequest, accept: '*/*' | null): OutgoingRequest {
  const others = request.headers.filter(({ name }) => name.toLowerCase() !== 'accept');
  return {
    ...request,
    headers: accept === null ? others : [{ name: 'Accept', value: accept }, ...others],
  };
}

/** The request with the names of its fields in small letters, as many clients write them (RFC 9110 section 5.1). */
export function inSmallLetters(request: OutgoingRequest): OutgoingRequest {
  return {
    ...request,
    headers: request.headers.map((field) => ({ ...field, name: field.name.toLowerCase() })),
  };
}

/** The request of a client that takes compressed bodies, as most libraries and browsers do (RFC 9110 section 12.5.3). */
export function compressed(request: OutgoingRequest): OutgoingRequest {
  return { ...request, headers: [...request.headers, { name: 'Accept-Encoding', value: 'gzip, br' }] };
}

/**
 * The request with its body in two writes, as TCP may deliver any body: split within the first character of several
 * bytes, or in the middle of a body in ASCII.
 */
export function inTwoWrites(request: OutgoingRequest): OutgoingRequest {
  const bytes = Buffer.from(request.body ?? '');
  const beyondAscii = bytes.findIndex((byte) => byte > 0x7f);
  const firstWriteBytes = beyondAscii === -1 ? Math.ceil(bytes.length / 2) : beyondAscii + 1;
  return { ...request, firstWriteBytes };
}
