import {
  type Exchange,
  getPetMayBeGone,
  type Operation,
  type RecordedResponse,
} from '../exchange/exchange.ts';
import { type RateFields, readRateFields } from '../exchange/rate-fields.ts';
import { describeRequest, type RequestDescription } from '../exchange/request-description.ts';

/** One exchange, with the facts that several watchers need. */
export interface WatchedExchange {
  readonly exchange: Exchange;
  readonly request: RequestDescription;
  /** The response with its status and header fields, or `null`. */
  readonly response: RecordedResponse | null;
  /** Whether the body is complete: not truncated, too long or undecodable. */
  readonly whole: boolean;
  /** As `404 of getPet`, for an answer to one of the three operations; else `''`. */
  readonly answer: string;
  /**
   * Whether the response is from the service itself and has a documented body: 200, 201, 400, 401 or 404 of the three
   * operations. Not if the request is so unusual that something else may have responded, nor if its `petId` is
   * malformed, which may count as an unknown path.
   */
  readonly describedBody: boolean;
  readonly rate: RateFields;
  /** Whether `getPet` may have been removed when the request was made (section "Get an animal"). */
  readonly getPetMayBeGone: boolean;
}

/**
 * A server may give up on a connection during a request and return 408 (RFC 9110 section 15.5.9). Only a second 408, on
 * another connection, is the response to the request.
 */
function isTimeoutOfConnection({ response, retryOf }: Exchange): boolean {
  return response?.status === 408 && retryOf === undefined;
}

const describedStatuses = new Set([200, 201, 400, 401, 404]);
const noFields: RateFields = readRateFields([]);

export function describeExchange(exchange: Exchange): WatchedExchange {
  const request = describeRequest(exchange.request);
  const response = isTimeoutOfConnection(exchange) ? null : exchange.response;
  const mayBeGone = getPetMayBeGone(exchange);
  return {
    exchange,
    request,
    response,
    whole: response !== null && exchange.failure === null,
    answer:
      response === null || request.operation === null ? '' : answerText(response.status, request.operation),
    describedBody: response !== null && hasDescribedBody(response.status, request, mayBeGone),
    rate: response === null ? noFields : readRateFields(response.headers),
    getPetMayBeGone: mayBeGone,
  };
}

const answerTexts: Record<Operation, Map<number, string>> = {
  listPets: new Map(),
  createPet: new Map(),
  getPet: new Map(),
};

/** Cached by status, because several watchers need it for every exchange. */
function answerText(status: number, operation: Operation): string {
  const texts = answerTexts[operation];
  let text = texts.get(status);
  if (text === undefined) {
    text = `${status} of ${operation}`;
    texts.set(status, text);
  }
  return text;
}

function hasDescribedBody(status: number, request: RequestDescription, getPetMayBeGone: boolean): boolean {
  if (request.operation === null || request.unusual || !describedStatuses.has(status)) {
    return false;
  }
  const isPathOfItsOwn = request.petId === null || (getPetMayBeGone && status === 404);
  return request.operation !== 'getPet' || !isPathOfItsOwn;
}
