import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { serving } from '../listening.ts';
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
  const { port } = closeAfterwards(await serving(server));
  return { baseUrl: `http://127.0.0.1:${port}/v1`, requests };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks).toString('utf8');
}
