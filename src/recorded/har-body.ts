import { isUtf8 } from 'node:buffer';
import type { HeaderList } from '../exchange/exchange.ts';
import { headerValue, headerValues } from '../exchange/headers.ts';
import { contentCodings } from '../target/content-coding.ts';

/** A body of a response as it was sent, without its codings. */
export interface HarBody {
  readonly text: string;
  readonly bytes: number;
  readonly utf8: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The body of a request: `null` if there was none, and `undefined` if the recording does not have it as it was sent.
 */
export function requestBody(
  post: Fields,
  bodySize: unknown,
  sent: HeaderList,
  isOurs: boolean,
): string | null | undefined {
  if (typeof post['text'] === 'string') {
    const bytes = recordedBytes(post['text'], post['encoding']);
    if (bytes === null || !isUtf8(bytes) || contentCodings(sent).length > 0) {
      return undefined;
    }
    const body = bytes.toString('utf8');
    const isOther = body === '' ? (declaredBytes(sent) ?? 0) > 0 : mayBeAltered(body, sent);
    return isOther && !isOurs ? undefined : body;
  }
  const [length] = headerValues(sent, 'Content-Length');
  const hadBody =
    Object.keys(post).length > 0 || (typeof bodySize === 'number' && bodySize > 0) || Number(length) > 0;
  return hadBody ? undefined : null;
}

/**
 * The body of a response, or `null` if the recording lacks it, or a part of it, or has it in a form that can't be read:
 * some recorders keep compressed bytes.
 *
 * @param isOurs whether this program recorded it: then bodies are what they were but for keys that were replaced
 */
export function responseBody(content: Fields, headers: HeaderList, isOurs: boolean): HarBody | null {
  const size = Number(content['size'] ?? Number.NaN);
  const body = content['text'] ?? (size === 0 ? '' : undefined);
  if (typeof body !== 'string' || /\bcut\b|truncat/i.test(String(content['comment'] ?? ''))) {
    return null;
  }
  const recorded = recordedBytes(body, content['encoding']);
  if (recorded === null || isFramedInChunks(body, headers)) {
    return null;
  }
  const isExact = isBase64(content['encoding']) && body !== '';
  const isCoded = !isOurs && contentCodings(headers).length > 0 && !isPlainText(recorded);
  if (isCoded || size > recorded.length) {
    return null;
  }
  const isOther = isExact ? recorded.length < (declaredBytes(headers) ?? 0) : mayBeAltered(body, headers);
  return isOther && !isOurs
    ? null
    : { text: recorded.toString('utf8'), bytes: recorded.length, utf8: isUtf8(recorded) };
}

function isBase64(encoding: unknown): boolean {
  return typeof encoding === 'string' && encoding.toLowerCase() === 'base64';
}

/** The bytes of a recorded text, or `null` for an encoding that is not known or not kept. */
function recordedBytes(text: string, encoding: unknown): Buffer | null {
  if (encoding === undefined || encoding === null || encoding === '') {
    return Buffer.from(text, 'utf8');
  }
  const isWhole = /^[A-Za-z0-9+/\s]*={0,2}$/.test(text.trimEnd());
  return isBase64(encoding) && isWhole ? Buffer.from(text, 'base64') : null;
}

/** Whether bytes are UTF-8 without control characters, which no compressed body is. */
function isPlainText(bytes: Buffer): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters
  return isUtf8(bytes) && !/[\0-\x08\x0e-\x1f\x7f-\x9f]/.test(bytes.toString('utf8'));
}

/** Whether a text has the sizes of chunks in it: no JSON begins or ends so (RFC 9112 section 7.1). */
function isFramedInChunks(text: string, headers: HeaderList): boolean {
  const isChunked = /chunked/i.test(headerValue(headers, 'Transfer-Encoding') ?? '');
  return /^[\da-f]{1,8}(?:;[^\r\n]*)?\r?\n\s*\S/i.test(text) && (isChunked || /\n0(?:\r?\n)*$/.test(text));
}

/** The suffixes that recorders append to truncated texts. */
const cutMark = /(?:\.{3}|…|truncated\W?)\s*$/i;

/** What programs put in the place of a whole text. */
const isMask =
  /^\W*(?:(?:body|content) )?(?:redacted|masked|hidden|removed|filtered|saniti[sz]ed|scrubbed|omitted)\W*$|^[*x]{3,}$/i;

/** Windows-1252 from 0x80 to 0x9f; undefined characters as in Latin-1. */
const windows1252 = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'];

/**
 * Whether the recorded body may differ from the body on the wire: incomplete, or with wrongly decoded characters. The
 * `Content-Length` of an uncompressed body decides; without it, a suspicious text counts.
 */
function mayBeAltered(text: string, headers: HeaderList): boolean {
  const declared = declaredBytes(headers);
  const bytes = Buffer.byteLength(text);
  if (declared !== null && bytes <= declared) {
    return bytes < declared;
  }
  return (
    text === '' ||
    cutMark.test(text) ||
    isMask.test(text) ||
    text.includes('\ufffd') ||
    isMojibake(text) ||
    endsWithinJson(text)
  );
}

/** Whether a text is the beginning of JSON: recorders cut long bodies. */
function endsWithinJson(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const place = /end of JSON/.test(String(error)) ? text.length : /position (\d+)/.exec(String(error))?.[1];
    return /^\s*[[{]/.test(text) && Number(place) === text.length;
  }
}

/** The size of the recorded body by `Content-Length`, or `null`. */
function declaredBytes(headers: HeaderList): number | null {
  const length = headerValue(headers, 'Content-Length') ?? '';
  const coding = headerValue(headers, 'Content-Encoding') ?? 'identity';
  return /^\d{1,15}$/.test(length) && coding === 'identity' ? Number(length) : null;
}

/** Whether a text is UTF-8 that was read as Windows-1252 or Latin-1. */
function isMojibake(text: string): boolean {
  const bytes = singleBytes(text);
  return bytes?.some((byte) => byte >= 0x80) === true && isUtf8(bytes);
}

/** The bytes of a text that was read as Windows-1252 or Latin-1, or `null` if it has other characters. */
function singleBytes(text: string): Buffer | null {
  const bytes: number[] = [];
  for (const character of text) {
    const place = windows1252.indexOf(character);
    const byte = place === -1 ? (character.codePointAt(0) ?? 0) : 0x80 + place;
    if (byte > 0xff) {
      return null;
    }
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}
