import { createServer, request, type Server } from 'node:http';
import { serving } from '../listening.ts';
import { closeAfterwards } from '../target/test-target.ts';

/** Passes requests on, and leaves some unanswered. */
export async function startHanging(
  baseUrl: string,
  isAnswered: (request: number) => boolean,
): Promise<string> {
  let requests = 0;
  const server = createServer((incoming, outgoing) => {
    requests += 1;
    if (!isAnswered(requests)) {
      return;
    }
    const { method = 'GET', url = '', headers } = incoming;
    const passed = request(new URL(url, baseUrl), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.rawHeaders);
      response.pipe(outgoing);
    });
    // Either side may be gone at the end of a test.
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  return served(server);
}

/**
 * Passes everything on, and closes the connection after each answer without saying so.
 *
 * @param lingers whether it says so instead, leaves the connection open, and answers 503 to what follows on it
 */
export async function closingAfterEach(baseUrl: string, lingers = false): Promise<string> {
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void fetch(new URL(request.url ?? '', baseUrl), {
        method: request.method ?? 'GET',
        headers: {
          authorization: request.headers.authorization ?? '',
          ...(chunks.length === 0 ? {} : { 'content-type': 'application/json' }),
        },
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      }).then(async (answer) => {
        const body = Buffer.from(await answer.arrayBuffer());
        for (const name of [
          'content-type',
          'x-ratelimit-limit',
          'x-ratelimit-remaining',
          'x-ratelimit-reset',
        ]) {
          response.setHeader(name, answer.headers.get(name) ?? '');
        }
        response.writeHead(answer.status, { 'content-length': body.length });
        response.end(body, () => lingers || request.socket.end());
      });
    });
  });
  server.maxRequestsPerSocket = lingers ? 1 : 0;
  return served(server);
}

/** Begins to serve, until the end of the test. Resolves with the base address. */
async function served(server: Server): Promise<string> {
  return `http://127.0.0.1:${closeAfterwards(await serving(server)).port}/v1`;
}
