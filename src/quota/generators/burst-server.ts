import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { LargeBodies } from '../../target/collected-bytes.ts';
import type { Transport } from '../../target/transport.ts';
import type { WireOutcome } from '../../target/wire-exchange.ts';
import { BurstEngine } from '../wire/burst-engine.ts';
import { ConnectionSet } from '../wire/connection-set.ts';
import {
  BadMessage,
  type BurstOrder,
  burstBounds,
  type GeneratorStatus,
  type PlacedOutcome,
  protocolVersion,
  readOrder,
  writeReturn,
} from './burst-message.ts';

export interface GeneratorOptions {
  readonly host: string;
  /** 0 selects a free one. */
  readonly port: number;
  readonly token: string;
  /** The base URL that all requests stay below. */
  readonly target: string;
  readonly transport: Transport;
  /** PEM; `null` for plain HTTP. */
  readonly tls: { readonly certificate: string; readonly privateKey: string } | null;
  readonly version: string;
  /** A monotonic clock in ms. */
  readonly now?: () => number;
}

export interface RunningGenerator {
  /** The URL for coordinators. */
  readonly url: string;
  close(): Promise<void>;
}

/** More callers than one coordinator needs. */
const mostCallers = 32;
/** A coordinator waits for a minute of the service between two bursts, and then reads the clock on a kept connection. */
const keptAliveMs = 180_000;

/**
 * Starts a server that carries out bursts against one base URL, one at a time, for callers with the token.
 *
 * @throws the error of listening.
 */
export async function startGenerator(options: GeneratorOptions): Promise<RunningGenerator> {
  const bursts = new BurstServer(options);
  const listen = (request: IncomingMessage, response: ServerResponse) =>
    void bursts.answer(request, response);
  const limits = { maxHeaderSize: 16_384, keepAliveTimeout: keptAliveMs, requestTimeout: 60_000 };
  const { tls, host, port } = options;
  const server: Server =
    tls === null
      ? createServer(limits, listen)
      : createSecureServer(
          { ...limits, cert: tls.certificate, key: tls.privateKey, minVersion: 'TLSv1.2' },
          listen,
        );
  server.maxConnections = mostCallers;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  const address = server.address();
  const ownPort = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `${tls === null ? 'http' : 'https'}://${host.includes(':') ? `[${host}]` : host}:${ownPort}`,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await Promise.all([closed, bursts.close()]);
    },
  };
}

/** A response of the generator itself; an error is one line. */
interface Reply {
  readonly status: number;
  readonly body: string;
}

class BurstServer {
  readonly #options: GeneratorOptions;
  readonly #base: URL;
  readonly #now: () => number;
  #stop: (() => void) | null = null;
  #connections = 0;

  constructor(options: GeneratorOptions) {
    this.#options = options;
    this.#base = new URL(options.target);
    this.#now = options.now ?? (() => performance.now());
  }

