import { isUtf8 } from 'node:buffer';
import type { HeaderList } from '../exchange/exchange.ts';
import { headerValue, headerValues } from '../exchange/headers.ts';

/** An untrusted entry of a HAR, with the members needed to judge it. */
export interface RawEntry {
  /** ms since 1970. */
  readonly startedMs: number;
  /** By how much the request may have been started later, in ms: times are cut to it. */
  readonly resolutionMs: number;
  /** From the start to the end of the response, in ms; NaN if unknown. */
  readonly durationMs: number;
  readonly connection: string;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: HeaderList;
  /** `undefined` if the text of a body was not recorded. */
  readonly requestBody: string | null | undefined;
  readonly status: number;
  readonly responseHeaders: HeaderList;
  /** `null` if the recording lacks it or a part of it. */
  readonly responseBody: { readonly text: string; readonly bytes: number; readonly utf8: boolean } | null;
  /** Whether the response is from a cache or a test double instead of the service. */
  readonly fromCache: boolean;
  /** Whose credential it carried, where this program recorded it. */
  readonly credential: string | null;
  /** Whether it was sent during or after a command, where this program recorded it. */
  readonly across: 'during' | 'after' | null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads an entry, or says with `null` that it is none: no request with a URL, or no time.
 *
 * @param isOurs whether this program recorded it: then bodies are what they were but for keys that were replaced
 */
export function rawEntry(value: unknown, isOurs: boolean): RawEntry | null {
  const entry = fields(value);
  const request = fields(entry['request']);
  const response = fields(entry['response']);
  const startedText = text(entry['startedDateTime']);
  const startedMs = Date.parse(startedText);
  const method = text(request['method']);
  const url = text(request['url']);
  if (Number.isNaN(startedMs) || !/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method) || url === '') {
    return null;
  }
  const requestHeaders = headers(request['headers']);
  const responseHeaders = headers(response['headers']).filter(([name]) => !name.startsWith(':'));
  return {
    startedMs,
    resolutionMs: /:\d\d\.\d/.test(startedText) ? 1 : 1_000,
    durationMs: duration(entry),
    connection: text(entry['connection']),
    method,
    url,
    requestHeaders,
    requestBody: requestBody(request, requestHeaders, isOurs),
    status: statusOf(response),
    responseHeaders,
    // A truncated response has an error in addition.
    responseBody:
      hasError(entry) || hasError(response) ? null : responseBody(response, responseHeaders, isOurs),
    fromCache: isFromClient(entry) || '_fromCache' in response,
    credential: typeof entry['_credential'] === 'string' ? entry['_credential'] : null,
    across: entry['_across'] === 'during' || entry['_across'] === 'after' ? entry['_across'] : null,
  };
}

function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function amount(value: unknown): number {
  return typeof value === 'number' && value >= 0 && value < 1e9 ? value : Number.NaN;
}

/** Browsers and the tools that drive them say each in their own way that no request left them. */
function isFromClient(entry: Fields): boolean {
  const fetched = text(entry['_fetchType']);
  return (
    '_fromCache' in entry ||
    '_fetchedViaServiceWorker' in entry ||
    entry['_wasFulfilled'] === true ||
    /cache|service worker/i.test(fetched)
  );
}

function hasError(part: Fields): boolean {
  return (part['_error'] ?? null) !== null && part['_error'] !== '';
}

function statusOf(response: Fields): number {
  const status = response['status'];
  return typeof status === 'number' && Number.isInteger(status) && status >= 0 && status <= 999 ? status : 0;
}

/** `time` is what all timings add up to; some programs write one of the two only. */
function duration(entry: Fields): number {
  const whole = amount(entry['time']);
  if (whole > 0) {
    return whole;
  }
  const timings = fields(entry['timings']);
  const parts = ['blocked', 'dns', 'connect', 'send', 'wait', 'receive']
    .map((name) => amount(timings[name]))
    .filter((part) => part > 0);
  return parts.length === 0 ? Number.NaN : parts.reduce((sum, part) => sum + part, 0);
}

/** Browsers join a repeated field by line feeds. */
function headers(value: unknown): HeaderList {
  return (Array.isArray(value) ? value : []).flatMap((item: unknown) => {
    const { name, value: content } = fields(item);
    return typeof name === 'string' && typeof content === 'string' && name !== ''
      ? content.split('\n').map((line) => [name, line.trim()] as const)
      : [];
  });
}

function requestBody(request: Fields, sent: HeaderList, isOurs: boolean): string | null | undefined {
  const post = fields(request['postData']);
  const body = post['text'];
  if (typeof body === 'string') {
    const isOther = body === '' ? (declaredBytes(sent) ?? 0) > 0 : mayBeAltered(body, sent);
    return isOther && !isOurs ? undefined : body;
  }
  const [length] = headerValues(sent, 'Content-Length');
  const size = request['bodySize'];
  const hadBody =
    Object.keys(post).length > 0 || (typeof size === 'number' && size > 0) || Number(length) > 0;
  return hadBody ? undefined : null;
}

function responseBody(response: Fields, headers: HeaderList, isOurs: boolean): RawEntry['responseBody'] {
  const content = fields(response['content']);
  const size = content['size'];
  const body = content['text'] ?? (size === 0 ? '' : undefined);
  if (typeof body !== 'string') {
    return null;
  }
  const isExact = content['encoding'] === 'base64' && body !== '';
  const bytes = isExact ? decoded(body) : Buffer.from(body, 'utf8');
  const isCut = /\bcut\b|truncat/i.test(text(content['comment']));
  if (bytes === null || isCut || (typeof size === 'number' && size > bytes.length)) {
    return null;
  }
  const isOther = isExact ? bytes.length < (declaredBytes(headers) ?? 0) : mayBeAltered(body, headers);
  return isOther && !isOurs
    ? null
    : { text: bytes.toString('utf8'), bytes: bytes.length, utf8: isUtf8(bytes) };
}

function decoded(body: string): Buffer | null {
  return /^[A-Za-z0-9+/\s]*={0,2}$/.test(body.trimEnd()) ? Buffer.from(body, 'base64') : null;
}

/** The suffixes that recorders append to truncated texts. */
const cutMark = /(?:\.{3}|…|truncated\W?)\s*$/i;

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
  return text === '' || cutMark.test(text) || text.includes('\ufffd') || isMojibake(text);
}

/** The size of the recorded body by `Content-Length`, or `null`. */
function declaredBytes(headers: HeaderList): number | null {
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
