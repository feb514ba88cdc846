import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { Client } from 'autocannon';
import type { ExchangeFailure } from '../exchange/exchange.ts';
import { AutocannonInFlight, type ResponseHead } from './autocannon-in-flight.ts';
import { CollectedBytes } from './collected-bytes.ts';
import { connectFailure } from './connect-failure.ts';
import { targetLimits } from './limits.ts';
import type { WireOutcome, WireRequest } from './wire-exchange.ts';

/** The result of a request that autocannon sent: `headers` are names and values in turn; a status of 0 without any. */
export interface CannonOutcome extends Omit<WireOutcome, 'answer' | 'headerBlock'> {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: Buffer;
}

/** The requests of a client of autocannon, and the listeners for its events. */
export interface CannonParts<Request> {
  readonly base: URL;
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly nextConnection: () => number;
  /** Called before a request is written, with the time. */
  readonly began?: (request: Request, atMs: number) => void;
  /** Called with the result of each request. */
  readonly ended: (request: Request, outcome: CannonOutcome) => void;
  /** Called with the reason why it can't continue: a malformed, too large or late response. */
  readonly broken: (reason: string) => void;
  /** Called with an error of a connection, after which autocannon opens another one. */
  readonly failed?: (error: Error) => void;
  readonly done?: () => void;
}

/** The time by which autocannon's timer may fire early, in ms. */
const timerSlackMs = 20;

interface UnderWay<Request> {
  readonly request: Request;
  sentAtMs: number;
  headersAtMs: number | null;
  connection: number;
  readonly reused: boolean;
  readonly bytesBefore: number;
  status: number;
  headers: readonly string[];
  readonly body: CollectedBytes;
}

/**
 * Follows one client of autocannon, which has one connection and one request in flight. autocannon loses requests
 * silently if a server closes a connection; this class accounts for each.
 */
export class AutocannonClient<Request> {
  readonly #parts: CannonParts<Request>;
  readonly #client: Client;
  readonly #requests: readonly Request[];
  #begun = 0;
  #socket: Socket | null = null;
  /** The bytes that the socket had read at the end of the last response: asking it takes as long as counting one. */
  #bytesRead = 0;
  #connection = 0;
  #onConnection = 0;
  #underWay: UnderWay<Request> | null = null;
  #error: Error | null = null;
  #over = false;

  /** Call this while autocannon creates the client, which sends these requests in turn, and again from the first. */
  constructor(
    client: Client,
    requests: readonly Request[],
    wireOf: (request: Request) => WireRequest,
    parts: CannonParts<Request>,
  ) {
    this.#client = client;
    this.#requests = requests;
    this.#parts = parts;
    client.setRequests(requests.map((request) => autocannonRequest(wireOf(request))));
    const inFlight = new AutocannonInFlight(
      (head) => this.#headed(head),
      (chunk) => this.#grown(chunk),
    );
    Object.assign(client, { pipelinedRequests: inFlight });
    // Its types declare only one event.
    const events: EventEmitter = client;
    const counted = { request: () => this.#begin(), response: () => this.#answered() };
    events.on('request', counted.request);
    events.on('response', counted.response);
    events.on('connError', (error: Error) => {
      this.#error = error;
      parts.failed?.(error);
    });
    events.on('timeout', () => parts.broken('a request got no response in time'));
    events.on('done', () => {
      this.#lost();
      parts.done?.();
    });
    // Autocannon adds its own listeners after this: statistics that nothing reads, at the cost of judging a response.
    queueMicrotask(() => {
      for (const [name, listener] of Object.entries(counted)) {
        events.removeAllListeners(name).on(name, listener);
      }
    });
  }

  /** Makes it send nothing more; the request in flight continues. */
  finish(): void {
    // It checks this before the next request, so it ends after the response in flight.
    Object.assign(this.#client, { responseMax: 1 });
  }

  /** Ends immediately, without a result for the request in flight. */
  destroy(): void {
    this.#over = true;
    this.#underWay = null;
    const client = this.#client as Client & Untyped;
    client.destroy();
    // If it was about to send, autocannon restarts its timer and would reconnect when it fires.
    queueMicrotask(() => client.timeoutTicker.clear());
  }

  /** Ends immediately; the request in flight is lost. */
  abandon(): void {
    this.#lost();
    this.destroy();
  }

  #begin(): void {
    this.#lost();
    const request = this.#requests[this.#begun % this.#requests.length];
    const socket = socketOf(this.#client);
    if (this.#over) {
      return;
    }
    if (request === undefined || socket === null) {
      this.#parts.broken('a connection could not be opened');
      return;
    }
    this.#begun += 1;
    if (socket !== this.#socket) {
      this.#follow(socket);
    }
    this.#onConnection += 1;
    const sentAtMs = this.#parts.now();
    this.#parts.began?.(request, sentAtMs);
    this.#underWay = {
      request,
      sentAtMs,
      headersAtMs: null,
      connection: this.#connection,
      reused: this.#onConnection > 1,
      bytesBefore: this.#bytesRead,
      status: 0,
      headers: [],
      body: new CollectedBytes(),
    };
  }

  /** A request on a connection that is being opened is written when it is open. */
  #follow(socket: Socket): void {
    this.#socket = socket;
    this.#bytesRead = socket.bytesRead;
    this.#connection = 0;
    this.#onConnection = 0;
    socket.setNoDelay(true);
    socket.once('connect', () => {
      this.#connection = this.#parts.nextConnection();
      if (this.#underWay !== null && this.#socket === socket) {
        this.#underWay.connection = this.#connection;
        this.#underWay.sentAtMs = this.#parts.now();
      }
    });
  }

