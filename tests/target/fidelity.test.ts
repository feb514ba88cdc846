import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { okAnswer, startRawServer } from './raw-server.ts';
import { apiKey, closeAfterwards, request, shownKey, targetOf, testTarget } from './test-target.ts';

describe('what is sent', () => {
  it.each([
    ['GET', null],
    ['POST', '{"name":"ä"}'],
    ['POST', null],
    ['POST', ''],
    ['DELETE', null],
    ['HEAD', null],
  ])(
    '%s with body %j is recorded as it went on the wire, to the field and its order',
    async (method, body) => {
      const { server, target } = await targetOf((socket) => socket.write(okAnswer('')));
      const headers = [
        { name: 'Content-Type', value: 'application/json' },
        { name: 'content-type', value: 'text/plain' },
        { name: 'X-Empty', value: '' },
        { name: 'Content-Type', value: 'a/b; c="d"' },
        { name: 'Authorization', value: 'Bearer' },
        { name: 'authorization', value: '' },
      ];
      const exchange = await target.send(request({ method, body, headers }), 'check');
      const [received] = server.requests;
      const { port } = new URL(server.baseUrl);
      expect(received?.lines[0]).toBe(`${method} /v1/pets HTTP/1.1`);
      expect(exchange.request.headers.map(([name, value]) => `${name}: ${value}`)).toEqual(
        received?.lines.slice(1),
      );
      const length = method === 'POST' ? [`content-length: ${Buffer.byteLength(body ?? '')}`] : [];
      expect(received?.lines.slice(1)).toEqual([
        `host: 127.0.0.1:${port}`,
        `connection: ${method === 'HEAD' ? 'close' : 'keep-alive'}`,
        'User-Agent: animal-store-conformance/1.2.3 (+run tag-1)',
        `traceparent: ${exchange.traceparent}`,
        ...headers.map(({ name, value }) => `${name}: ${value}`),
        ...length,
      ]);
      expect(exchange.request.body).toBe(body);
      expect(Buffer.from(received?.body ?? '', 'latin1').toString('utf8')).toBe(body ?? '');
    },
  );

  it('appends targets to the base URL as they are', async () => {
    const server = closeAfterwards(await startRawServer((socket) => socket.write(okAnswer(''))));
    for (const base of [
      `${server.baseUrl}/`,
      server.baseUrl.replace('/v1', ''),
      `${server.baseUrl}/deep/%7Er`,
    ]) {
      const { target } = testTarget(base);
      for (const odd of [
        '/pets/%zz',
        '/pets?limit=5&limit=%20',
        '//pets',
        '/pets/..%2f',
        '/pets?a#b',
        '/.',
      ]) {
        const exchange = await target.send(request({ target: odd }), 'check');
        const prefix = new URL(base).pathname.replace(/\/$/, '');
        expect(server.requests.at(-1)?.lines[0]).toBe(`GET ${prefix}${odd} HTTP/1.1`);
        expect(exchange.request.target).toBe(odd);
      }
    }
  });

  it('sends a body in two writes on request, with a Content-Length', async () => {
    const pieces: Buffer[] = [];
    const watched = (onConnection: (socket: Socket) => void) =>
      createServer((socket) => {
        socket.on('data', (piece) => pieces.push(piece));
        onConnection(socket);
      });
    const server = closeAfterwards(await startRawServer((socket) => socket.write(okAnswer('')), watched));
    const { target } = testTarget(server.baseUrl);
    const body = '{"name":"ä"}';
    const sent = { ...request({ method: 'POST', body }), firstWriteBytes: 10 };
    const exchange = await target.send(sent, 'check');
    const all = Buffer.concat(pieces);
    const bodyAt = all.indexOf('\r\n\r\n') + 4;
    expect(all.subarray(bodyAt).toString()).toBe(body);
    expect(all.toString('latin1').match(/content-length: \d+/gi)).toEqual(['content-length: 13']);
    expect(Buffer.concat(pieces.slice(0, -1)).subarray(bodyAt)).toEqual(Buffer.from(body).subarray(0, 10));
    expect(exchange.response?.status).toBe(200);
    expect(exchange.request).toMatchObject({ body, firstWriteBytes: 10 });
    expect(exchange.request.headers).toContainEqual(['content-length', '13']);
  });

  it('sends bytes that are no UTF-8', async () => {
    const { server, target } = await targetOf((socket) => socket.write(okAnswer('')));
    const body = new Uint8Array([0xff, 0x00, 0x41]);
    const exchange = await target.send(request({ method: 'POST', body }), 'check');
    expect(server.requests[0]?.body).toBe('\u00ff\u0000A');
    expect(exchange.request.body).toBe('\ufffd\u0000A');
  });

  it('records what this client can not send, and goes on', async () => {
    const { server, target } = await targetOf((socket) => socket.write(okAnswer('[]')));
    const refused = await target.send(request({ target: '/pets?limit=a b' }), 'check');
    expect(refused.failure).toEqual({
      code: 'other',
      detail: 'this request can not be sent: invalid request path',
    });
    expect(refused).toMatchObject({ connection: 0, response: null, headersAtMs: null });
    expect((await target.send(request(), 'check')).response?.status).toBe(200);
    expect(server.requests).toHaveLength(1);
  });

  it('numbers the exchanges of a run, whose trace id follows from seed and tag', async () => {
    const server = closeAfterwards(await startRawServer((socket) => socket.write(okAnswer(''))));
    const first = testTarget(server.baseUrl);
    const second = testTarget(server.baseUrl, { seed: 8 });
    await first.target.send(request(), 'a');
    await first.target.send(request(), 'b');
    await second.target.send(request(), 'c');
    const [one, two] = first.exchanges;
    expect([one?.number, two?.number, one?.check, two?.check]).toEqual([1, 2, 'a', 'b']);
    expect(one?.traceparent).toMatch(/^00-[0-9a-f]{32}-0000000000000001-01$/);
    expect(two?.traceparent).toBe(one?.traceparent.replace('0001-01', '0002-01'));
    expect(second.exchanges[0]?.traceparent.slice(0, 35)).not.toBe(one?.traceparent.slice(0, 35));
  });
});

