import { inflateSync } from 'node:zlib';
import type { JsHistogram } from 'hdr-histogram-js';

/** The cookies of version 2 of the HDR format: of the compressed envelope, and of its content. */
const envelopeCookie = 0x1c849314;
const cookie = 0x1c849313;
const envelopeBytes = 8;
const headerBytes = 40;
/** Far more than the counts of any histogram of a load. */
const mostBytes = 1_000_000;
/** A double can't hold every number of this many bytes. */
const mostNumberBytes = 8;

/**
 * Adds an encoded histogram (version 2 of the HDR format, compressed, base64) to one of the same range and precision.
 * Decoded here, because the library would allocate what the text claims, and count for hours through the empty buckets
 * that it claims.
 *
 * @returns the number of its values
 * @throws {Error} with the reason for any other text; `target` may have some of its counts then
 */
export function addEncoded(encoded: string, target: JsHistogram): number {
  const bytes = inflated(Buffer.from(encoded, 'base64'));
  const isOfTarget =
    bytes.length >= headerBytes &&
    bytes.readInt32BE(0) === cookie &&
    bytes.readInt32BE(4) === bytes.length - headerBytes &&
    bytes.readInt32BE(12) === target.numberOfSignificantValueDigits &&
    Number(bytes.readBigInt64BE(16)) === target.lowestDiscernibleValue &&
    Number(bytes.readBigInt64BE(24)) === target.highestTrackableValue;
  if (!isOfTarget) {
    throw new Error('it is not a histogram of a load');
  }
  let index = 0;
  let total = 0;
  for (let position = headerBytes; position < bytes.length; ) {
    const { value, end } = numberAt(bytes, position);
    position = end;
    if (value > 0) {
      addTo(target, index, value);
      total += value;
    }
    index += value < 0 ? -value : 1;
  }
  if (index > target.countsArrayLength) {
    throw new Error('it has values that no load can have');
  }
  if (!Number.isSafeInteger(total)) {
    throw new Error('its counts are too large');
  }
  // Sets total, minimum and maximum, as the library does after decoding.
  target.establishInternalTackingValues();
  return total;
}

/** The library throws a string, not an error, for a count that is too large. */
function addTo(target: JsHistogram, index: number, count: number): void {
  try {
    target.addToCountAtIndex(index, count);
  } catch {
    throw new Error('its counts are too large');
  }
}

function inflated(envelope: Buffer): Buffer {
  if (envelope.length < envelopeBytes || envelope.readInt32BE(0) !== envelopeCookie) {
    throw new Error('it is not in version 2 of the HDR format');
  }
  try {
    return inflateSync(envelope.subarray(envelopeBytes), { maxOutputLength: mostBytes });
  } catch {
    throw new Error('its compressed data is damaged');
  }
}

/** A number in zigzag LEB128: negative for that many empty buckets. */
function numberAt(bytes: Buffer, start: number): { readonly value: number; readonly end: number } {
  let sum = 0;
  for (let count = 0; count < mostNumberBytes; count += 1) {
    const byte = bytes[start + count];
    if (byte === undefined) {
      throw new Error('it is truncated');
    }
    sum += (byte & 0x7f) * 2 ** (7 * count);
    if (byte < 0x80) {
      const value = sum % 2 === 0 ? sum / 2 : -(sum + 1) / 2;
      return { value, end: start + count + 1 };
    }
  }
  throw new Error('its counts are too large');
}
