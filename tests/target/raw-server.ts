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

export interface RawServer {
  readonly baseUrl: string;
  readonly requests: readonly RawRequest[];
  readonly connections: number;
  close(): Promise<void>;
}

/** A server that reads whole requests and has `answer` write whatever bytes it likes. */
export async function startRawServer(
  answer: (socket: Socket, request: RawRequest) => void,
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
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) {
    return null;
  }
  const lines = received.slice(0, end).split('\r\n');
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(received.slice(0, end + 2))?.[1] ?? 0);
  const bodyStart = end + 4;
  if (received.length < bodyStart + length) {
    return null;
  }
  return {
    lines,
    body: received.slice(bodyStart, bodyStart + length),
    rest: received.slice(bodyStart + length),
  };
}

/** A whole 200 answer with these header lines. */
export function okAnswer(body: string, ...headerLines: string[]): string {
  return ['HTTP/1.1 200 OK', `Content-Length: ${Buffer.byteLength(body)}`, ...headerLines, '', body].join(
    '\r\n',
  );
}
