import { int64 } from '../json/exact-json.ts';
import { isPetStatus, type PetStatus, readCreationBody, type SentNewPet } from './creation-body.ts';
import type { Operation, RecordedRequest } from './exchange.ts';
import { headerValue } from './headers.ts';
import { RecentTexts } from './recent-texts.ts';

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

const petPrefix = '/pets/';
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

/** Cached, because every judge of an exchange describes its request. */
let latestRequest: RecordedRequest | null = null;
let latestDescription = unknownRequest;

/** Describes a request from what was sent, so that recorded traffic can be judged too. */
export function describeRequest(request: RecordedRequest): RequestDescription {
  if (latestRequest !== request) {
    latestDescription = describe(request);
    latestRequest = request;
  }
  return latestDescription;
}

function describe(request: RecordedRequest): RequestDescription {
  const { method, target } = request;
  const { path, query, isOdd } = targets.of(target);
  const operation = operationOf(method, path);
  const unusual = isOdd || isUnusual(request, operation);
  switch (operation) {
    case 'listPets':
      return describeList(query, unusual);
    case 'createPet':
      return describeCreation(request, unusual || query !== null);
    case 'getPet':
      return describeReading(path.slice(petPrefix.length), unusual || query !== null);
    default:
      return { ...unknownRequest, unusual: unusual || !standardMethods.has(method) };
  }
}

interface SentTarget {
  readonly path: string;
  readonly query: string | null;
  /** Whether a server or a proxy may read it in another way, or reject it. */
  readonly isOdd: boolean;
}

/** Cached, because a run repeats a few targets. */
const targets = new RecentTexts(32, readTarget);

function readTarget(target: string): SentTarget {
  const mark = target.indexOf('?');
  return {
    path: mark === -1 ? target : target.slice(0, mark),
    query: mark === -1 ? null : target.slice(mark + 1),
    isOdd: target.length > longestTarget || oddTarget.test(target),
  };
}

/** Cached, because a run repeats a few queries. */
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
  return hasBodyOutOfPlace || lacksLength || isLarge(body) || !areOrdinary(request);
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

/** The operation of a method and a target below the base URL, or `null`. */
export function operationOf(method: string, target: string): Operation | null {
  const queryAt = target.indexOf('?');
  const path = queryAt === -1 ? target : target.slice(0, queryAt);
  if (path === '/pets') {
    return method === 'GET' ? 'listPets' : method === 'POST' ? 'createPet' : null;
  }
  const isOneSegment = path.startsWith(petPrefix) && path.indexOf('/', petPrefix.length) === -1;
  const segment = path.slice(petPrefix.length);
  return method === 'GET' && isOneSegment && !/^\.{0,2}$/.test(segment) ? 'getPet' : null;
}

/** The meaning of the query of a list, as sent. */
export interface ListQuery {
  /** The sent integer, whether or not within 1 to 100; `null` if none was sent. */
  readonly limit: bigint | 'odd' | null;
  readonly status: PetStatus | 'odd' | null;
  /** Whether the query has an undocumented or repeated parameter. */
  readonly unusual: boolean;
}

export const noQuery: ListQuery = { limit: null, status: null, unusual: false };

const canonicalInteger = /^(?:0|-?[1-9]\d{0,39})$/;
const plainValue = /^[A-Za-z0-9._~-]{0,64}$/;

/** Letters, digits and `-._~`. */
const encodedUnreserved = /%(?:2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)/i;

/**
 * Reads a query. One with a character that is percent-encoded without need says nothing about its parameters: it is
 * equivalent (RFC 9110 section 4.2.3), but no client sends that, and some services compare a query as written.
 */
export function readListQuery(query: string): ListQuery {
  let limit: ListQuery['limit'] = null;
  let status: ListQuery['status'] = null;
  let unusual = false;
  if (encodedUnreserved.test(query)) {
    return { limit: 'odd', status: 'odd', unusual: true };
  }
  for (const parameter of query.split('&')) {
    const [, name, value = ''] = /^([^=]*)=?(.*)$/s.exec(parameter) ?? [];
    if (name === 'limit') {
      unusual ||= limit !== null || !plainValue.test(value);
      limit = limit === null && canonicalInteger.test(value) ? BigInt(value) : 'odd';
    } else if (name === 'status') {
      unusual ||= status !== null || !plainValue.test(value);
      status = status === null && isPetStatus(value) ? value : 'odd';
    } else {
      unusual = true;
    }
  }
  return { limit, status, unusual };
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
