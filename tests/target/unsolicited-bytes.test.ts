import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { okAnswer, type RawRequest, startRawServer } from './raw-server.ts';
import { closeAfterwards, request, testTarget } from './test-target.ts';

const timeout = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

async function serving(answer: (socket: Socket, request: RawRequest) => void) {
  const server = closeAfterwards(await startRawServer(answer));
  const test = testTarget(server.baseUrl);
  return {
    ...test,
    server,
    /** The bodies that came for so many requests in a row. */
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
