import { isUtf8 } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import type {
  Exchange,
  ExchangeFailure,
  RecordedRequest,
  RecordedResponse,
  UnsolicitedBytes,
} from '../exchange/exchange.ts';
import { isTooDeep, mostLevels } from '../json/text-structure.ts';
import type { Redactor } from '../secrets/redaction.ts';
import { excerptBytes } from './answer-failure.ts';
import { asksForChunks } from './caller-fields.ts';
import { decodeBody } from './content-coding.ts';
import type { UnsolicitedOnConnection } from './http-connection.ts';
import { sentHeaderList } from './sent-headers.ts';
import type { OutgoingHeader, OutgoingRequest } from './target.ts';
import type { WireAnswer, WireOutcome } from './wire-exchange.ts';

interface ExchangeStart {
  readonly number: number;
  readonly check: string;
  readonly startedAt: string;
  readonly retryOf?: number;
  readonly unsolicited?: readonly UnsolicitedBytes[];
  readonly traceparent: string;
}

/** Fields that carry credentials: in these, also an ordinary secret is one. */
const credentialFields = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'api-key',
  'x-auth-token',
  'x-access-token',
]);
const longestDetail = 240;

/** Makes the record of an exchange: the one place where secrets are replaced. */
export async function recordExchange(
  start: ExchangeStart,
  request: OutgoingRequest,
  bodyBytes: number,
  outcome: WireOutcome,
  redactor: Redactor,
): Promise<Exchange> {
  const { answer } = outcome;
  const decoded = answer === null ? null : await decodeBody(answer.headers, answer.body);
  // A truncated body can't be decoded completely; the first cause is reported.
  const failure = outcome.failure ?? decoded?.failure ?? depthFailure(decoded?.bytes);
  return {
    ...start,
    sentAtMs: outcome.sentAtMs,
    headersAtMs: outcome.headersAtMs,
    finishedAtMs: outcome.finishedAtMs,
    connection: outcome.connection,
    request: recordRequest(request, bodyBytes, outcome.headerBlock, redactor),
    response:
      answer === null || decoded === null
        ? null
        : recordResponse(answer, decoded.bytes, failure !== null, redactor),
    failure: failure === null ? null : { code: failure.code, detail: shortDetail(failure.detail, redactor) },
  };
}

function recordRequest(
  request: OutgoingRequest,
  bodyBytes: number,
  headerBlock: string,
  redactor: Redactor,
): RecordedRequest {
  const sent =
    headerBlock === ''
      ? request.headers.map(({ name, value }): readonly [string, string] => [name, value])
      : sentHeaderList(headerBlock, {
          method: request.method,
          bodyBytes,
          isChunked: asksForChunks(request),
        });
  const { body } = request;
  return {
    method: request.method,
    target: redactor.redact(request.targetShownAs ?? request.target),
    headers: sent.map(([name, value]) => [name, shownValue(name, value, request.headers, redactor)]),
    body: body === null ? null : redactor.redact(typeof body === 'string' ? body : asText(body)),
    ...(request.firstWriteBytes === undefined ? {} : { firstWriteBytes: request.firstWriteBytes }),
    credential: request.credential,
  };
}

function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}

function shownValue(
  name: string,
  value: string,
  outgoing: readonly OutgoingHeader[],
  redactor: Redactor,
): string {
  const own = outgoing.find((header) => header.name === name && header.value === value);
  if (own?.shownAs !== undefined) {
    return redactor.redact(own.shownAs);
  }
  return credentialFields.has(name.toLowerCase()) ? redactor.redactOwn(value) : redactor.redact(value);
}

/** Later code processes bodies recursively. */
function depthFailure(body: Buffer | undefined): ExchangeFailure | null {
  const isDeep = body !== undefined && body.length > mostLevels && isTooDeep(body.toString('latin1'));
  const detail = `the body holds more than ${mostLevels} levels of nesting, the most that this client reads`;
  return isDeep ? { code: 'body-too-large', detail } : null;
}

/** @param isCutOff whether the body is only the beginning of one */
function recordResponse(
  { status, headers: received }: WireAnswer,
  bytes: Buffer,
  isCutOff: boolean,
  redactor: Redactor,
): RecordedResponse {
  const echoes = new Set<string>();
  const headers = received.map(([name, value]): readonly [string, string] => {
    const shownName = redactor.redaction(name);
    const shownValue = redactor.redaction(value);
    if (shownName.showedWhole || shownValue.showedWhole) {
      echoes.add(`header ${shownName.text.toLowerCase()}`);
    }
    // A media type is what answers are judged by, and opens nothing.
    const isMediaType = name.toLowerCase() === 'content-type';
    return [shownName.text, isMediaType ? shownValue.text : redactor.conceal(shownValue.text)];
  });
  const { text, utf8 } = bodyText(bytes, isCutOff);
  const body = redactor.redactionOfBody(text);
  if (body.showedWhole) {
    echoes.add('body');
  }
  return {
    status,
    headers,
    body: body.text,
    bodyBytes: bytes.length,
    utf8,
    secretsEchoedIn: [...echoes],
  };
}

function shortDetail(detail: string, redactor: Redactor): string {
  const redacted = redactor.conceal(redactor.redact(detail));
  return redacted.length <= longestDetail ? redacted : `${redacted.slice(0, longestDetail)}…`;
}

/** Reads bytes as UTF-8, a byte order mark kept. A character that `cutOff` left incomplete is dropped. */
function bodyText(bytes: Buffer, cutOff: boolean): { readonly text: string; readonly utf8: boolean } {
  if (!cutOff) {
    return { text: bytes.toString('utf8'), utf8: isUtf8(bytes) };
  }
  const text = new StringDecoder('utf8').write(bytes);
  return { text, utf8: isUtf8(bytes.subarray(0, Buffer.byteLength(text))) };
}

/** Bytes that connections delivered while no response was due. */
export class UnsolicitedRecord {
  readonly #redactor: Redactor;
  readonly #lastExchange = new Map<number, number>();
  readonly #connections = new Set<number>();
  readonly #unreported: UnsolicitedOnConnection[] = [];

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  readonly note = (unsolicited: UnsolicitedOnConnection): void => {
    this.#connections.add(unsolicited.connection);
    this.#unreported.push(unsolicited);
  };

  see({ connection, number }: Exchange): void {
    this.#lastExchange.set(connection, number);
  }

  /** Whether any connection delivered such bytes. */
  get isAny(): boolean {
    return this.#connections.size > 0;
  }

  has(connection: number): boolean {
    return this.#connections.has(connection);
  }

  /** The bytes noted since the last call, for the record of the next exchange. */
  take(): Pick<Exchange, 'unsolicited'> {
    const unsolicited = this.#unreported.splice(0).map(
      ({ connection, bytes }): UnsolicitedBytes => ({
        connection,
        after: this.#lastExchange.get(connection) ?? null,
        beginning: shortDetail(bytes.toString('latin1', 0, excerptBytes), this.#redactor),
      }),
    );
    return unsolicited.length === 0 ? {} : { unsolicited };
  }
}