  #headed({ statusCode, headers }: ResponseHead): void {
    if (statusCode < 200) {
      // autocannon mistakes an interim response for the final one.
      this.#parts.broken('interim responses (1xx) were received');
    } else if (this.#underWay !== null) {
      this.#underWay.headersAtMs = this.#parts.now();
      this.#underWay.status = statusCode;
      this.#underWay.headers = headers;
    }
  }

  #grown(chunk: Buffer): void {
    const body = this.#underWay?.body;
    body?.append(chunk);
    if (body !== undefined && body.length > targetLimits.largeBodyBytes) {
      this.#parts.broken(`a body is larger than ${targetLimits.largeBodyBytes} bytes`);
    }
  }

  #answered(): void {
    const underWay = this.#underWay;
    if (underWay !== null && underWay.headersAtMs !== null) {
      this.#end(underWay, null);
    }
  }

  #lost(): void {
    if (this.#underWay !== null) {
      this.#end(this.#underWay, this.#failure(this.#underWay));
    }
    this.#error = null;
  }

  #end(underWay: UnderWay<Request>, failure: ExchangeFailure | null): void {
    this.#underWay = null;
    this.#bytesRead = this.#socket?.bytesRead ?? 0;
    this.#parts.ended(underWay.request, {
      sentAtMs: underWay.sentAtMs,
      headersAtMs: underWay.headersAtMs,
      finishedAtMs: this.#parts.now(),
      connection: underWay.connection,
      reused: underWay.reused,
      receivedBytes: this.#bytesRead - underWay.bytesBefore,
      status: underWay.status,
      headers: underWay.headers,
      body: underWay.body.taken(),
      failure,
    });
  }

  #failure({ sentAtMs, connection, bytesBefore }: UnderWay<Request>): ExchangeFailure {
    const { base, now, timeoutMs } = this.#parts;
    if (connection === 0 && this.#error !== null) {
      return connectFailure(this.#error, base).failure;
    }
    if (now() - sentAtMs >= timeoutMs - timerSlackMs) {
      return { code: 'timeout', detail: `no complete response within ${timeoutMs} ms` };
    }
    if ((this.#socket?.bytesRead ?? 0) > bytesBefore) {
      return { code: 'truncated', detail: 'the connection was closed in the middle of the response' };
    }
    return connection === 0
      ? { code: 'interrupted', detail: 'the burst ended before the connection was open' }
      : { code: 'reset', detail: 'the connection was closed without a response' };
  }
}

/** The members that the types of autocannon omit. */
interface Untyped {
  destroy(): void;
  readonly timeoutTicker: { clear(): void };
}

type AutocannonRequest = Parameters<Client['setRequests']>[0][number];

/** The requests of all clients, so that those with the same request write the same bytes in memory. */
const autocannonRequests = new WeakMap<WireRequest, AutocannonRequest>();

function autocannonRequest(wire: WireRequest): AutocannonRequest {
  const known = autocannonRequests.get(wire);
  const request = known ?? asAutocannon(wire);
  autocannonRequests.set(wire, request);
  return request;
}

function asAutocannon({ method, path, headers, body }: WireRequest): AutocannonRequest {
  const fields: Record<string, string> = {};
  for (let index = 0; index + 1 < headers.length; index += 2) {
    fields[headers[index] ?? ''] = headers[index + 1] ?? '';
  }
  return {
    method: method === 'POST' ? 'POST' : 'GET',
    path,
    headers: fields,
    ...(body === null ? {} : { body }),
  };
}

/** The header block of autocannon without `Content-Length`, which a record adds itself. */
export function cannonHeaderBlock({ method, path, headers }: WireRequest, base: URL): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${base.host}`, 'Connection: keep-alive'];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

function socketOf(client: Client): Socket | null {
  return 'conn' in client && client.conn instanceof Socket ? client.conn : null;
}