describe('what is received', () => {
  it('keeps names in their letter case, order, repetitions, empty values and bytes', async () => {
    const lines = [
      'X-rAtElImIt-LIMIT: 60',
      'Set-Cookie: a=1',
      'X-Empty:',
      'Set-Cookie: a=1',
      'X-Bytes: \u00e4\u00ff',
      '__proto__: x',
      'X-Spaces:   inner  spaces   ',
    ];
    const { target } = await targetOf((socket) =>
      socket.write(Buffer.from(okAnswer('{}', ...lines), 'latin1')),
    );
    const { response, failure } = await target.send(request(), 'check');
    expect(failure).toBeNull();
    expect(response?.headers).toEqual([
      ['Content-Length', '2'],
      ['X-rAtElImIt-LIMIT', '60'],
      ['Set-Cookie', 'a=1'],
      ['X-Empty', ''],
      ['Set-Cookie', 'a=1'],
      ['X-Bytes', '\u00e4\u00ff'],
      ['__proto__', 'x'],
      ['X-Spaces', 'inner  spaces'],
    ]);
  });

  it('follows no redirect', async () => {
    const { server, target } = await targetOf((socket) =>
      socket.write('HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'),
    );
    expect((await target.send(request(), 'check')).response?.status).toBe(302);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['in one piece', (text: string) => [text]],
    ['byte by byte', (text: string) => [...text]],
  ])('skips interim answers that were not asked for, %s', async (_name, pieces) => {
    const interim = [
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n',
      'HTTP/1.1 102 Processing\r\n\r\n',
      'HTTP/1.1 100 Continue\r\nX-Interim: 1\r\n\r\n',
    ].join('');
    const { server, target } = await targetOf((socket) => {
      for (const piece of pieces(interim + okAnswer('[1]', 'X-Final: 1'))) {
        socket.write(piece);
      }
    });
    for (const count of [1, 2]) {
      const { response, connection } = await target.send(request({ method: 'POST', body: 'x' }), 'check');
      expect(response).toMatchObject({ status: 200, body: '[1]' });
      expect(response?.headers).toEqual([
        ['Content-Length', '3'],
        ['X-Final', '1'],
      ]);
      expect(connection).toBe(1);
      expect(server.requests).toHaveLength(count);
    }
  });

  it('reads chunked bodies, bodies up to the end of the connection, and none', async () => {
    const answers = [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n[\r\n2;x=y\r\n1]\r\n0\r\nTrailer: 1\r\n\r\n',
      'HTTP/1.0 200 OK\r\n\r\n[1]',
      'HTTP/1.1 204 No Content\r\n\r\n',
    ];
    const { target } = await targetOf((socket, { number }) => {
      socket.write(answers[number - 1] ?? '');
      if (number === 2) {
        socket.end();
      }
    });
    for (const [status, body] of [
      [200, '[1]'],
      [200, '[1]'],
      [204, ''],
    ]) {
      const exchange = await target.send(request(), 'check');
      expect(exchange.failure).toBeNull();
      expect(exchange.response).toMatchObject({ status, body });
    }
  });

  it('tells well-formed UTF-8 from other bytes, and keeps a byte order mark', async () => {
    const bodies = ['"\u00c3\u00a4"', '"\u00e4"', '\u00ef\u00bb\u00bf[]'];
    const { target } = await targetOf((socket, { number }) => {
      const body = Buffer.from(bodies[number - 1] ?? '', 'latin1');
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`);
      socket.write(body);
    });
    const seen = [];
    for (let count = 0; count < bodies.length; count += 1) {
      const { response } = await target.send(request(), 'check');
      seen.push([response?.body, response?.utf8, response?.bodyBytes]);
    }
    expect(seen).toEqual([
      ['"\u00e4"', true, 4],
      ['"\ufffd"', false, 3],
      ['\ufeff[]', true, 5],
    ]);
  });
});

it('keeps one connection for requests in a row, and no more than allowed for many at once', async () => {
  const { server, target, exchanges } = await targetOf((socket) => socket.write(okAnswer('[]')), {
    connections: 3,
  });
  for (let count = 0; count < 5; count += 1) {
    await target.send(request(), 'check');
  }
  expect(server.connections).toBe(1);
  await Promise.all(Array.from({ length: 20 }, () => target.send(request(), 'check')));
  expect(server.connections).toBe(3);
  expect(exchanges.map(({ number }) => number).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 25 }, (_, index) => index + 1),
  );
  expect(target.requestsSent).toBe(25);
});

it('orders the times of an exchange', async () => {
  const { target } = await targetOf((socket) => socket.write(okAnswer('[]')));
  const { sentAtMs, headersAtMs, finishedAtMs, startedAt } = await target.send(request(), 'check');
  expect(sentAtMs).toBeGreaterThan(0);
  expect(headersAtMs).toBeGreaterThanOrEqual(sentAtMs);
  expect(finishedAtMs).toBeGreaterThanOrEqual(headersAtMs ?? Number.NaN);
  expect(new Date(startedAt).toISOString()).toBe(startedAt);
});

it('shows a secret that the caller names as the caller says', async () => {
  const { server, target } = await targetOf((socket) => socket.write(okAnswer('[]')));
  const exchange = await target.send(
    request({
      target: `/pets?api_key=${encodeURIComponent(apiKey)}`,
      targetShownAs: `/pets?api_key=${shownKey}`,
      headers: [{ name: 'Cookie', value: 'token=x', shownAs: `token=${shownKey}` }],
    }),
    'check',
  );
  expect(exchange.request.target).toBe(`/pets?api_key=${shownKey}`);
  expect(exchange.request.headers).toContainEqual(['Cookie', `token=${shownKey}`]);
  expect(server.requests[0]?.lines).toContain('Cookie: token=x');
});
