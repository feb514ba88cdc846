import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { closeAfterwards } from '../target/test-target.ts';

/** A request as the service got it. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query behind the base address. */
  readonly target: string;
  readonly body: string;
  /** Whether it carried an `Authorization` header. */
  readonly hasKey: boolean;
  readonly headers: IncomingHttpHeaders;
  /** 1, 2, … in the order in which they came. */
  readonly number: number;
}

/** What the service says; `drop` closes the connection, `cut` does so within the body, `silence` says nothing. */
export type ServiceAnswer =
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'drop'
  | 'cut'
  | 'silence';

export interface Service {
  readonly baseUrl: string;
  readonly requests: readonly ServiceRequest[];
}

const rateHeaders = () => ({
  'Content-Type': 'application/json',
  'X-RateLimit-Limit': '1000',
  'X-RateLimit-Remaining': '900',
  'X-RateLimit-Reset': `${Math.floor(Date.now() / 1000) + 60}`,
});

/** A small server for one test, on a port of its own; closed at the end of the test. */
export async function startService(answer: (request: ServiceRequest) => ServiceAnswer): Promise<Service> {
  const requests: ServiceRequest[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const hasKey = headers.authorization !== undefined;
      const received = {
        method,
        target: url.replace(/^\/v1/, ''),
        body,
        hasKey,
        headers,
        number: requests.length + 1,
      };
      requests.push(received);
      const said = answer(received);
      if (said === 'drop') {
        request.socket.destroy();
      } else if (said === 'cut') {
        response.writeHead(201, { ...rateHeaders(), 'Content-Length': '100' });
        response.write('{"id":1,', () => request.socket.destroy());
      } else if (said !== 'silence') {
        response.writeHead(said.status, { ...rateHeaders(), ...said.headers }).end(said.body ?? '');
      }
    });
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await listen(server);
  closeAfterwards({
    async close() {
      for (const socket of sockets) {
        socket.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests };
}

/** A port at which nothing listens any more. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString('utf8');
}
