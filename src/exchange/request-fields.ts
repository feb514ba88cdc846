import type { RecordedRequest } from './exchange.ts';

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

/**
 * Whether all header fields of a request are ordinary: none that requests other behaviour (`Expect`, `Range`,
 * `If-None-Match` …), none repeated, none so unusual or large that a server may reject it unread.
 */
export function areOrdinary(request: RecordedRequest): boolean {
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

function isOrdinaryValue(field: string, value: string, request: RecordedRequest): boolean {
  switch (field) {
    case 'accept':
      return acceptsJson.test(value);
    case 'accept-encoding':
      return printable.test(value) && !/;\s*q=0(?:\.0*)?(?:[\s,]|$)/i.test(value);
    case 'cache-control':
    case 'pragma':
      return value === 'no-cache';
    case 'connection':
      return /^(?:keep-alive|close)$/i.test(value);
    case 'content-length':
      return request.body === null ? value === '0' : Number(value) === Buffer.byteLength(request.body);
    default:
      return printable.test(value);
  }
}
