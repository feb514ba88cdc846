import type { HeaderList, RecordedRequest } from './exchange.ts';
import { headerValues } from './headers.ts';

/** Header fields that do not change the meaning of a request. */
const ordinaryFields = new Set([
  ':authority',
  ':method',
  ':path',
  ':scheme',
  'accept',
  'accept-encoding',
  'accept-language',
  'authorization',
  'cache-control',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'host',
  'pragma',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-api-key',
]);

/** The placeholder in records for the values of the header fields that the user adds. */
const carried = /^\$ANIMAL_STORE_HEADER_\d{1,3}$/;
const printable = /^[\t\x20-\x7e]*$/;
const acceptsJson = /(?:^|,)\s*(?:\*\/\*|application\/(?:json|\*))\s*(?:;\s*q=(?:1|0\.[1-9])[^,;]*)?(?:,|$)/i;
const largestHeaderCharacters = 4096;

/** The properties of the header fields of a request. */
export interface RequestFields {
  /**
   * Whether all are ordinary: none that requests other behaviour (`Expect`, `Range`, `If-None-Match` …), none repeated,
   * none so unusual or large that a server may reject it unread.
   */
  readonly ordinary: boolean;
  /** The values of `Content-Type`. */
  readonly contentTypes: readonly string[];
}

interface OrdinaryFields extends RequestFields {
  readonly headers: HeaderList;
}

/** The last list of each length that was ordinary: the requests of a run have the same few fields. */
const lastOrdinary: (OrdinaryFields | undefined)[] = [];
const mostFields = 50;

export function readRequestFields(request: RecordedRequest): RequestFields {
  const { headers } = request;
  const last = lastOrdinary[headers.length];
  if (last !== undefined && isLike(last.headers, request)) {
    return last;
  }
  const fields = {
    headers,
    ordinary: areOrdinary(request),
    contentTypes: headerValues(headers, 'Content-Type'),
  };
  if (fields.ordinary && headers.length < mostFields) {
    lastOrdinary[headers.length] = fields;
  }
  return fields;
}

/** Whether the fields are those of an ordinary request, and the `Content-Length` is that of this one. */
function isLike(ordinary: HeaderList, request: RecordedRequest): boolean {
  const { headers } = request;
  for (let position = 0; position < headers.length; position += 1) {
    const [name, value] = headers[position] as HeaderList[number];
    const [ordinaryName, ordinaryValue] = ordinary[position] as HeaderList[number];
    if (name !== ordinaryName || value.length !== ordinaryValue.length) {
      return false;
    }
    const isSame =
      name.length === contentLength.length && name.toLowerCase() === contentLength
        ? isOrdinaryValue(contentLength, value, request)
        : value === ordinaryValue;
    if (!isSame) {
      return false;
    }
  }
  return true;
}

function areOrdinary(request: RecordedRequest): boolean {
  const seen: string[] = [];
  let characters = 0;
  for (const [name, value] of request.headers) {
    const field = name.toLowerCase();
    characters += name.length + value.length;
    const isOrdinary = ordinaryFields.has(field) && isOrdinaryValue(field, value, request);
    if (seen.includes(field) || !(isOrdinary || carried.test(value))) {
      return false;
    }
    seen.push(field);
  }
  return characters <= largestHeaderCharacters && (seen.includes('host') || seen.includes(':authority'));
}

const contentLength = 'content-length';

function isOrdinaryValue(field: string, value: string, request: RecordedRequest): boolean {
  switch (field) {
    case 'accept':
      return acceptsJson.test(value);
    case 'accept-encoding':
      return printable.test(value) && !value.includes('q=0');
    case 'cache-control':
    case 'pragma':
      return value === 'no-cache';
    case 'connection':
      return /^(?:keep-alive|close)$/i.test(value);
    case contentLength:
      return request.body === null ? value === '0' : Number(value) === Buffer.byteLength(request.body);
    default:
      return printable.test(value);
  }
}
