import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { noCredential } from '../../src/arbitraries/credentials.ts';
import { getPet, listPets } from '../../src/target/api-request.ts';
import { okAnswer, type RawRequest, startRawServer } from '../target/raw-server.ts';
import { closeAfterwards } from '../target/test-target.ts';
import { testSession } from './test-session.ts';

const refusal = 'HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n';
const hasKey = ({ lines }: RawRequest): boolean => lines.some((line) => /^authorization:/i.test(line));

/** A session with a connection on which a list was served, for a server that answers like this. */
async function started(answer: (socket: Socket, request: RawRequest) => void) {
  const server = closeAfterwards(await startRawServer(answer));
  const test = testSession(server.baseUrl);
  const check = test.check('auth/missing-key');
  await check.list();
  return { ...test, check, server };
}

describe('a list that is served without a key', () => {
  it('is asked for again on a fresh connection, and is what it seems to be', async () => {
    const { check, server } = await started((socket) => void socket.write(okAnswer('[]')));
    const answer = await check.send(listPets({}, noCredential));
    expect([answer.status, answer.exchange.number]).toEqual([200, 2]);
    expect(server.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });

  it('is that also where only this connection serves it', async () => {
    const { check } = await started((socket, request) => {
      socket.write(hasKey(request) || request.connection === 1 ? okAnswer('[]') : refusal);
    });
    const answer = await check.send(listPets({}, noCredential));
    expect([answer.status, answer.exchange.number]).toEqual([200, 2]);
  });

  it('is the answer to another request where its own comes behind it', async () => {
    const { check, server } = await started((socket, request) => {
      if (hasKey(request)) {
        socket.write(okAnswer('[]'));
      } else {
        // What was left of another exchange comes first.
        socket.write(request.connection === 1 ? okAnswer('["left over"]') + refusal : refusal);
      }
    });
    const answer = await check.send(listPets({}, noCredential));
    expect(answer.status).toBe(401);
    expect(server.requests.at(-1)?.connection).not.toBe(1);
  });

  it('is not asked for again where it was the first on its connection', async () => {
    const server = closeAfterwards(await startRawServer((socket) => void socket.write(okAnswer('[]'))));
    const answer = await testSession(server.baseUrl)
      .check('auth/missing-key')
      .send(listPets({}, noCredential));
    expect([answer.status, server.requests.length]).toEqual([200, 1]);
  });
});

describe('the animal of another client', () => {
  const animal = (id: number) => okAnswer(`{"id":${id},"name":"Rex","categoryId":1}`);
  const idOf = ({ lines }: RawRequest) => Number(/\/pets\/(\d+)/.exec(lines[0] ?? '')?.[1] ?? 0);
  const ids = (test: Awaited<ReturnType<typeof started>>) =>
    test.events.flatMap((event) =>
      event.type === 'finding' && event.finding.requirement === 'get/id-matches'
        ? [event.finding.exchange]
        : [],
    );

  it('is a finding where it comes again on a fresh connection', async () => {
    const test = await started((socket, request) => {
      socket.write(idOf(request) === 0 ? okAnswer('[]') : animal(idOf(request) + 1));
    });
    await test.check.send(getPet(7n, test.session.key));
    expect(ids(test).toSorted()).toEqual([2, 3]);
  });

  it('is none where the right one comes behind it: the connection is out of step', async () => {
    const test = await started((socket, request) => {
      const isFirst = request.connection === 1;
      const id = idOf(request);
      socket.write(id === 0 ? okAnswer('[]') : (isFirst ? animal(99) : '') + animal(id));
    });
    const answer = await test.check.send(getPet(7n, test.session.key));
    expect(answer.exchange.response?.body).toContain('"id":7');
    expect(ids(test)).toEqual([]);
    test.session.settle();
    expect(ids(test)).toEqual([]);
  });
});

describe('an unsolicited error', () => {
  const failure = 'HTTP/1.1 500 Internal Server Error\r\nContent-Length: 0\r\n\r\n';
  const blamed = ({ events }: Awaited<ReturnType<typeof started>>) =>
    events.flatMap((event) => (event.type === 'finding' ? [event.finding] : []));

  it('is not the response to the next request, which comes behind it', async () => {
    const test = await started((socket, request) => {
      const isFirst = request.connection === 1 && request.number > 1;
      socket.write((isFirst ? failure : '') + okAnswer('[]'));
    });
    const answer = await test.check.send(listPets({}, test.session.key));
    test.check.expectStatus(answer, 200, 'A list');
    test.session.settle();
    expect(answer.status).toBe(200);
    expect(blamed(test).filter(({ kind }) => kind.startsWith('status-'))).toEqual([]);
  });

  it('is not that either where its own comes while it is asked for again', async () => {
    const kept: Socket[] = [];
    const test = await started((socket, { connection, number }) => {
      if (connection === 1) {
        // Otherwise a second small packet waits until the first one is acknowledged.
        kept.push(socket.setNoDelay());
        socket.write(number > 1 ? failure : okAnswer('[]'));
      } else {
        kept[0]?.write(okAnswer('[]'), () => setTimeout(() => socket.write(okAnswer('[]')), 20));
      }
    });
    const answer = await test.check.send(listPets({}, test.session.key));
    test.session.settle();
    expect(answer.status).toBe(200);
    expect(blamed(test).filter(({ kind }) => kind.startsWith('status-'))).toEqual([]);
  });

  it('is one where nothing comes behind it', async () => {
    const test = await started((socket, { number }) => {
      socket.write(number > 1 ? failure : okAnswer('[]'));
    });
    await test.check.send(listPets({}, test.session.key));
    expect(blamed(test).map(({ requirement, kind }) => `${requirement} ${kind}`)).toContain(
      'errors/no-server-error status-500',
    );
  });
});
