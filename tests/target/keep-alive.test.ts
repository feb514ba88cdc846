import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { okAnswer, type RawRequest, startRawServer } from './raw-server.ts';
import { closeAfterwards, request, targetOf, testTarget } from './test-target.ts';

/** A server that answers the requests of these numbers by hanging up. */
async function hangingUpAt(numbers: readonly number[], hangUp = (socket: Socket) => void socket.end()) {
  const server = closeAfterwards(
    await startRawServer((socket, { number }: RawRequest) =>
      numbers.includes(number) ? hangUp(socket) : socket.write(okAnswer(`[${number}]`)),
    ),
  );
  return { server, ...testTarget(server.baseUrl) };
}

it.each([
  ['closed', (socket: Socket) => void socket.end()],
  ['reset', (socket: Socket) => void socket.resetAndDestroy()],
])('repeats a request whose kept connection was %s, on a fresh one', async (_name, hangUp) => {
  const { target, exchanges, server } = await hangingUpAt([2], hangUp);
  await target.send(request(), 'first');
  const exchange = await target.send(request({ method: 'POST', body: '{}' }), 'second');
  expect(exchange).toMatchObject({ number: 3, check: 'second', connection: 2, response: { body: '[3]' } });
  expect(exchanges.map(({ number, connection, failure }) => [number, connection, failure?.code])).toEqual([
    [1, 1, undefined],
    [2, 1, 'reset'],
    [3, 2, undefined],
  ]);
  expect(server.requests.map(({ body }) => body)).toEqual(['', '{}', '{}']);
  expect(target.requestsSent).toBe(3);
});

it('tries a last time, then takes the reset for the answer', async () => {
  const { target, exchanges } = await hangingUpAt([2, 3, 4]);
  await target.send(request(), 'first');
  const exchange = await target.send(request(), 'second');
  expect(exchange).toMatchObject({ number: 4, response: null, failure: { code: 'reset' } });
  expect(exchanges.map(({ connection }) => connection)).toEqual([1, 1, 2, 3]);
  expect(exchanges.map(({ retryOf }) => retryOf)).toEqual([undefined, undefined, 2, 3]);
});

it('does not repeat what a fresh connection did not answer', async () => {
  const { target, exchanges } = await hangingUpAt([1]);
  expect((await target.send(request(), 'check')).failure?.code).toBe('reset');
  expect(exchanges).toHaveLength(1);
});

it('does not repeat what was answered in part', async () => {
  const { target, exchanges } = await hangingUpAt([2], (socket) => void socket.end('HTTP/1.1 2'));
  await target.send(request(), 'check');
  expect((await target.send(request(), 'check')).failure?.code).toBe('truncated');
  expect(exchanges).toHaveLength(2);
});

it('repeats on a connection of its own where others are kept', async () => {
  let waiting: Socket[] = [];
  const { server, target } = await targetOf((socket, { number }) => {
    if (number <= 4) {
      // All four connections are open before any is answered.
      waiting.push(socket);
      if (waiting.length === 4) {
        waiting.forEach((each) => void each.write(okAnswer('[]')));
        waiting = [];
      }
    } else if (number === 5) {
      socket.destroy();
    } else {
      socket.write(okAnswer('[]'));
    }
  });
  await Promise.all(Array.from({ length: 4 }, () => target.send(request({ credential: 'none' }), 'check')));
  expect(server.connections).toBe(4);
  const exchange = await target.send(request({ credential: 'none' }), 'check');
  expect(exchange).toMatchObject({ number: 6, failure: null, connection: 5 });
});

it('prefers a kept connection where the server refuses more', async () => {
  const waiting: Socket[] = [];
  const { server, target } = await targetOf((socket, { number }) => {
    // Two connections are served, the last two closed.
    waiting.push(socket);
    if (number === 4) {
      waiting.slice(0, 2).forEach((each) => void each.write(okAnswer('[]')));
      // Their answers are there before the others are closed, so those connections are the ones used last.
      setTimeout(() => waiting.slice(2).forEach((each) => void each.destroy()), 50);
    } else if (number > 4) {
      socket.write(okAnswer('[]'));
    }
  });
  await Promise.all(Array.from({ length: 4 }, () => target.send(request({ credential: 'none' }), 'check')));
  await target.send(request({ credential: 'none' }), 'check');
  expect(server.connections).toBe(4);
});

it('makes a new connection where the kept one was closed in the meantime', async () => {
  const { target, exchanges } = await targetOf((socket, { number }) => socket.end(okAnswer(`[${number}]`)));
  for (let count = 1; count <= 3; count += 1) {
    expect((await target.send(request(), 'check')).failure).toBeNull();
  }
  expect(exchanges.filter(({ failure }) => failure === null)).toHaveLength(3);
});

it('keeps no connection any more where each is closed under the next request', async () => {
  const served = new Map<number, number>();
  const { server, target, exchanges } = await targetOf((socket, { connection, number }) => {
    const before = served.get(connection) ?? 0;
    served.set(connection, before + 1);
    if (before === 0) {
      socket.write(okAnswer(`[${number}]`));
    } else {
      socket.end();
    }
  });
  for (let count = 1; count <= 10; count += 1) {
    expect((await target.send(request(), 'check')).failure).toBeNull();
  }
  expect(exchanges.filter(({ failure }) => failure !== null)).toHaveLength(3);
  expect(server.requests).toHaveLength(13);
});

it('keeps them on where only some are closed', async () => {
  const { target, server } = await hangingUpAt([2, 3, 6, 7, 10, 11]);
  for (let count = 1; count <= 10; count += 1) {
    await target.send(request(), 'check');
  }
  expect(server.connections).toBeLessThan(server.requests.length);
  await target.send(request(), 'check');
  expect(server.requests.at(-1)?.connection).toBe(server.requests.at(-2)?.connection);
});
