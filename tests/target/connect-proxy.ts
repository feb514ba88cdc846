import { connect, createServer, type Server, type Socket } from 'node:net';
import { serving } from '../listening.ts';

/** A proxy that makes tunnels. */
export interface ConnectProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The heads of the requests that it got, and where they wanted to go. */
  readonly heads: readonly string[];
  /** What was sent through its tunnels so far. */
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
