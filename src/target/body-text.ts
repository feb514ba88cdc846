import { isUtf8 } from 'node:buffer';

/** A body's bytes as text. */
export interface BodyText {
  readonly text: string;
  readonly utf8: boolean;
}

/** Reads bytes as UTF-8, a byte order mark kept. A character that `cutOff` left incomplete is dropped. */
export function bodyText(bytes: Buffer, cutOff: boolean): BodyText {
  const whole = cutOff ? bytes.subarray(0, bytes.length - incompleteTail(bytes)) : bytes;
  return { text: whole.toString('utf8'), utf8: isUtf8(whole) };
}

/** The bytes of a body that is to be sent. */
export function bytesOf(body: string | Uint8Array | null): Buffer | null {
  if (body === null) {
    return null;
  }
  return typeof body === 'string'
    ? Buffer.from(body, 'utf8')
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

/** How many bytes at the end begin a character that does not end there: 0 to 3. */
function incompleteTail(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length += 1) {
    const byte = bytes[bytes.length - length] ?? 0;
    if (byte >= 0xc0) {
      return length < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? length : 0;
    }
    if (byte < 0x80) {
      return 0;
    }
  }
  return 0;
}
