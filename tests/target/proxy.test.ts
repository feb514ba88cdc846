import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { openSocket } from '../../src/target/open-socket.ts';
import { directTransport, type Transport } from '../../src/target/transport.ts';
import { certificateOfAnotherHost, certificateOfLocalhost, secured } from './certificates.ts';
import { okAnswer, startConnectProxy, startRawServer } from './raw-server.ts';
import { closeAfterwards, request, testTarget } from './test-target.ts';

const atTest = (baseUrl: string) => baseUrl.replace('127.0.0.1', 'service.test');

function through(url: string, changes: Partial<Transport> = {}): { readonly transport: Transport } {
  return { transport: { ...directTransport, proxy: { url, authorization: null }, ...changes } };
}

describe('a tunnel of a proxy', () => {
  it('carries requests as they are, and the key is not shown to the proxy', async () => {
    const server = closeAfterwards(await startRawServer((socket) => socket.write(okAnswer('[]'))));
    const proxy = closeAfterwards(await startConnectProxy());
    const baseUrl = atTest(server.baseUrl);
    const { host } = new URL(baseUrl);
    const authorization = 'Basic dXNlcjpzZWNyZXQ=';
    const { target } = testTarget(baseUrl, through('', { proxy: { url: proxy.url, authorization } }));
    const first = await target.send(request(), 'check');
    const second = await target.send(request({ method: 'POST', body: '{}' }), 'check');
    expect([first, second]).toMatchObject([
      { failure: null, connection: 1, response: { status: 200, body: '[]' } },
      { failure: null, connection: 1, response: { status: 200 } },
    ]);
    expect(server.requests.map(({ lines }) => lines.slice(0, 2))).toEqual([
      [expect.stringMatching(/^GET \/v1\/pets\S* HTTP\/1\.1$/), `host: ${host}`],
      [expect.stringMatching(/^POST \/v1\/pets\S* HTTP\/1\.1$/), `host: ${host}`],
    ]);
    expect(proxy.heads).toEqual([
      `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\nProxy-Authorization: ${authorization}\r\n\r\n`,
    ]);
    expect(JSON.stringify([first, second])).not.toContain(authorization);
  });

  it('carries TLS to the service, whose certificate is verified', async () => {
    const server = closeAfterwards(
      await startRawServer((socket) => socket.write(okAnswer('[]')), secured(certificateOfLocalhost)),
    );
    const proxy = closeAfterwards(await startConnectProxy());
    const secure = server.baseUrl.replace('http://127.0.0.1', 'https://localhost');
    const certificateAuthorities = [certificateOfLocalhost];
    const trusting = testTarget(secure, through(proxy.url, { certificateAuthorities }));
    expect(await trusting.target.send(request(), 'check')).toMatchObject({
      failure: null,
      connection: 1,
      response: { status: 200, body: '[]' },
    });
    const wary = testTarget(secure, through(proxy.url));
    expect((await wary.target.send(request(), 'check')).failure?.code).toBe('tls');
    const elsewhere = testTarget(
      atTest(server.baseUrl).replace('http:', 'https:'),
      through(proxy.url, { certificateAuthorities }),
    );
    expect((await elsewhere.target.send(request(), 'check')).failure?.detail).toMatch(/another host name/);
    expect(proxy.heads[2]).toMatch(/^CONNECT service\.test:\d+ HTTP\/1\.1\r\n/);
  });

  it('may be asked for over TLS, and carry TLS itself', async () => {
    const server = closeAfterwards(
      await startRawServer((socket) => socket.write(okAnswer('[]')), secured(certificateOfAnotherHost)),
    );
    const proxy = closeAfterwards(await startConnectProxy(undefined, secured(certificateOfLocalhost)));
    const { port } = new URL(server.baseUrl);
    const url = proxy.url.replace('http://127.0.0.1', 'https://localhost');
    const certificateAuthorities = [certificateOfLocalhost, certificateOfAnotherHost];
    const { target } = testTarget(
      `https://other.example:${port}/v1`,
      through(url, { certificateAuthorities }),
    );
    const [first, second] = [await target.send(request(), 'check'), await target.send(request(), 'check')];
    expect([first, second]).toMatchObject([
      { failure: null, connection: 1, response: { status: 200, body: '[]' } },
      { failure: null, connection: 1, response: { status: 200, body: '[]' } },
    ]);
    const wary = testTarget(`https://other.example:${port}/v1`, through(url));
    expect((await wary.target.send(request(), 'check')).failure).toMatchObject({
      code: 'proxy',
      detail: expect.stringMatching(/^the proxy can't be reached: .*self-signed/),
    });
  });

  it('leads to the address that was given, and the name stays', async () => {
    const server = closeAfterwards(await startRawServer((socket) => socket.write(okAnswer('[]'))));
    const proxy = closeAfterwards(await startConnectProxy());
    const { target } = testTarget(
      atTest(server.baseUrl),
      through(proxy.url, { address: { ip: '192.0.2.7', port: null } }),
    );
    expect((await target.send(request(), 'check')).response?.status).toBe(200);
    expect(proxy.heads[0]).toMatch(/^CONNECT 192\.0\.2\.7:\d+ HTTP\/1\.1\r\n/);
    expect(server.requests[0]?.lines[1]).toMatch(/^host: service\.test:/);
  });

  it.each([
    [
      'asks who is there',
      'HTTP/1.1 407 Proxy Authentication Required\r\n\r\n',
      /requires a user name and a password/,
    ],
    [
      'reaches nobody',
      'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n',
      /opens no tunnel to service\.test:\d+: it returned 502/,
    ],
    ['hangs up', '', /closed the connection without a response/],
    ['does not speak HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n', /does not speak HTTP/],
    [
      'never ends its answer',
      `HTTP/1.1 200 OK\r\n${'X-Much: much\r\n'.repeat(2_000)}`,
      /does not speak HTTP/,
    ],
  ])('is missing where the proxy %s: no answer of the service', async (_name, refusal, detail) => {
    const server = closeAfterwards(await startRawServer((socket) => socket.write(okAnswer('[]'))));
    const proxy = closeAfterwards(await startConnectProxy(() => refusal));
    const { target } = testTarget(atTest(server.baseUrl), through(proxy.url));
    const exchange = await target.send(request(), 'check');
    expect(exchange).toMatchObject({ connection: 0, response: null, failure: { code: 'proxy' } });
    expect(exchange.failure?.detail).toMatch(detail);
    expect(exchange.failure?.detail).toMatch(/^the proxy 127\.0\.0\.1:\d+ /);
    expect(server.requests).toEqual([]);
  });

  it('is missing if nothing listens or responds', async () => {
    const gone = await startConnectProxy();
    await gone.close();
    const nobody = testTarget('http://service.test/v1', through(gone.url));
    expect((await nobody.target.send(request(), 'check')).failure).toMatchObject({
      code: 'proxy',
      detail: expect.stringMatching(/^the proxy can't be reached: no connection to .*nothing listens there/),
    });
    const silent = closeAfterwards(await startRawServer(() => {}));
    const waiting = testTarget('http://service.test/v1', {
      ...through(new URL(silent.baseUrl).origin),
      timeoutMs: 200,
    });
    expect((await waiting.target.send(request(), 'check')).failure).toEqual({
      code: 'timeout',
      detail: 'connecting: not done within 200 ms',
    });
  });

  it('is nothing to tell of once it was given up', async () => {
    let asked = (): void => {};
    const asking = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const silent = closeAfterwards(await startRawServer(asked));
    const told: unknown[] = [];
    const { transport } = through(new URL(silent.baseUrl).origin);
    const socket = openSocket(new URL('http://service.test/v1'), transport, (failure) => told.push(failure));
    await asking;
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    expect(told).toEqual([]);
  });
});
