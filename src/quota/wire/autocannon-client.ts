import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type { Client } from 'autocannon';
import type { ExchangeFailure } from '../../exchange/exchange.ts';
import { CollectedBytes } from '../../target/collected-bytes.ts';
import { connectFailure } from '../../target/connect-failure.ts';
import type { WireOutcome } from '../../target/wire-exchange.ts';
import { rawAnswer } from './raw-answer.ts';
import type { SentRequest } from './sent-request.ts';

/** What the followers of one burst have in common. */
export interface Following {
  readonly base: URL;
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly nextConnection: () => number;
  /** Told what came of every request that was begun. */
  readonly ended: (sent: SentRequest, outcome: WireOutcome) => void;
  /** Told where the burst can't go on: an answer that is none, too large, or too late. */
  readonly broken: () => void;
  readonly done: () => void;
}

/** Bytes of one answer: autocannon keeps them as a string, and dies of one that is too long. */
const mostBytes = 4 * 1024 * 1024;

interface UnderWay {
  readonly sent: SentRequest;
  sentAtMs: number;
  headersAtMs: number | null;
  connection: number;
  readonly reused: boolean;
  readonly received: CollectedBytes;
}

/**
 * Follows one client of autocannon, a connection at a time and a request at a time on it. autocannon loses
 * requests without a word where a server closes a connection; here each is accounted for. It reads bodies as
 * text a chunk at a time, which damages characters that stand across two: so the answer is read from the bytes.
 */
export class AutocannonClient {
  readonly #following: Following;
  readonly #client: Client;
  readonly #requests: readonly SentRequest[];
  #begun = 0;
  #socket: Socket | null = null;
  #connection = 0;
  #onConnection = 0;
  #underWay: UnderWay | null = null;
  #error: Error | null = null;

  constructor(client: Client, requests: readonly SentRequest[], following: Following) {
    this.#client = client;
    this.#requests = requests;
    this.#following = following;
    client.setRequests(requests.map(({ wire }) => asAutocannon(wire)));
    // Its types know one event only.
    const events: EventEmitter = client;
    events.on('request', () => this.#begin());
    events.on('headers', ({ statusCode }: { statusCode: number }) => this.#headers(statusCode));
    events.on('response', () => this.#answered());
    events.on('connError', (error: Error) => {
      this.#error = error;
    });
    events.on('timeout', () => following.broken());
    events.on('done', () => {
      this.#lost();
      following.done();
    });
  }

  /** Has it send nothing more; what is under way goes on. */
  finish(): void {
    // What its request would come after: so it ends when the answer under way is there.
    Object.assign(this.#client, { responseMax: 1 });
  }

  #begin(): void {
    this.#lost();
    const sent = this.#requests[this.#begun];
    const socket = socketOf(this.#client);
    if (sent === undefined || socket === null) {
      this.#following.broken();
      return;
    }
    this.#begun += 1;
    if (socket !== this.#socket) {
      this.#follow(socket);
    }
    this.#onConnection += 1;
    this.#underWay = {
      sent,
      sentAtMs: this.#following.now(),
      headersAtMs: null,
      connection: this.#connection,
      reused: this.#onConnection > 1,
      received: new CollectedBytes(),
    };
  }

  /** A request on a connection that is being made is written when it is there. */
  #follow(socket: Socket): void {
    this.#socket = socket;
    this.#connection = 0;
    this.#onConnection = 0;
    socket.setNoDelay(true);
    socket.once('connect', () => {
      this.#connection = this.#following.nextConnection();
      if (this.#underWay !== null && this.#socket === socket) {
        this.#underWay.connection = this.#connection;
        this.#underWay.sentAtMs = this.#following.now();
      }
    });
    socket.prependListener('data', (chunk: Buffer) => {
      if (this.#underWay !== null && this.#socket === socket) {
        this.#underWay.received.append(chunk);
        if (this.#underWay.received.length > mostBytes) {
          this.#following.broken();
        }
      }
    });
  }

  #headers(status: number): void {
    if (status < 200) {
      // autocannon takes an interim answer for the answer.
      this.#following.broken();
    } else if (this.#underWay !== null) {
      this.#underWay.headersAtMs = this.#following.now();
    }
  }

  #answered(): void {
    const underWay = this.#underWay;
    if (underWay !== null && underWay.headersAtMs !== null) {
      this.#underWay = null;
      this.#following.ended(underWay.sent, this.#outcome(underWay, null));
    }
  }

  #lost(): void {
    const underWay = this.#underWay;
    if (underWay !== null) {
      this.#underWay = null;
      this.#following.ended(underWay.sent, this.#outcome(underWay, this.#failure(underWay)));
    }
    this.#error = null;
  }

  #outcome(underWay: UnderWay, failure: ExchangeFailure | null): WireOutcome {
    const answer = underWay.headersAtMs === null ? null : rawAnswer(underWay.received.taken());
    const { base } = this.#following;
    const unread: ExchangeFailure = { code: 'not-http', detail: 'the response could not be read' };
    return {
      sentAtMs: underWay.sentAtMs,
      headersAtMs: answer === null ? null : underWay.headersAtMs,
      finishedAtMs: this.#following.now(),
      connection: underWay.connection,
      reused: underWay.reused,
      receivedBytes: underWay.received.length,
      // Few are recorded: the others' is never asked for.
      get headerBlock() {
        return headerBlock(underWay.sent, base);
      },
      answer,
      failure: failure ?? (answer === null ? unread : null),
    };
  }

  #failure({ sentAtMs, connection, headersAtMs, received }: UnderWay): ExchangeFailure {
    const { base, now, timeoutMs } = this.#following;
    if (connection === 0 && this.#error !== null) {
      return connectFailure(this.#error, base).failure;
    }
    if (now() - sentAtMs >= timeoutMs) {
      return { code: 'timeout', detail: `no complete response within ${timeoutMs} ms` };
    }
    if (headersAtMs !== null || received.length > 0) {
      return { code: 'truncated', detail: 'the connection was closed in the middle of the response' };
    }
    return connection === 0
      ? { code: 'interrupted', detail: 'the burst was broken off before the connection was there' }
      : { code: 'reset', detail: 'the connection was closed without a response' };
  }
}

type AutocannonRequest = Parameters<Client['setRequests']>[0][number];

function asAutocannon({ method, path, headers, body }: SentRequest['wire']): AutocannonRequest {
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

/** The header block as autocannon writes it, without the `Content-Length`, which a record adds by itself. */
function headerBlock(sent: SentRequest, base: URL): string {
  const { method, path, headers } = sent.wire;
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${base.host}`, 'Connection: keep-alive'];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  }
  return `${lines.join('\r\n')}\r\n`;
}

function socketOf(client: Client): Socket | null {
  return 'conn' in client && client.conn instanceof Socket ? client.conn : null;
}
