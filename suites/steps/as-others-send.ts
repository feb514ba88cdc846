import type { Case } from '../../src/arbitraries/covering-cases.ts';
import type { OutgoingRequest } from '../../src/target/target.ts';

/** How clients send a request, the usual way first: its meaning is the same. `isFresh`: on a new connection. */
export const forms = {
  accept: ['application/json', '*/*', 'application/json;q=0.9, */*;q=0.8', null],
  isCompressed: [false, true],
  isFresh: [false, true],
} as const;

export type Form = Case<typeof forms>;

export const usualForm: Form = { accept: 'application/json', isCompressed: false, isFresh: false };

/** The request in this form, except for its connection. */
export function inForm(request: OutgoingRequest, { accept, isCompressed }: Form): OutgoingRequest {
  const accepted = accepting(request, accept);
  return isCompressed ? compressed(accepted) : accepted;
}

/** The form in words, after the request: ` without Accept, on a new connection`. Empty for the usual form. */
export function formText({ accept, isCompressed, isFresh }: Form): string {
  const words = [
    ...(accept === null ? ['without Accept'] : accept === usualForm.accept ? [] : [`with Accept: ${accept}`]),
    ...(isCompressed ? ['with Accept-Encoding'] : []),
    ...(isFresh ? ['on a new connection'] : []),
  ];
  return words.map((word, index) => `${index === 0 ? ' ' : ', '}${word}`).join('');
}

/** The request with another `Accept`, or with none: it does not change the media type that the document specifies. */
export function accepting(request: OutgoingRequest, accept: string | null): OutgoingRequest {
  const others = request.headers.filter(({ name }) => name.toLowerCase() !== 'accept');
  return {
    ...request,
    headers: accept === null ? others : [{ name: 'Accept', value: accept }, ...others],
  };
}

/** The request with header names in lower case, as many clients send them (RFC 9110 section 5.1). */
export function inSmallLetters(request: OutgoingRequest): OutgoingRequest {
  return {
    ...request,
    headers: request.headers.map((field) => ({ ...field, name: field.name.toLowerCase() })),
  };
}

/** The request of a client that accepts compressed bodies, like most libraries (RFC 9110 section 12.5.3). */
export function compressed(request: OutgoingRequest): OutgoingRequest {
  return { ...request, headers: [...request.headers, { name: 'Accept-Encoding', value: 'gzip, br' }] };
}

/** The request with its body in chunks, as clients send it that do not know its length. */
export function inChunks(request: OutgoingRequest): OutgoingRequest {
  return { ...request, headers: [...request.headers, { name: 'Transfer-Encoding', value: 'chunked' }] };
}

/**
 * The request with its body in two writes, because TCP may split any body. The split is within the first multi-byte
 * character, or in the middle of an ASCII body.
 */
export function inTwoWrites(request: OutgoingRequest): OutgoingRequest {
  const bytes = Buffer.from(request.body ?? '');
  const beyondAscii = bytes.findIndex((byte) => byte > 0x7f);
  const firstWriteBytes = beyondAscii === -1 ? Math.ceil(bytes.length / 2) : beyondAscii + 1;
  return { ...request, firstWriteBytes };
}
