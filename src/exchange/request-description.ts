import { int64 } from '../json/exact-json.ts';
import { readCreationBody, type SentNewPet } from './creation-body.ts';
import type { HeaderList, Operation, RecordedRequest } from './exchange.ts';
import { headerValue } from './headers.ts';
import { Recent } from './recent.ts';
import { RecentTexts } from './recent-texts.ts';
import { type ListQuery, noQuery, readListQuery } from './request-query.ts';

/**
 * Whether the interface document describes a request.
 *
 * - `described`: it specifies the responses: a known operation, parameters within their bounds, and a body that is
 *   clearly a `NewPet` or clearly rejected.
 * - `silent`: it leaves them open, for example for a `limit`, `status` or `petId` out of range. The default in case
 *   of doubt.
 */
type RequestScope = 'described' | 'silent';

/** The meaning of a request, derived only from what was sent. */
export interface RequestDescription {
  /** `null`: any other method or path. */
  readonly operation: Operation | null;
  /** The `petId` if it is a canonical int64 (no `+5`, `-0`, `007`, no percent-encoding). */
  readonly petId: bigint | null;
  /** The integer sent as `limit`, in or out of range; `odd`: not an integer, or repeated. */
  readonly limit: ListQuery['limit'];
  readonly status: ListQuery['status'];
  /** Whether the body of a creation has a JSON object with a duplicate key. */
  readonly repeatsMembers: boolean;
  /** The `NewPet` of a creation, if its body is valid by the schema. */
  readonly newPet: SentNewPet | null;
  readonly scope: RequestScope;
  /**
   * Whether something else than the described operation may respond because of the target, header fields or size: an
   * HTTP stack that rejects it unread, a proxy, or an undocumented feature (an unknown query parameter, `Range`,
   * `Expect`). The interface document does not describe such responses.
   */
  readonly unusual: boolean;
}

const standardMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const oddTarget =
  /[^!$&'()*+,./0-9:;=?@A-Z_a-z~%-]|%(?![0-9A-Fa-f]{2})|%(?:00|2[eEfF]|5[cC])|\/\.{0,2}(?:[/?]|$)/;
const canonicalInt64 = /^(?:0|-?[1-9]\d{0,18})$/;
const longestTarget = 1000;
const largestBodyBytes = 65_536;

const unknownRequest: RequestDescription = {
  operation: null,
  petId: null,
  limit: null,
  status: null,
  repeatsMembers: false,
  newPet: null,
  scope: 'silent',
  unusual: false,
};

const descriptions = new Recent(1, describe);

/** Describes a request from what was sent, so that recorded traffic can be judged too. */
export function describeRequest(request: RecordedRequest): RequestDescription {
  return descriptions.of(request);
}

function describe(request: RecordedRequest): RequestDescription {
  const { method, target } = request;
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  const query = mark === -1 ? null : target.slice(mark + 1);
  const operation = operationOf(method, path);
  const unusual = isUnusual(request, operation);
  switch (operation) {
    case 'listPets':
      return describeList(query, unusual);
    case 'createPet':
      return describeCreation(request, unusual || query !== null);
    case 'getPet':
      return describeReading(path.slice('/pets/'.length), unusual || query !== null);
    default:
      return { ...unknownRequest, unusual: unusual || !standardMethods.has(method) };
  }
}

/** A run sends few queries, again and again. */
const queries = new RecentTexts(32, readListQuery);

function describeList(query: string | null, oddlySent: boolean): RequestDescription {
  const { limit, status, unusual: oddQuery } = query === null ? noQuery : queries.of(query);
  const limitWithin = limit === null || (limit !== 'odd' && limit >= 1n && limit <= 100n);
  const unusual = oddlySent || oddQuery;
  const scope = limitWithin && status !== 'odd' && !unusual ? 'described' : 'silent';
  return { ...unknownRequest, operation: 'listPets', limit, status, scope, unusual };
}

function describeCreation(request: RecordedRequest, unusual: boolean): RequestDescription {
  const { described, repeatsMembers, newPet } = readCreationBody(request);
  const scope = described && !unusual ? 'described' : 'silent';
  return { ...unknownRequest, operation: 'createPet', repeatsMembers, newPet, scope, unusual };
}

function describeReading(segment: string, unusual: boolean): RequestDescription {
  const petId = readPetId(segment);
  const scope = petId === null || unusual ? 'silent' : 'described';
  return { ...unknownRequest, operation: 'getPet', petId, scope, unusual };
}

function isUnusual(request: RecordedRequest, operation: Operation | null): boolean {
  const body = request.body ?? '';
  const hasBodyOutOfPlace = body !== '' && (operation === 'listPets' || operation === 'getPet');
  const lacksLength =
    request.method === 'POST' && body === '' && headerValue(request.headers, 'Content-Length') === undefined;
  return (
    hasBodyOutOfPlace ||
    lacksLength ||
    request.target.length > longestTarget ||
    oddTarget.test(request.target) ||
    isLarge(body) ||
    !hasOrdinaryHeaders(request)
  );
}

/**
 * Whether a server may reject a body because of its size, with 413 or by closing the connection (RFC 9110 section
 * 15.5.14). A UTF-16 unit takes at most three bytes in UTF-8, so most bodies need no exact count.
 */
export function isLarge(body: string): boolean {
  return body.length * 3 > largestBodyBytes && Buffer.byteLength(body) > largestBodyBytes;
}

function readPetId(segment: string): bigint | null {
  if (!canonicalInt64.test(segment)) {
    return null;
  }
  const petId = BigInt(segment);
  return petId >= int64.minimum && petId <= int64.maximum ? petId : null;
}

/** The operation of a method and path, or `null`. */
export function operationOf(method: string, path: string): Operation | null {
  if (path === '/pets') {
    return method === 'GET' ? 'listPets' : method === 'POST' ? 'createPet' : null;
  }
  const isOneSegment = path.startsWith('/pets/') && path.indexOf('/', '/pets/'.length) === -1;
  const segment = path.slice('/pets/'.length);
  return method === 'GET' && isOneSegment && !/^\.{0,2}$/.test(segment) ? 'getPet' : null;
}

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

/** The last list of each length that was ordinary: the requests of a run have the same few fields. */
const lastOrdinary: (HeaderList | undefined)[] = [];
const mostFields = 50;

/**
 * Whether all header fields of a request are ordinary: none that requests other behaviour (`Expect`, `Range`,
 * `If-None-Match` …), none repeated, none so unusual or large that a server may reject it unread.
 */
export function hasOrdinaryHeaders(request: RecordedRequest): boolean {
  const { headers } = request;
  const last = lastOrdinary[headers.length];
  if (last !== undefined && isLike(last, request)) {
    return true;
  }
  const isOrdinary = areOrdinary(request);
  if (isOrdinary && headers.length < mostFields) {
    lastOrdinary[headers.length] = headers;
  }
  return isOrdinary;
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
