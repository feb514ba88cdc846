import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { Client, type Dispatcher } from 'undici';
import type { ExchangeFailure } from '../exchange/exchange.ts';
import { InterimAnswers } from './interim-answers.ts';
import { targetLimits } from './limits.ts';
import { openSocket } from './open-socket.ts';
import { watchSentHeaders } from './sent-headers.ts';
import type { Transport } from './transport.ts';
import {
  type AnswerCollection,
  collectAnswer,
  type OpenConnection,
  type WireOutcome,
  type WireRequest,
} from './wire-exchange.ts';

/** The settings that all connections of a target share. */
export interface ConnectionOptions {
  readonly base: URL;
  readonly transport: Transport;
  /** Milliseconds for making a connection, and again for one answer. */
  readonly timeoutMs: number;
  /** A monotonic clock in ms. */
  readonly now: () => number;
  /** Numbers the connections that are made. */
  readonly nextNumber: () => number;
  /** Called once per connection with unsolicited bytes. */
  readonly onUnsolicited?: (unsolicited: UnsolicitedOnConnection) => void;
}

/** Unsolicited bytes; empty if they arrived together with a response and do not begin with a status line. */
export interface UnsolicitedOnConnection {
  readonly connection: number;
  readonly bytes: Buffer;
}

/** How long a connection rests before it is used again, so that what comes behind an answer is seen as that. */
const restMs = 2;

/** The delay before the second write of a body, in ms, so that the server reads the first one separately. */
const betweenWritesMs = 40;

interface Opened extends OpenConnection {
  readonly socket: Socket;
  /** When it was opened, or its last exchange ended. */
  lastUsedMs: number;
  /** Whether it delivered unsolicited bytes. */
  tainted: boolean;
}

/**
 * One connection to a host, opened on demand and reused for the next request.
 *
 * Uses an undici `Client` per connection instead of a `Pool`, which picks the connection itself: a request could not be
 * repeated on a fresh one.
 */
export class HttpConnection {
  readonly #options: ConnectionOptions;
  #client: Client | null = null;
  #opening: Socket | null = null;
  #ready: Socket | null = null;
  #open: Opened | null = null;
  #exchange: AnswerCollection | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Sends one request; one at a time. Never rejects. A failure closes the connection: the next one is fresh. */
  async exchange(request: WireRequest): Promise<WireOutcome> {
    const { timeoutMs, now } = this.#options;
    const exchange = collectAnswer(timeoutMs, now, () => this.#open);
    this.#exchange = exchange;
    this.#client ??= this.#newClient();
    this.#client.dispatch(dispatchOptions(request), exchange.handler);
    const outcome = await exchange.finished;
    this.#exchange = null;
    if (this.#open !== null) {
      this.#open.lastUsedMs = now();
      // So undici ends a socket on which more comes than the answer.
      if (outcome.failure === null && this.#open.socket.errored?.message === 'bad response') {
        this.#taint(this.#open, this.#open.interim.surplus);
      }
    }
    if (outcome.failure !== null) {
      void this.destroy();
    }
    return outcome;
  }

  /**
   * Resolves after a short idle time in which all pending bytes are read. Takes as long without a connection, so that
   * concurrent requests keep their order.
   */
  async rested(): Promise<void> {
    const open = this.#open;
    const isKept = open !== null && !open.socket.destroyed;
    const leftMs = isKept ? open.lastUsedMs + restMs - this.#options.now() : restMs;
    await (leftMs > 0 ? delay(leftMs) : undefined);
    // Timers run before the data of a socket.
    await nextTurn();
  }

  /** Whether the next exchange needs no new connection. */
  get isOpen(): boolean {
    return this.#open?.socket.destroyed === false || this.#ready?.destroyed === false;
  }

  /**
   * Opens the connection before the next exchange, so that its request is written immediately. Never rejects: if it
   * fails, the exchange tries again and reports the failure.
   */
  async open(): Promise<void> {
    if (this.isOpen || this.#opening !== null) {
      return;
    }
    const { base, transport, timeoutMs } = this.#options;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(() => socket.destroy(), timeoutMs);
      const socket = openSocket(base, transport, (failure, opened) => {
        clearTimeout(timer);
        this.#opening = null;
        this.#ready = failure === null ? opened : null;
        resolve();
      });
      this.#opening = socket;
      socket.once('close', () => {
        clearTimeout(timer);
        this.#opening = this.#opening === socket ? null : this.#opening;
        resolve();
      });
    });
  }

  /** Ends the exchange in flight with this failure. */
  abort(failure: ExchangeFailure): void {
    this.#exchange?.end(failure);
  }

  /** Closes the connection, also one that is being made; resolves when it is closed. */
  async destroy(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    this.#opening?.destroy();
    this.#opening = null;
    this.#ready?.destroy();
    this.#ready = null;
    this.#open = null;
    await client?.destroy();
  }

  #newClient(): Client {
    const client = new Client(this.#options.base.origin, {
      pipelining: 1,
      allowH2: false,
      maxHeaderSize: targetLimits.headerBytes,
      // One timer of the exchange covers the whole answer.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_options, callback) => {
        const ready = this.#ready;
        this.#ready = null;
        if (ready !== null && !ready.destroyed && ready.readable) {
          this.#open = this.#opened(ready);
          // undici is still sending; a synchronous call would stop it.
          queueMicrotask(() => callback(null, ready));
          return;
        }
        this.#opening = openSocket(this.#options.base, this.#options.transport, (failure, socket) => {
          this.#opening = null;
          if (failure !== null) {
            callback(failure, null);
          } else {
            this.#open = this.#opened(socket);
            callback(null, socket);
          }
        });
      },
    });
    return client;
  }

  #taint(opened: Opened, bytes: Buffer): void {
    if (!opened.tainted) {
      opened.tainted = true;
      this.#options.onUnsolicited?.({ connection: opened.number, bytes });
    }
  }

  #opened(socket: Socket): Opened {
    const opened: Opened = {
      number: this.#options.nextNumber(),
      socket,
      interim: new InterimAnswers(socket, (bytes) => this.#taint(opened, bytes)),
      requests: 0,
      headerBlock: '',
      lastUsedMs: this.#options.now(),
      tainted: false,
    };
    watchSentHeaders(socket, (block) => {
      opened.headerBlock = block;
    });
    return opened;
  }
}

function dispatchOptions({
  firstWriteBytes,
  isChunked = false,
  ...request
}: WireRequest): Dispatcher.DispatchOptions {
  const { body, headers } = request;
  if (body !== null && isChunked) {
    const half = Math.ceil(body.length / 2);
    const chunks = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
    return { ...request, body: Readable.from(chunks, { objectMode: false }) };
  }
  return body === null || firstWriteBytes === undefined
    ? request
    : {
        ...request,
        headers: [...headers, 'Content-Length', String(body.length)],
        body: Readable.from(inTwoWrites(body, firstWriteBytes), { objectMode: false }),
      };
}

async function* inTwoWrites(body: Buffer, firstBytes: number): AsyncGenerator<Buffer> {
  yield body.subarray(0, firstBytes);
  await delay(betweenWritesMs);
  yield body.subarray(firstBytes);
}
