import { createServer as createPlainServer, type Server, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { directTransport } from '../../src/target/transport.ts';
import {
  certificateOfAnotherHost,
  certificateOfLocalhost,
  expiredCertificate,
  privateKey,
} from './certificates.ts';
import { okAnswer, startRawServer } from './raw-server.ts';
import { closeAfterwards, request, testTarget } from './test-target.ts';

const localhost = (baseUrl: string) => baseUrl.replace('http://127.0.0.1', 'https://localhost');

async function startSecureServer(certificate: string) {
  const protocols: (string | false | null)[] = [];
  const server = closeAfterwards(
    await startRawServer(
      (socket) => socket.write(okAnswer('[]')),
      (onConnection) =>
        createServer({ key: privateKey, cert: certificate, ALPNProtocols: ['h2', 'http/1.1'] }, (socket) => {
          protocols.push(socket.alpnProtocol);
          onConnection(socket);
        }).on('tlsClientError', () => {}),
    ),
  );
  return { baseUrl: localhost(server.baseUrl), protocols };
}

it('verifies certificates and speaks HTTP/1.1', async () => {
  const { baseUrl, protocols } = await startSecureServer(certificateOfLocalhost);
  const { target } = testTarget(baseUrl, {
    transport: { ...directTransport, certificateAuthorities: [certificateOfLocalhost] },
  });
  const first = await target.send(request(), 'check');
  const second = await target.send(request({ method: 'POST', body: '{}' }), 'check');
  expect([first.failure, second.failure]).toEqual([null, null]);
  expect(second).toMatchObject({ connection: 1, response: { status: 200, body: '[]' } });
  expect(protocols).toEqual(['http/1.1']);
});

describe('refused certificates', () => {
  it.each([
    ['self-signed', certificateOfLocalhost, null, /self-signed/],
    ['expired', expiredCertificate, expiredCertificate, /expired/],
    ['for another host', certificateOfAnotherHost, certificateOfAnotherHost, /another host name/],
  ])('%s', async (_name, certificate, trusted, detail) => {
    const { baseUrl } = await startSecureServer(certificate);
    const { target } = testTarget(baseUrl, {
      transport: { ...directTransport, certificateAuthorities: trusted === null ? [] : [trusted] },
    });
    for (let count = 0; count < 2; count += 1) {
      const exchange = await target.send(request(), 'check');
      expect(exchange.failure?.code).toBe('tls');
      expect(exchange.failure?.detail).toMatch(detail);
      expect(exchange).toMatchObject({ connection: 0, response: null });
    }
  });
});

it('tells a server that speaks no TLS', async () => {
  const server = closeAfterwards(
    await startRawServer(
      () => {},
      (onConnection) => plainServer(onConnection),
    ),
  );
  const { target } = testTarget(localhost(server.baseUrl));
  const exchange = await target.send(request(), 'check');
  expect(exchange.failure?.code).toBe('tls');
  expect(exchange.failure?.detail).toMatch(/does not speak TLS/);
});

it('tells a server that hangs up during the handshake', async () => {
  const server = closeAfterwards(
    await startRawServer(
      () => {},
      (onConnection) => plainServer(onConnection, false),
    ),
  );
  const { target } = testTarget(localhost(server.baseUrl));
  const exchange = await target.send(request(), 'check');
  expect(exchange.failure).toMatchObject({ code: 'tls' });
  expect(exchange.failure?.detail).toMatch(/closed during the TLS handshake/);
});

it('gives up on a handshake that is never answered', async () => {
  const server = closeAfterwards(await startRawServer(() => {}));
  const { target } = testTarget(localhost(server.baseUrl), { timeoutMs: 200 });
  const exchange = await target.send(request(), 'check');
  expect(exchange.failure).toEqual({ code: 'timeout', detail: 'connecting: not done within 200 ms' });
  expect(exchange.connection).toBe(0);
});

/** Answers the first bytes of a handshake in plain text, or not at all, and hangs up. */
function plainServer(onConnection: (socket: Socket) => void, answers = true): Server {
  return createPlainServer((socket) => {
    onConnection(socket);
    socket.once('data', () => socket.end(answers ? 'HTTP/1.1 400 Bad Request\r\n\r\n' : ''));
  });
}
