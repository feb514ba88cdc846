import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { okAnswer, type RawRequest, startRawServer } from './raw-server.ts';
import { closeAfterwards, request, targetOf, testTarget } from './test-target.ts';

function answerOf(status: number, ...fields: string[]): string {
  return [`HTTP/1.1 ${status} Whatever`, 'Content-Length: 0', ...fields, '', ''].join('\r\n');
}

it('repeats a request that returned 429, and records every exchange', async () => {
  const { server, target, exchanges, waits } = await targetOf((socket, { number }) =>
    socket.write(number < 4 ? answerOf(429, 'Retry-After: 0') : okAnswer('[]')),
  );
  const exchange = await target.send(request({ method: 'POST', body: '{"name":"x"}' }), 'check');
  expect(exchange).toMatchObject({ number: 4, response: { status: 200 } });
  expect(exchanges.map(({ number, response, check }) => [number, response?.status, check])).toEqual([
    [1, 429, 'check'],
    [2, 429, 'check'],
    [3, 429, 'check'],
    [4, 200, 'check'],
  ]);
  expect(server.requests.map(({ body }) => body)).toEqual(Array(4).fill('{"name":"x"}'));
  expect(waits).toEqual([]);
});

it('returns the 429 after five repeats', async () => {
  const { target } = await targetOf((socket) => socket.write(answerOf(429, 'Retry-After: 0')));
  const exchange = await target.send(request({ credential: 'invalid' }), 'check');
  expect(exchange).toMatchObject({ number: 6, response: { status: 429 } });
});

it.each([
  ['two minutes', 'Retry-After: 121', 60_000],
  ['two seconds where the minute of the target is quick', 'Retry-After: 3', 100],
])('returns the 429 at once where it asks for more than %s', async (_name, field, minuteMs) => {
  const { target, waits } = await targetOf((socket) => socket.write(answerOf(429, field)), {
    minuteMs,
  });
  const exchange = await target.send(request(), 'check');
  expect(exchange).toMatchObject({ number: 1, response: { status: 429 } });
  expect(waits).toEqual([]);
});

it('tells a wait when it begins', async () => {
  const server = closeAfterwards(
    await startRawServer((socket, { number }) =>
      socket.write(number === 1 ? answerOf(429, 'Retry-After: 1') : okAnswer('[]')),
    ),
  );
  const told: number[] = [];
  const { target } = testTarget(server.baseUrl, { onWait: () => told.push(server.requests.length) });
  expect((await target.send(request(), 'check')).response?.status).toBe(200);
  expect(told).toEqual([1]);
});

it('stops where the key is used up for long', async () => {
  const reset = Math.floor(Date.now() / 1000) + 40_000;
  const { target, exchanges } = await targetOf((socket) =>
    socket.write(
      answerOf(
        429,
        'Retry-After: 40000',
        'X-RateLimit-Limit: 1000',
        'X-RateLimit-Remaining: 0',
        `X-RateLimit-Reset: ${reset}`,
        `Date: ${new Date().toUTCString()}`,
      ),
    ),
  );
  await expect(target.send(request(), 'check')).rejects.toMatchObject({
    name: 'RunStopped',
    reason: 'allowance',
  });
  expect(exchanges).toHaveLength(1);
  const other = await target.send(request({ credential: 'none', headers: [] }), 'check');
  expect(other.response?.status).toBe(429);
});

it.each([500, 502, 503, 504, 425])('does not repeat a %i', async (status) => {
  const { server, target } = await targetOf((socket) => socket.write(answerOf(status, 'Retry-After: 0')));
  expect((await target.send(request(), 'check')).response?.status).toBe(status);
  expect(server.requests).toHaveLength(1);
});

const timeout = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

async function serving(answer: (socket: Socket, request: RawRequest) => void) {
  const server = closeAfterwards(await startRawServer(answer));
  const test = testTarget(server.baseUrl);
  return {
    ...test,
    server,
    /** The bodies received for that many consecutive requests. */
    async bodies(count: number): Promise<(string | undefined)[]> {
      const bodies: (string | undefined)[] = [];
      for (let sent = 0; sent < count; sent += 1) {
        bodies.push((await test.target.send(request(), 'check')).response?.body);
      }
      return bodies;
    },
  };
}

it('in one piece with a response are reported, and the connection is not reused', async () => {
  const { bodies, exchanges } = await serving((socket, { number }) => {
    socket.write(okAnswer(`[${number}]`) + (number === 2 ? okAnswer('["surplus"]') : ''));
  });
  expect(await bodies(4)).toEqual(['[1]', '[2]', '[3]', '[4]']);
  expect(exchanges.map(({ unsolicited }) => unsolicited)).toEqual([
    undefined,
    undefined,
    [{ connection: 1, after: 2, beginning: expect.stringMatching(/^HTTP\/1\.1 200 OK(?:.|\s)*surplus/) }],
    undefined,
  ]);
  expect(exchanges.map(({ connection }) => connection)).toEqual([1, 1, 2, 3]);
});

it('after a response are reported with their beginning, and never taken for the next one', async () => {
  const sockets: Socket[] = [];
  const { bodies, exchanges } = await serving((socket, { number }) => {
    sockets.push(socket);
    socket.write(okAnswer(`[${number}]`));
  });
  expect(await bodies(1)).toEqual(['[1]']);
  // The client closes the connection when it has read them.
  await new Promise((resolve) => {
    sockets[0]?.on('close', resolve).write(okAnswer('["surplus"]'));
  });
  expect(await bodies(3)).toEqual(['[2]', '[3]', '[4]']);
  expect(exchanges[1]?.unsolicited).toMatchObject([{ connection: 1, after: 1 }]);
  expect(exchanges[1]?.unsolicited?.[0]?.beginning).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(new Set(exchanges.map(({ connection }) => connection)).size).toBe(4);
});

it('are not the blank lines that some servers send behind a body', async () => {
  const { bodies, exchanges } = await serving((socket, { number }) => {
    socket.write(`${okAnswer(`[${number}]`)}\r\n`);
  });
  expect(await bodies(3)).toEqual(['[1]', '[2]', '[3]']);
  expect(exchanges.flatMap(({ unsolicited }) => unsolicited ?? [])).toEqual([]);
});

it('of a 408 make that the request is sent again once', async () => {
  const { target, exchanges } = await serving((socket, { number }) => {
    socket.write(number === 2 ? timeout : okAnswer(`[${number}]`));
  });
  await target.send(request(), 'check');
  const exchange = await target.send(request(), 'check');
  expect(exchange).toMatchObject({ number: 3, retryOf: 2, connection: 2, response: { status: 200 } });
  expect(exchanges).toHaveLength(3);
});

it('of a 408 are the answer where it comes again', async () => {
  const { target, exchanges } = await serving((socket) => socket.write(timeout));
  expect(await target.send(request(), 'check')).toMatchObject({
    number: 2,
    retryOf: 1,
    response: { status: 408 },
  });
  expect(exchanges).toHaveLength(2);
});
