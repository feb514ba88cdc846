import { connect, createServer, type Server, type Socket } from 'node:net';
import { serving } from '../listening.ts';

/** A request as its bytes came. */
export interface RawRequest {
  /** Request line and header lines, without the empty line. */
  readonly lines: readonly string[];
  readonly body: string;
  /** Which connection it came on, and which request of the server it is: 1, 2, … */
  readonly connection: number;
  readonly number: number;
}

/** Writes to the connection of a request whatever bytes it likes. */
export type Answer = (socket: Socket, request: RawRequest) => void;

export interface RawServer {
  readonly baseUrl: string;
  readonly requests: readonly RawRequest[];
  readonly connections: number;
  close(): Promise<void>;
}

/** A server that reads whole requests and has `answer` write whatever bytes it likes. */
export async function startRawServer(
  answer: Answer,
  makeServer: (onConnection: (socket: Socket) => void) => Server = createServer,
): Promise<RawServer> {
  const requests: RawRequest[] = [];
  let connections = 0;
  const server = makeServer((socket) => {
    connections += 1;
    const connection = connections;
    socket.on('error', () => {});
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (let parts = takeRequest(received); parts !== null; parts = takeRequest(received)) {
        received = parts.rest;
        const request = { ...parts, connection, number: requests.length + 1 };
        requests.push(request);
        answer(socket, request);
      }
    });
  });
  const { port, close } = await serving(server);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    get connections() {
      return connections;
    },
    close,
  };
}

function takeRequest(received: string): { lines: string[]; body: string; rest: string } | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) {
    return null;
  }
  const head = received.slice(0, headEnd + 2);
  const start = headEnd + 4;
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
  const taken = /\r\ntransfer-encoding: chunked/i.test(head)
    ? takeChunks(received, start)
    : { body: received.slice(start, start + length), end: start + length };
  return taken === null || received.length < taken.end
    ? null
    : { lines: head.slice(0, -2).split('\r\n'), body: taken.body, rest: received.slice(taken.end) };
}

/** Decodes the chunks of a body (RFC 9112 section 7.1), once the last one is there. */
function takeChunks(received: string, start: number): { body: string; end: number } | null {
  let body = '';
  for (let at = start; ; ) {
    const lineEnd = received.indexOf('\r\n', at);
    const size = Number.parseInt(received.slice(at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (lineEnd < 0 || received.length < end + 2) {
      return null;
    }
    body += received.slice(lineEnd + 2, end);
    at = end + 2;
    if (size === 0) {
      return { body, end: at };
    }
  }
}

/** A whole 200 answer with these header lines. */
export function okAnswer(body: string, ...headerLines: string[]): string {
  return ['HTTP/1.1 200 OK', `Content-Length: ${Buffer.byteLength(body)}`, ...headerLines, '', body].join(
    '\r\n',
  );
}

/** Writes these bytes, given as Latin-1 text, as the answer. */
export function writing(text: string): Answer {
  return (socket) => {
    socket.write(Buffer.from(text, 'latin1'));
  };
}

/** The same, and ends the connection. */
export function closing(text: string): Answer {
  return (socket) => {
    socket.end(Buffer.from(text, 'latin1'));
  };
}

/** Writes a piece again and again, as fast as the other side reads. */
export function pour(socket: Socket, piece: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(piece)) {
      // The buffer takes more.
    }
  };
  socket.on('drain', more);
  more();
}

/** A proxy that makes tunnels. */
export interface ConnectProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The heads of the received requests, and their destinations. */
  readonly heads: readonly string[];
  /** The data sent through its tunnels. */
  readonly passed: string;
  close(): Promise<void>;
}

/**
 * A proxy on a port of its own, which takes every name for this machine.
 *
 * @param refuse what it answers instead of making a tunnel to this place, or `null`
 */
export async function startConnectProxy(
  refuse: (head: string) => string | null = () => null,
  makeServer: (onConnection: (socket: Socket) => void) => Server = createServer,
): Promise<ConnectProxy> {
  const heads: string[] = [];
  let passed = '';
  const server = makeServer((client) => {
    client
      .on('error', () => {})
      .once('data', (chunk: Buffer) => {
        const head = chunk.toString('latin1');
        heads.push(head);
        const refusal = refuse(head);
        const port = /^CONNECT \S+:(\d+) HTTP\/1\.1\r\n/.exec(head)?.[1];
        if (refusal !== null || port === undefined) {
          client.end(refusal ?? 'HTTP/1.1 400 Bad Request\r\n\r\n');
          return;
        }
        const upstream = connect(Number(port), '127.0.0.1', () => {
          client.write('HTTP/1.1 200 Connection established\r\n\r\n');
          client.on('data', (bytes: Buffer) => {
            passed += bytes.toString('latin1');
          });
          client.pipe(upstream).pipe(client);
        });
        client.on('close', () => upstream.destroy());
        upstream.on('error', () => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'));
      });
  });
  const { port, close } = await serving(server);
  return {
    url: `http://127.0.0.1:${port}`,
    heads,
    get passed() {
      return passed;
    },
    close,
  };
}
