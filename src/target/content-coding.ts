import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import type { ExchangeFailure, HeaderList } from '../exchange/exchange.ts';
import { headerValues } from '../exchange/headers.ts';
import { beginning, CollectedBytes, type LargeBodies } from './collected-bytes.ts';
import { targetLimits } from './limits.ts';

/** A body without its content codings: all that could be read of it, and why that is not all. */
export interface DecodedBody {
  /** Of a body that is too large its beginning. */
  readonly bytes: Buffer;
  /** How many bytes were made of it, these included. */
  readonly size: number;
  readonly failure: ExchangeFailure | null;
}

/**
 * Takes the content codings off a body (RFC 9110 section 8.4.1), the outermost first. The result of each is bounded
 * like bodies, so that a small response can't fill the memory.
 */
export async function decodeBody(
  headers: HeaderList,
  body: Buffer,
  largeBodies: LargeBodies,
): Promise<DecodedBody> {
  const codings = contentCodings(headers);
  const whole = (bytes: Buffer, failure: ExchangeFailure | null) => ({ bytes, size: bytes.length, failure });
  let decoded: DecodedBody = whole(body, null);
  if (body.length === 0) {
    return decoded;
  }
  if (codings.length > targetLimits.contentCodings) {
    return whole(body, unreadable(`${codings.length} content codings`));
  }
  for (const coding of codings.reverse()) {
    const decoder = decoderFor(coding, decoded.bytes);
    if (decoder === null) {
      return whole(decoded.bytes, unreadable(`the content coding ${JSON.stringify(coding)}`));
    }
    decoded = await decode(decoder, coding, decoded.bytes, largeBodies);
    if (decoded.failure !== null) {
      return decoded;
    }
  }
  return decoded;
}

/** The content codings of a body, in the order in which they were applied. */
export function contentCodings(headers: HeaderList): string[] {
  return headerValues(headers, 'content-encoding')
    .flatMap((value) => value.split(','))
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
}

/** Nothing was said of the codings that we can read: such a service is not at fault. */
function unreadable(what: string): ExchangeFailure {
  return { code: 'other', detail: `the body has ${what}, which this client can not read` };
}

function decoderFor(coding: string, body: Buffer): Transform | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return hasZlibHeader(body) ? createInflate() : createInflateRaw();
    case 'br':
      return createBrotliDecompress();
    default:
      return null;
  }
}

/** `deflate` is the zlib format (RFC 9110 section 8.4.1.2), but many senders leave its header out. */
function hasZlibHeader(body: Buffer): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

async function decode(
  decoder: Transform,
  coding: string,
  body: Buffer,
  largeBodies: LargeBodies,
): Promise<DecodedBody> {
  const made = new CollectedBytes();
  let failure: ExchangeFailure | null = null;
  try {
    for await (const chunk of decoder.end(body)) {
      const before = made.length;
      made.append(chunk as Buffer);
      const tooLarge = largeBodies.grown(before, made.length);
      if (tooLarge !== null) {
        const detail = `the body is ${tooLarge} after ${coding} decoding`;
        return { bytes: beginning(made), size: made.length, failure: { code: 'body-too-large', detail } };
      }
    }
  } catch (error) {
    const { message } = error as Error;
    failure = /unexpected end/.test(message)
      ? { code: 'truncated', detail: `the body ends before its ${coding} coding does` }
      : { code: 'bad-content-encoding', detail: `the body is not valid ${coding}: ${message}` };
  }
  return { bytes: made.taken(), size: made.length, failure };
}
