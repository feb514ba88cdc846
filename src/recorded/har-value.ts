import type { HeaderList } from '../exchange/exchange.ts';
import { type HarBody, requestBody, responseBody } from './har-body.ts';
import { isUsableTime } from './recorded-clock.ts';

/** An untrusted entry of a HAR, with the members needed to judge it. */
export interface RawEntry {
  /** ms since 1970, or NaN if unknown or impossible. */
  readonly startedMs: number;
  /** By how much the request may have been started later, in ms: times are cut to it. */
  readonly resolutionMs: number;
  /** From the start to the end of the response, in ms; NaN if unknown. */
  readonly durationMs: number;
  readonly connection: string;
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: HeaderList;
  /** Whether a header field of the request has a value that can't be read. */
  readonly hasUnreadableFields: boolean;
  /** `undefined` if the text of a body was not recorded. */
  readonly requestBody: string | null | undefined;
  readonly status: number;
  readonly responseHeaders: HeaderList;
  /** `null` if the recording lacks it or a part of it. */
  readonly responseBody: HarBody | null;
  /** Whether the response is from a cache or a test double instead of the service. */
  readonly fromCache: boolean;
  /** Whose credential it carried, where this program recorded it. */
  readonly credential: string | null;
  /** Whether it was sent during or after a command, where this program recorded it. */
  readonly across: 'during' | 'after' | null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads an entry, or says with `null` that it is none: no request with a method and a URL.
 */
export function rawEntry(value: unknown, isOurs: boolean): RawEntry | null {
  const entry = fields(value);
  const request = fields(entry['request']);
  const response = fields(entry['response']);
  const started = entry['startedDateTime'];
  const parsedMs = typeof started === 'number' ? started : Date.parse(text(started));
  const method = text(request['method']);
  const url = text(request['url']);
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(method) || url === '') {
    return null;
  }
  const requestHeaders = headers(request['headers']);
  const content = fields(response['content']);
  const responseHeaders = receivedHeaders(response, content);
  return {
    startedMs: isUsableTime(parsedMs) ? parsedMs : Number.NaN,
    resolutionMs: typeof started === 'number' || /:\d\d\.\d/.test(text(started)) ? 1 : 1_000,
    durationMs: duration(entry),
    connection: text(entry['connection']),
    method,
    url,
    requestHeaders: requestHeaders ?? [],
    hasUnreadableFields: requestHeaders === null,
    requestBody: requestBody(fields(request['postData']), request['bodySize'], requestHeaders ?? [], isOurs),
    status: statusOf(response),
    responseHeaders,
    // A truncated response has an error in addition.
    responseBody:
      hasError(entry) || hasError(response) ? null : responseBody(content, responseHeaders, isOurs),
    fromCache: isFromClient(entry, response),
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
function isFromClient(entry: Fields, response: Fields): boolean {
  return (
    isSaid(entry['_fromCache']) ||
    isSaid(response['_fromCache']) ||
    isSaid(entry['_fetchedViaServiceWorker']) ||
    entry['_wasFulfilled'] === true ||
    (response['_transferSize'] === 0 && 'afterRequest' in fields(entry['cache'])) ||
    /cache|service worker/i.test(text(entry['_fetchType']))
  );
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== '';
}

/** Some recorders keep the media type apart from the header fields, and shorten it. */
function receivedHeaders(response: Fields, content: Fields): HeaderList {
  const received = (headers(response['headers']) ?? []).filter(([name]) => !name.startsWith(':'));
  const mediaType = text(content['mimeType']);
  const isApart =
    received.length > 0 &&
    /json/i.test(mediaType) &&
    !received.some(([name]) => name.toLowerCase() === 'content-type');
  return isApart ? [...received, ['Content-Type', 'application/json']] : received;
}

function hasError(part: Fields): boolean {
  return (part['_error'] ?? null) !== null && part['_error'] !== '';
}

/** Some programs write it as text. NaN for what is no status. */
function statusOf(response: Fields): number {
  const status = response['status'] ?? 0;
  const isStatus = typeof status === 'number' ? Number.isInteger(status) : /^\d{1,3}$/.test(text(status));
  return isStatus && Number(status) >= 0 && Number(status) <= 999 ? Number(status) : Number.NaN;
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

/** Browsers join a repeated field by line feeds, and some programs write numbers. `null` if one has no readable value. */
function headers(value: unknown): HeaderList | null {
  const items = (Array.isArray(value) ? value : []).map(fields);
  const isReadable = items.every(({ name, value: content }) => name === '' || isReadableValue(name, content));
  return isReadable
    ? items.flatMap(({ name, value: content }) =>
        String(content)
          .split('\n')
          .flatMap((line) => (name === '' ? [] : [[String(name), line.trim()] as const])),
      )
    : null;
}

function isReadableValue(name: unknown, content: unknown): boolean {
  return typeof name === 'string' && (typeof content === 'string' || typeof content === 'number');
}
