import { createServer, type Server, type Socket } from 'node:net';
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
