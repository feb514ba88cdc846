import { Agent, request as httpRequest } from 'node:http';
import { createServer as createPlainServer } from 'node:net';
import { createServer } from 'node:tls';
import { startReferenceImplementation } from '../../reference-impl/index.ts';
import { privateKey } from '../target/certificates.ts';
import { type RawRequest, type RawServer, startRawServer } from '../target/raw-server.ts';
import type { Behaviour, WholeAnswer } from './behaviour.ts';

/** A server that behaves so, and the one that nobody may come to. */
export interface HostileServer {
  readonly baseUrl: string;
  readonly requests: readonly RawRequest[];
  /** How many requests and connections came to the address that the server only spoke of. */
  readonly sentElsewhere: () => number;
  close(): Promise<void>;
}

/** Starts a hostile server that accepts `key` where it answers as the reference implementation does. */
export async function startHostileServer(behaviour: Behaviour, key: string): Promise<HostileServer> {
  const { greet, reply, tls } = behaviour;
  const reference = await startReferenceImplementation({
    keys: { enterprise: key },
    plans: { enterprise: { perMinute: 1_000, perDay: 5_000_000 } },
  });
  const elsewhere = await startRawServer(() => {});
  const agent = new Agent({ keepAlive: true });
  const around = {
    ask: (request: RawRequest) => askReference(reference.baseUrl, request, agent),
    elsewhere: elsewhere.baseUrl,
  };
  const server: RawServer = await startRawServer(
    (socket, request) => {
      // What a broken connection does to a reply is no matter.
      void Promise.resolve(reply?.(socket, request, around)).catch(() => socket.destroy());
    },
    (onConnection) => {
      const connected: typeof onConnection = (socket) => {
        onConnection(socket);
        greet?.(socket);
      };
      return tls === undefined
        ? createPlainServer(connected)
        : createServer({ key: privateKey, cert: tls.certificate }, connected).on('tlsClientError', () => {});
    },
  );
  const baseUrl =
    tls === undefined ? server.baseUrl : server.baseUrl.replace('http://127.0.0.1', 'https://localhost');
  return {
    baseUrl: behaviour.address?.(baseUrl) ?? baseUrl,
    requests: server.requests,
    sentElsewhere: () => elsewhere.requests.length + elsewhere.connections,
    async close() {
      agent.destroy();
      await Promise.all([server.close(), elsewhere.close(), reference.close()]);
    },
  };
}

function askReference(baseUrl: string, request: RawRequest, agent: Agent): Promise<WholeAnswer> {
  const [requestLine = '', ...lines] = request.lines;
  const [method = '', path = ''] = requestLine.split(' ');
  return new Promise((resolve, reject) => {
    const forwarded = httpRequest(
      new URL(baseUrl).origin,
      { method, path, agent, setHost: false },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: fieldsOf(answer.rawHeaders),
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    // First, since a field that Node does not send ends this here, and the request fails later.
    forwarded.on('error', reject);
    for (const line of lines) {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon);
      if (!/^connection$/i.test(name)) {
        forwarded.appendHeader(name, line.slice(colon + 1).trim());
      }
    }
    forwarded.end(Buffer.from(request.body, 'latin1'));
  });
}

const ofTheConnection = /^(?:connection|keep-alive|transfer-encoding|content-length)$/i;

function fieldsOf(raw: readonly string[]): [string, string][] {
  const fields: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = raw.slice(index, index + 2);
    if (!ofTheConnection.test(name)) {
      fields.push([name, value]);
    }
  }
  return fields;
}