  /** Never rejects. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Read first, so that the time to read a large message does not blur the clock.
    const atMs = this.#now();
    let reply: Reply;
    try {
      reply = await this.#reply(request, response, atMs);
    } catch (error) {
      reply =
        error instanceof BadMessage
          ? { status: 400, body: error.message }
          : { status: 500, body: 'an internal error of the generator' };
    }
    if (!response.destroyed) {
      // Close the connection if the rest of the message will not be read.
      const end = request.complete ? {} : { Connection: 'close' };
      const type = reply.status === 200 ? 'application/json' : 'text/plain; charset=utf-8';
      response.writeHead(reply.status, { 'Content-Type': type, 'Cache-Control': 'no-store', ...end });
      response.end(reply.body);
    }
  }

  async close(): Promise<void> {
    this.#stop?.();
  }

  async #reply(request: IncomingMessage, response: ServerResponse, atMs: number): Promise<Reply> {
    if (!this.#isAllowed(request.headers.authorization)) {
      return { status: 401, body: 'the token of this generator is missing or wrong' };
    }
    switch (`${request.method} ${request.url}`) {
      case 'GET /status':
        return { status: 200, body: JSON.stringify(this.#status()) };
      case 'GET /clock':
        return { status: 200, body: JSON.stringify({ atMs }) };
      case 'POST /bursts':
        return await this.#lend(request, response);
      default:
        return { status: 404, body: 'a generator serves GET /status, GET /clock and POST /bursts' };
    }
  }

  /** Compares digests, so that neither time nor length reveals anything about the token. */
  #isAllowed(authorization = ''): boolean {
    const digest = (text: string) => createHash('sha256').update(text).digest();
    return timingSafeEqual(digest(authorization), digest(`Bearer ${this.#options.token}`));
  }

  #status(): GeneratorStatus {
    const { version, target } = this.#options;
    return { protocol: protocolVersion, version, target, busy: this.#stop !== null };
  }

  async #lend(request: IncomingMessage, response: ServerResponse): Promise<Reply> {
    if (this.#stop !== null) {
      return { status: 409, body: 'another burst is in progress' };
    }
    const stopping = new AbortController();
    this.#stop = () => stopping.abort();
    response.once('close', this.#stop);
    const timer = setTimeout(this.#stop, burstBounds.burstMs);
    try {
      const order = readOrder(await textOf(request), this.#base);
      const aheadMs = order.startAtMs - this.#now();
      if (aheadMs > burstBounds.startMs) {
        throw new BadMessage(`startAtMs: at most ${burstBounds.startMs} ms ahead`);
      }
      return { status: 200, body: await this.#carryOut(order, stopping.signal) };
    } finally {
      clearTimeout(timer);
      this.#stop = null;
    }
  }

  async #carryOut(order: BurstOrder, signal: AbortSignal): Promise<string> {
    const { connections, mostRefused, timeoutMs, requests } = order;
    const outcomes: PlacedOutcome[] = [];
    const kept = new KeptBodies();
    const options = { ...this.#options, baseUrl: this.#options.target, timeoutMs, now: this.#now };
    const nextConnection = () => {
      this.#connections += 1;
      return this.#connections;
    };
    const largeBodies = new LargeBodies();
    const set = new ConnectionSet({ ...options, base: this.#base, nextNumber: nextConnection, largeBodies });
    const engine = new BurstEngine({ ...options, nextConnection }, set);
    const stop = () => engine.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      await delay(Math.max(0, order.startAtMs - this.#now()), undefined, { signal }).catch(() => {});
      const ledger = await engine.carryOut({
        size: requests.length,
        requestAt: (position) => ({ position, wire: requests[position] ?? absent(position) }),
        connections,
        mostRefused,
        stopped: () => signal.aborted,
        enter: ({ position }, outcome) => outcomes.push({ position, outcome: kept.bounded(outcome) }),
      });
      return writeReturn({ ledger, outcomes });
    } finally {
      signal.removeEventListener('abort', stop);
      await set.close();
    }
  }
}

/** Keeps bodies up to a bound each and together; beyond it, the outcome has the failure `body-too-large`. */
class KeptBodies {
  #bytes = 0;

  bounded(outcome: WireOutcome): WireOutcome {
    const { answer } = outcome;
    const length = answer?.body.length ?? 0;
    this.#bytes += length;
    const isKept = length <= burstBounds.bodyBytes && this.#bytes <= burstBounds.answerBytes;
    const plain = { ...outcome, headerBlock: '' };
    if (answer === null || isKept) {
      return plain;
    }
    this.#bytes -= length;
    const detail = `the body exceeds the bound of a generator (${burstBounds.bodyBytes} bytes)`;
    return {
      ...plain,
      answer: { ...answer, body: Buffer.alloc(0) },
      failure: outcome.failure ?? { code: 'body-too-large', detail },
    };
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += (piece as Buffer).length;
    if (bytes > burstBounds.messageBytes) {
      throw new BadMessage(`the message is larger than ${burstBounds.messageBytes} bytes`);
    }
    pieces.push(piece as Buffer);
  }
  return Buffer.concat(pieces).toString('utf8');
}

function absent(position: number): never {
  throw new RangeError(`the burst has no request ${position}`);
}
