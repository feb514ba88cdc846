import type { Dispatcher } from 'undici';
import type { ExchangeFailure, HeaderList } from '../exchange/exchange.ts';
import { answerFailure } from './answer-failure.ts';
import { beginning, CollectedBytes, type LargeBodies } from './collected-bytes.ts';
import type { InterimAnswers } from './interim-answers.ts';
import { targetLimits } from './limits.ts';

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
  /** The body as received, with its content codings; only the beginning of one that is too large. */
  readonly body: Buffer;
  /** Bytes that were read of a body that is too large. */
  readonly bodyBytes?: number;
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

/** Collects the answer to one request; `finished` resolves once, and never rejects. */
export class WireExchange implements Dispatcher.DispatchHandler {
  readonly finished: Promise<WireOutcome>;
  #resolve: (outcome: WireOutcome) => void = () => {};
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #connection: () => OpenConnection | null;
  readonly #largeBodies: LargeBodies;
  #timer: NodeJS.Timeout;
  #over = false;
  #sentAtMs: number;
  #used: OpenConnection | null = null;
  #reused = false;
  #bytesBefore = 0;
  #headersAtMs: number | null = null;
  #status = 0;
  #headers: HeaderList = [];
  #body = new CollectedBytes();

  /** `connection`: the one on which the request is being written. */
  constructor(
    timeoutMs: number,
    now: () => number,
    connection: () => OpenConnection | null,
    largeBodies: LargeBodies,
  ) {
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#connection = connection;
    this.#largeBodies = largeBodies;
    this.#sentAtMs = now();
    this.finished = new Promise((resolve) => {
      this.#resolve = resolve;
    });
    this.#timer = setTimeout(() => this.#timedOut(), timeoutMs);
  }

  onRequestStart(): void {
    if (this.#over) {
      return;
    }
    const used = this.#connection();
    if (used !== null) {
      this.#used = used;
      this.#reused = used.requests > 0;
      used.requests += 1;
      used.headerBlock = '';
      used.interim.expectAnswer();
      this.#bytesBefore = used.socket.bytesRead;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#timedOut(), this.#timeoutMs);
    this.#sentAtMs = this.#now();
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    if (status < 200 || this.#over) {
      return;
    }
    const { rawHeaders } = controller;
    const { headerFields } = targetLimits;
    if (Array.isArray(rawHeaders) && rawHeaders.length > 2 * headerFields) {
      const detail = `the header section has more than ${headerFields} fields, the limit of this client`;
      this.end({ code: 'headers-too-large', detail });
    } else {
      this.#headersAtMs = this.#now();
      this.#status = status;
      this.#headers = headerList(rawHeaders);
    }
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#over) {
      return;
    }
    const before = this.#body.length;
    this.#body.append(chunk);
    const tooLarge = this.#largeBodies.grown(before, this.#body.length);
    if (tooLarge !== null) {
      this.end({ code: 'body-too-large', detail: `the body is ${tooLarge}` });
    }
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.end(
      answerFailure(error, {
        sent: this.#used !== null,
        receivedBytes: this.#receivedBytes(),
        headersComplete: this.#headersAtMs !== null,
        beginning: this.#used?.interim.beginning ?? null,
      }),
    );
  }

  /** Ends the exchange with the data received so far; later calls have no effect. */
  end(failure: ExchangeFailure | null): void {
    if (this.#over) {
      return;
    }
    this.#over = true;
    clearTimeout(this.#timer);
    this.#used?.interim.answerEnded();
    const answer =
      this.#headersAtMs === null
        ? null
        : { status: this.#status, headers: this.#headers, ...this.#collected(failure) };
    this.#resolve({
      sentAtMs: this.#sentAtMs,
      headersAtMs: this.#headersAtMs,
      finishedAtMs: this.#now(),
      connection: this.#used?.number ?? 0,
      reused: this.#reused,
      receivedBytes: this.#receivedBytes(),
      headerBlock: this.#used?.headerBlock ?? '',
      answer,
      failure,
    });
    this.#body = new CollectedBytes();
  }

  #collected(failure: ExchangeFailure | null): Pick<WireAnswer, 'body' | 'bodyBytes'> {
    return failure?.code === 'body-too-large'
      ? { body: beginning(this.#body), bodyBytes: this.#body.length }
      : { body: this.#body.taken() };
  }

  #receivedBytes(): number {
    return this.#used === null ? 0 : this.#used.socket.bytesRead - this.#bytesBefore;
  }

  #timedOut(): void {
    const phase =
      this.#used === null
        ? 'connecting'
        : this.#headersAtMs === null
          ? 'waiting for headers'
          : 'reading the body';
    this.end({ code: 'timeout', detail: `${phase}: not done within ${this.#timeoutMs} ms` });
  }
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
