import type { Dispatcher } from 'undici';
import type { ExchangeFailure, HeaderList } from '../exchange/exchange.ts';
import { answerFailure } from './answer-failure.ts';
import { CollectedBytes } from './collected-bytes.ts';
import type { InterimAnswers } from './interim-answers.ts';
import { targetLimits, tooLarge } from './limits.ts';

export interface WireRequest {
  readonly method: string;
  /** The request target, the base URL's path included. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: Buffer | null;
  /** Whether the body is sent in chunks instead of with a `Content-Length` (RFC 9112 section 7.1). */
  readonly isChunked?: boolean;
  /** The number of body bytes in the first of two writes. */
  readonly firstWriteBytes?: number;
}

/** The bytes of a response. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: HeaderList;
  /** The body as received, with its content codings; empty if it is too large. */
  readonly body: Buffer;
}

/** The result of one request on one connection. Times are in ms of the caller's clock. */
export interface WireOutcome {
  readonly sentAtMs: number;
  readonly headersAtMs: number | null;
  readonly finishedAtMs: number;
  /** The number of the connection, or 0. */
  readonly connection: number;
  /** Whether other requests had been sent on that connection before. */
  readonly reused: boolean;
  readonly receivedBytes: number;
  /** The header block as sent, or `''`. */
  readonly headerBlock: string;
  readonly answer: WireAnswer | null;
  readonly failure: ExchangeFailure | null;
}

export interface OpenConnection {
  readonly number: number;
  readonly socket: { readonly bytesRead: number };
  readonly interim: InterimAnswers;
  requests: number;
  /** The last header block that was written on it. */
  headerBlock: string;
}

/** The collection of the answer to one request. */
export interface AnswerCollection {
  readonly handler: Dispatcher.DispatchHandler;
  /** Resolves once, and never rejects. */
  readonly finished: Promise<WireOutcome>;
  /** Ends the exchange with the data received so far; later calls have no effect. */
  readonly end: (failure: ExchangeFailure | null) => void;
}

/** @param connection the one on which the request is being written, if any */
export function collectAnswer(
  timeoutMs: number,
  now: () => number,
  connection: () => OpenConnection | null,
): AnswerCollection {
  const { promise: finished, resolve } = promiseParts<WireOutcome>();
  let isOver = false;
  let sentAtMs = now();
  let used: OpenConnection | null = null;
  let reused = false;
  let bytesBefore = 0;
  let head: (Omit<WireAnswer, 'body'> & { readonly atMs: number }) | null = null;
  let body = new CollectedBytes();
  const receivedBytes = () => (used === null ? 0 : used.socket.bytesRead - bytesBefore);
  const end = (failure: ExchangeFailure | null): void => {
    if (isOver) {
      return;
    }
    isOver = true;
    clearTimeout(timer);
    used?.interim.answerEnded();
    resolve({
      sentAtMs,
      headersAtMs: head?.atMs ?? null,
      finishedAtMs: now(),
      connection: used?.number ?? 0,
      reused,
      receivedBytes: receivedBytes(),
      headerBlock: used?.headerBlock ?? '',
      answer: head === null ? null : { status: head.status, headers: head.headers, body: body.taken() },
      failure,
    });
    body = new CollectedBytes();
  };
  const timedOut = (): void => {
    const phase = used === null ? 'connecting' : head === null ? 'waiting for headers' : 'reading the body';
    end({ code: 'timeout', detail: `${phase}: not done within ${timeoutMs} ms` });
  };
  let timer = setTimeout(timedOut, timeoutMs);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: () => {
      if (isOver) {
        return;
      }
      used = connection();
      if (used !== null) {
        reused = used.requests > 0;
        used.requests += 1;
        used.headerBlock = '';
        used.interim.expectAnswer();
        bytesBefore = used.socket.bytesRead;
      }
      clearTimeout(timer);
      timer = setTimeout(timedOut, timeoutMs);
      sentAtMs = now();
    },
    onResponseStart: ({ rawHeaders }, status) => {
      if (status < 200 || isOver) {
        return;
      }
      const { headerFields } = targetLimits;
      if (Array.isArray(rawHeaders) && rawHeaders.length > 2 * headerFields) {
        const detail = `the header section has more than ${headerFields} fields, the limit of this client`;
        end({ code: 'headers-too-large', detail });
      } else {
        head = { status, headers: headerList(rawHeaders), atMs: now() };
      }
    },
    onResponseData: (_controller, chunk) => {
      if (isOver) {
        return;
      }
      body.append(chunk);
      if (body.length > targetLimits.bodyBytes) {
        body = new CollectedBytes();
        end({ code: 'body-too-large', detail: `the body is ${tooLarge}` });
      }
    },
    onResponseEnd: () => end(null),
    onResponseError: (_controller, error) =>
      end(
        answerFailure(error, {
          sent: used !== null,
          receivedBytes: receivedBytes(),
          headersComplete: head !== null,
          beginning: used?.interim.beginning ?? null,
        }),
      ),
  };
  return { handler, finished, end };
}

function promiseParts<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Names and values in turn, as bytes, become fields; every byte becomes one character. */
function headerList(raw: Dispatcher.DispatchController['rawHeaders']): HeaderList {
  const fields: [string, string][] = [];
  if (Array.isArray(raw)) {
    for (let index = 0; index + 1 < raw.length; index += 2) {
      fields.push([asText(raw[index]), asText(raw[index + 1])]);
    }
  }
  return fields;
}

function asText(bytes: Buffer | string | undefined): string {
  return typeof bytes === 'string' ? bytes : (bytes?.toString('latin1') ?? '');
}
