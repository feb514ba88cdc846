import { type PetReading, readPet, readPets } from '../animals/pet.ts';
import type { Exchange, HeaderList } from '../exchange/exchange.ts';
import { headerValue } from '../exchange/headers.ts';
import { describeRequest } from '../exchange/request-description.ts';
import { jsonBody, jsonValue } from '../exchange/response-body.ts';
import { type JsonValue, member, parseJson } from '../json/exact-json.ts';
import { cutText } from '../report/words.ts';
import type { RunEvent } from '../verdict/run-event.ts';

/** An exchange with a response, read for suites. */
export interface Answer {
  readonly exchange: Exchange;
  readonly status: number;
  readonly headers: HeaderList;
  /** The body as exact JSON, or `undefined` if it is not JSON. */
  readonly json: JsonValue | undefined;
  /** The animal in a 201 to POST or a 200 to GET, or `null`. */
  readonly pet: PetReading | null;
  /** The animals in a list that returned 200, or `null`. */
  readonly pets: readonly PetReading[] | null;
  /** The response in one line for findings: `201 {"id":…`. */
  readonly summary: string;
}

const summaryLength = 160;
const briefLength = 100;
const longestLocation = 200;

/**
 * Reads an exchange as an answer, or `null` without a response.
 *
 * @param ifIncomplete is called for the body if only a part of it arrived
 */
export function answerOf(
  exchange: Exchange,
  ifIncomplete: (failure: string) => undefined = () => undefined,
): Answer | null {
  const { request, response, failure } = exchange;
  if (response === null) {
    return null;
  }
  const { status, headers } = response;
  const json = () => (failure === null ? jsonValue(response) : ifIncomplete(failure.detail));
  const isSuccess = status === (request.method === 'POST' ? 201 : 200);
  return {
    exchange,
    status,
    headers,
    get json() {
      return json();
    },
    get pet() {
      return isSuccess ? readPet(json()) : null;
    },
    get pets() {
      return isSuccess ? readPets(json()) : null;
    },
    summary: summarise(exchange),
  };
}

export function summarise(exchange: Exchange): string {
  const { response, failure } = exchange;
  if (response === null) {
    return `no response (${failure?.detail ?? 'unknown failure'})`;
  }
  const broken = failure === null ? '' : ` [${failure.detail}]`;
  const body =
    response.body.length > summaryLength ? `${response.body.slice(0, summaryLength)}…` : response.body;
  const kind = jsonBody(response).ok || body === '' ? '' : ' (not JSON)';
  const location = headerValue(response.headers, 'Location');
  const isRedirect = response.status >= 300 && response.status < 400 && location !== undefined;
  const where = isRedirect ? `to ${location.slice(0, longestLocation)} ` : '';
  return `${response.status} ${where}${body}${kind}${broken}`.trim();
}

/** The same, of a bounded length. */
export function summariseBriefly(exchange: Exchange): string {
  const { text, cut } = cutText(summarise(exchange), briefLength);
  return cut === 0 ? text : `${text}…`;
}

/** Whether the connection broke before the response headers. */
export function isDropped({ response, failure }: Exchange): boolean {
  return response === null && ['reset', 'truncated', 'not-http'].includes(failure?.code ?? '');
}

/** Whether the connection broke within the response body. */
export function isCutOff({ response, failure }: Exchange): boolean {
  return response !== null && ['truncated', 'reset', 'not-http'].includes(failure?.code ?? '');
}

/** Whether a response body timed out. */
export function isStalled({ response, failure }: Exchange): boolean {
  return response !== null && failure?.code === 'timeout';
}

/** Whether a request was refused for its content: by a 4xx except for keys and limits. */
export function isRefused({ status }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 401 && status !== 429;
}

/** Whether the valid key was refused, which a rule reports. */
export function isKeyRefused({ request, response }: Exchange): boolean {
  return response?.status === 401 && request.credential === 'api-key';
}

/** Whether a gateway or the service reports that it can't serve any client at the moment (RFC 9110 section 15.6). */
export function isOutOfOrder({ response }: Exchange): boolean {
  return [502, 503, 504].includes(response?.status ?? 0);
}

/** The event of the animal that this exchange created, or `null`. */
export function animalCreated(exchange: Exchange): RunEvent | null {
  if (exchange.request.method !== 'POST' || exchange.response?.status !== 201) {
    return null;
  }
  const pet = readPet(jsonValue(exchange.response));
  if (pet === null) {
    return null;
  }
  // jq 1.6 and others reject lone surrogates in events.
  const name = typeof pet.name === 'string' ? pet.name.toWellFormed() : '';
  return { type: 'animal-created', id: pet.id.toString(), name, exchange: exchange.number };
}

/** The status that an accepted creation of a valid `NewPet` sent, or `null` for any other exchange. */
export function acceptedStatus({ request, response }: Exchange): string | null {
  if (response?.status !== 201 || describeRequest(request).newPet === null) {
    return null;
  }
  const status = member(parseJson(request.body ?? ''), 'status');
  return typeof status === 'string' ? status : null;
}
