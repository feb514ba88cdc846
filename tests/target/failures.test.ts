import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { FailureCode } from '../../src/exchange/exchange.ts';
import { answerFailure } from '../../src/target/answer-failure.ts';
import { connectFailure } from '../../src/target/connect-failure.ts';
import { targetLimits } from '../../src/target/limits.ts';
import { type Answer, closing, okAnswer, pour, startRawServer, writing } from './raw-server.ts';
import { request, targetOf, testTarget } from './test-target.ts';

/** Sends one request to a server that answers like this, then a second one that it answers rightly. */
async function exchangeWith(answer: Answer, timeoutMs = 10_000) {
  const { target } = await targetOf(
    (socket, received) => (received.number === 1 ? answer(socket, received) : socket.write(okAnswer('[]'))),
    { timeoutMs },
  );
  const exchange = await target.send(request(), 'check');
  const next = await target.send(request(), 'check');
  expect(next).toMatchObject({ failure: null, response: { status: 200, body: '[]' } });
  return exchange;
}

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';

describe('no response', () => {
  const cases: [string, Answer, FailureCode, RegExp][] = [
    ['closed at once', closing(''), 'reset', /closed without a response/],
    ['reset at once', (socket) => socket.resetAndDestroy(), 'reset', /reset|closed without/],
    [
      'closed within the status line',
      closing('HTTP/1.1 20'),
      'truncated',
      /middle of the response's headers/,
    ],
    ['closed within interim looks', closing('HTTP/1.1 1'), 'truncated', /middle of the response's headers/],
    ['closed within the headers', closing('HTTP/1.1 200 OK\r\nA: b\r\n'), 'truncated', /headers/],
    ['HTTP/0.9', closing('<html>hello</html>'), 'not-http', /begins "<html>hello/],
    ['another protocol', writing('220 mail.example ESMTP\r\n'), 'not-http', /begins "220 mail/],
    ['HTTP/2', closing('\0\0\x06\x04\0\0\0\0\0\0\x03\0\0\0\x64'), 'not-http', /^the answer is HTTP\/2/],
    ['bytes', writing('\u0000\u0001\u0002\u0003'), 'not-http', /not HTTP/],
    ['a broken header', writing('HTTP/1.1 200 OK\r\nA b\r\n\r\n'), 'not-http', /not HTTP/],
    [
      'two lengths',
      writing('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      'not-http',
      /not HTTP/,
    ],
    [
      'a switch of protocols',
      writing('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
      'not-http',
      /101/,
    ],
    [
      'a header beyond the limit',
      writing(`HTTP/1.1 200 OK\r\nA: ${'a'.repeat(targetLimits.headerBytes)}\r\n\r\n`),
      'headers-too-large',
      /header section/,
    ],
    [
      'an interim answer beyond the limit',
      writing(`HTTP/1.1 103 OK\r\nA: ${'a'.repeat(targetLimits.headerBytes)}`),
      'headers-too-large',
      /header section/,
    ],
  ];
  it.each(cases)('%s', async (_name, answer, code, detail) => {
    const exchange = await exchangeWith(answer);
    expect(exchange.failure?.code).toBe(code);
    expect(exchange.failure?.detail).toMatch(detail);
    expect(exchange).toMatchObject({ response: null, headersAtMs: null, connection: 1 });
  });
});

describe('a part of an answer', () => {
  const cases: [string, Answer, FailureCode, RegExp, string][] = [
    [
      'fewer bytes than announced',
      closing('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n[1'),
      'truncated',
      /body/,
      '[1',
    ],
    [
      'fewer bytes, connection said to close',
      closing('HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 10\r\n\r\n[1'),
      'truncated',
      /body/,
      '[1',
    ],
    ['no last chunk', closing(`${chunked}2\r\n[1\r\n`), 'truncated', /body/, '[1'],
    ['half a chunk', closing(`${chunked}5\r\n[1`), 'truncated', /body/, '[1'],
    ['a chunk size that is none', writing(`${chunked}2\r\n[1\r\nxyz\r\n`), 'not-http', /framing/, '[1'],
    [
      'a character cut in two',
      closing('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\na\u00e2\u0082'),
      'truncated',
      /body/,
      'a',
    ],
    [
      'trailers beyond the limit',
      writing(`${chunked}2\r\n[1\r\n0\r\nA: ${'a'.repeat(targetLimits.headerBytes)}`),
      'headers-too-large',
      /trailer/,
      '[1',
    ],
  ];
  it.each(cases)('%s', async (_name, answer, code, detail, body) => {
    const exchange = await exchangeWith(answer);
    expect(exchange.failure?.code).toBe(code);
    expect(exchange.failure?.detail).toMatch(detail);
    expect(exchange.response).toMatchObject({ status: 200, body, utf8: true });
  });

  it('ends with its Content-Length; what comes after is no part of it', async () => {
    const exchange = await exchangeWith(closing('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]surplus'));
    expect(exchange).toMatchObject({ failure: null, response: { body: '[]' } });
  });
});

describe('blanks and tabs behind a value', () => {
  it.each([
    ['a length', 'Content-Length: 2\t\r\nX-More: a \t\r\n\r\n[]'],
    ['a length, far from the value', 'content-length:\t2 \t \r\n\r\n[]'],
    ['a coding', 'Transfer-Encoding: chunked\t\r\n\r\n2\r\n[]\r\n0\r\n\r\n'],
    ['the last field', 'Content-Length: 2\r\nX-Empty: \t\r\n\r\n[]'],
  ])('are no part of it: %s', async (_what, rest) => {
    for (const pieces of [[rest], [...rest]]) {
      const exchange = await exchangeWith((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        pieces.forEach((piece) => void socket.write(Buffer.from(piece, 'latin1')));
      });
      expect(exchange).toMatchObject({ failure: null, response: { status: 200, body: '[]' } });
    }
  });
});

describe('endless answers', () => {
  it('stops reading a body at the limit, and keeps none of it', async () => {
    const exchange = await exchangeWith((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pour(socket, Buffer.alloc(65_536, 'ab'));
    });
    expect(exchange.failure?.code).toBe('body-too-large');
    expect(exchange.response).toMatchObject({ status: 200, body: '' });
  });

  it('stops reading headers at the limit', async () => {
    const exchange = await exchangeWith((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, Buffer.from('A: b\r\n'.repeat(1000)));
    });
    expect(exchange.failure?.code).toBe('headers-too-large');
  });

  it('stops reading after too many header fields, however short', async () => {
    const answer = (count: number) => (socket: Socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\n${'a:\r\n'.repeat(count - 1)}\r\n[]`);
    };
    const most = await exchangeWith(answer(targetLimits.headerFields));
    expect(most.failure).toBeNull();
    expect(most.response?.headers).toHaveLength(targetLimits.headerFields);
    const more = await exchangeWith(answer(targetLimits.headerFields + 1));
    expect(more.response).toBeNull();
    expect(more.failure).toEqual({
      code: 'headers-too-large',
      detail: 'the header section has more than 2000 fields, the limit of this client',
    });
  });

  it('gives up on interim answers without end', async () => {
    const exchange = await exchangeWith(
      (socket) => pour(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(500))),
      200,
    );
    expect(exchange.failure).toEqual({
      code: 'timeout',
      detail: 'waiting for headers: not done within 200 ms',
    });
  });
});

describe('timeouts', () => {
  it('waits for headers no longer than allowed', async () => {
    const exchange = await exchangeWith(() => {}, 200);
    expect(exchange.failure).toEqual({
      code: 'timeout',
      detail: 'waiting for headers: not done within 200 ms',
    });
    expect(exchange).toMatchObject({ response: null, connection: 1 });
  });

  it('covers a body that drips with the same time', async () => {
    const exchange = await exchangeWith((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n');
      const timer = setInterval(() => socket.write('a'), 10);
      socket.on('close', () => clearInterval(timer));
    }, 300);
    expect(exchange.failure).toEqual({
      code: 'timeout',
      detail: 'reading the body: not done within 300 ms',
    });
    expect(exchange.response?.body).toMatch(/^a+$/);
    expect(exchange.response?.status).toBe(200);
  });
});

describe('no connection', () => {
  it('refused', async () => {
    const server = await startRawServer(() => {});
    await server.close();
    const { target } = testTarget(server.baseUrl);
    const exchange = await target.send(request(), 'check');
    expect(exchange.failure?.code).toBe('refused');
    expect(exchange.failure?.detail).toMatch(/no connection to 127\.0\.0\.1:\d+: nothing listens there/);
    expect(exchange).toMatchObject({ connection: 0, response: null, headersAtMs: null });
    expect(exchange.request.headers.map(([name]) => name)).toEqual(['Authorization']);
    expect((await target.send(request(), 'check')).failure?.code).toBe('refused');
  });

  it('no such host', async () => {
    const { target } = testTarget('http://no-such-host.invalid/v1');
    const exchange = await target.send(request(), 'check');
    expect(exchange.failure?.code).toBe('unresolved');
    expect(exchange.failure?.detail).toContain('no-such-host.invalid:80');
  });

  it.each([
    ['ETIMEDOUT', 'timeout', /connecting/],
    ['EHOSTUNREACH', 'unreachable', /no route to the host/],
    ['ENETUNREACH', 'unreachable', /no route to the network/],
    ['EAI_AGAIN', 'unresolved', /name server/],
    ['EAI_NODATA', 'unresolved', /no address/],
    ['ECONNRESET', 'reset', /while it was being made/],
    ['EMFILE', 'other', /text of the system/],
  ])('%s is %s', (code, expected, detail) => {
    const error = Object.assign(new Error('text of the system'), { code });
    const { failure } = connectFailure(error, new URL('http://[::1]:8080/v1'));
    expect(failure.code).toBe(expected);
    expect(failure.detail).toMatch(detail);
    expect(failure.detail).toContain('[::1]:8080');
  });

  it.each([
    [
      'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL',
      /it offers no HTTP\/1\.1, the only version .* HTTP\/2 only/,
    ],
    [
      'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
      /the TLS handshake failed \(ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE\)/,
    ],
  ])('over TLS %s is named, without the text of OpenSSL', (code, detail) => {
    const text = '80B2:error:0A000460:SSL routines:ssl3_read_bytes:../ssl/record/rec_layer_s3.c:1605:';
    const error = Object.assign(new Error(text), { code });
    const { failure } = connectFailure(error, new URL('https://localhost:8443/v1'));
    expect(failure.code).toBe('tls');
    expect(failure.detail).toMatch(detail);
    expect(failure.detail).not.toContain('rec_layer');
  });
});

const unsent = { sent: false, receivedBytes: 0, headersComplete: false, beginning: null };

it.each([
  [
    Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
    'the connection broke before this request was sent: read ECONNRESET',
  ],
  [
    Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    'the connection broke before this request was sent: other side closed',
  ],
  [
    Object.assign(new Error('invalid request path'), { code: 'UND_ERR_INVALID_ARG' }),
    'this request can not be sent: invalid request path',
  ],
  [new Error('no code'), 'this request can not be sent: no code'],
])('tells a broken connection from a request that can not be sent: %s', (error, detail) => {
  expect(answerFailure(error, unsent)).toEqual({ code: 'other', detail });
});
