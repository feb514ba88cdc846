import { promisify } from 'node:util';
import { brotliDecompress, constants, gunzip, inflate, inflateRaw, type ZlibOptions } from 'node:zlib';
import type { ExchangeFailure, HeaderList } from '../exchange/exchange.ts';
import { headerValues } from '../exchange/headers.ts';
import { targetLimits, tooLarge } from './limits.ts';

/**
 * A body without its content codings: its beginning if it is truncated, nothing if it is invalid or too large. With a
 * coding that this client doesn't know, it is still in that coding.
 */
export interface DecodedBody {
  readonly bytes: Buffer;
  readonly failure: ExchangeFailure | null;
}

/**
 * Takes the content codings off a body (RFC 9110 section 8.4.1), the outermost first. The result of each is bounded
 * like bodies, so that a small response can't fill the memory.
 */
export async function decodeBody(headers: HeaderList, body: Buffer): Promise<DecodedBody> {
  const codings = contentCodings(headers);
  if (body.length === 0) {
    return { bytes: body, failure: null };
  }
  if (codings.length > targetLimits.contentCodings) {
    return { bytes: body, failure: unreadable(`${codings.length} content codings`) };
  }
  let bytes = body;
  let failure: ExchangeFailure | null = null;
  for (const coding of codings.reverse()) {
    const decode = decoderFor(coding, bytes);
    if (decode === null) {
      return { bytes, failure: unreadable(`the content coding ${JSON.stringify(coding)}`) };
    }
    const encoded = bytes;
    const limits = { maxOutputLength: targetLimits.bodyBytes };
    try {
      bytes = await decode(encoded, limits);
    } catch (error) {
      failure ??= codingFailure(coding, error as NodeJS.ErrnoException);
      bytes = await decode(encoded, { ...limits, finishFlush: flushOf(coding) }).catch(() => Buffer.alloc(0));
    }
  }
  return { bytes, failure };
}

function codingFailure(coding: string, { code, message }: NodeJS.ErrnoException): ExchangeFailure {
  if (code === 'ERR_BUFFER_TOO_LARGE') {
    return { code: 'body-too-large', detail: `the body is ${tooLarge} after ${coding} decoding` };
  }
  return /unexpected end/.test(message)
    ? { code: 'truncated', detail: `the body ends before its ${coding} coding does` }
    : { code: 'bad-content-encoding', detail: `the body is not valid ${coding}: ${message}` };
}

/** The flush mode that decodes a truncated body as far as possible. */
function flushOf(coding: string): number {
  return coding === 'br' ? constants.BROTLI_OPERATION_FLUSH : constants.Z_SYNC_FLUSH;
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

type Decoder = (bytes: Buffer, options: ZlibOptions) => Promise<Buffer>;

function decoderFor(coding: string, body: Buffer): Decoder | null {
  switch (coding) {
    case 'gzip':
    case 'x-gzip':
      return promisify<Buffer, ZlibOptions, Buffer>(gunzip);
    case 'deflate':
      return promisify<Buffer, ZlibOptions, Buffer>(hasZlibHeader(body) ? inflate : inflateRaw);
    case 'br':
      return promisify<Buffer, ZlibOptions, Buffer>(brotliDecompress);
    default:
      return null;
  }
}

/** `deflate` is the zlib format (RFC 9110 section 8.4.1.2), but many senders leave its header out. */
function hasZlibHeader(body: Buffer): boolean {
  const [first = 0, second = 0] = body;
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}
