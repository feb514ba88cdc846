import type { HeaderList } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';

/** The suffixes that recorders append to truncated texts. */
const cutMark = /(?:\.{3}|…|truncated\W?)\s*$/i;

/** Windows-1252 from 0x80 to 0x9f; undefined characters as in Latin-1. */
const windows1252 = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'];

/**
 * Whether a body may have been recorded otherwise than it went over the wire: not all of it, or its characters read
 * wrongly. Its `Content-Length` tells, where it was not compressed; without it whatever looks so counts.
 */
export function mayBeAltered(text: string, headers: HeaderList): boolean {
  const declared = declaredBytes(headers);
  const bytes = Buffer.byteLength(text);
  if (declared !== null && bytes <= declared) {
    return bytes < declared;
  }
  return text === '' || cutMark.test(text) || text.includes('\ufffd') || isMojibake(text);
}

/** The size of the recorded body by `Content-Length`, or `null`. */
export function declaredBytes(headers: HeaderList): number | null {
  const length = headerValue(headers, 'Content-Length') ?? '';
  const coding = headerValue(headers, 'Content-Encoding') ?? 'identity';
  return /^\d{1,15}$/.test(length) && coding === 'identity' ? Number(length) : null;
}

/** Whether a text is UTF-8 that was read as Windows-1252 or Latin-1. */
function isMojibake(text: string): boolean {
  const bytes: number[] = [];
  for (const character of text) {
    const place = windows1252.indexOf(character);
    const byte = place === -1 ? (character.codePointAt(0) ?? 0) : 0x80 + place;
    if (byte > 0xff) {
      return false;
    }
    bytes.push(byte);
  }
  return bytes.some((byte) => byte >= 0x80) && isUtf8(Uint8Array.from(bytes));
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
