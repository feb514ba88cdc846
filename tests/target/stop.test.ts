import { describe, expect, it } from 'vitest';
import { ExchangeNumbers } from '../../src/target/exchange-numbers.ts';
import { pause, RunStopped } from '../../src/target/target.ts';
import { okAnswer, startRawServer } from './raw-server.ts';
import { closeAfterwards, request, targetOf, testTarget } from './test-target.ts';

/** What a promise was rejected with. */
async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return await promise.then(
    () => 'resolved',
    (error: unknown) => error,
  );
}

it('ends exchanges under way and requests that wait, and refuses further ones', async () => {
  let arrived = 0;
  let bothArrived: () => void = () => {};
  const both = new Promise<void>((resolve) => {
    bothArrived = resolve;
  });
  const stopping = new AbortController();
  const { target, exchanges } = await targetOf(
    (socket) => {
      arrived += 1;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n[1');
      if (arrived === 2) {
        bothArrived();
      }
    },
    { connections: 2, stopped: stopping.signal },
  );
  const sent = Array.from({ length: 4 }, () =>
    rejection(target.send(request({ credential: 'none' }), 'check')),
  );
  await both;
  stopping.abort(new RunStopped('max-time'));
  for (const outcome of [...(await Promise.all(sent)), await rejection(target.send(request(), 'late'))]) {
    expect(outcome).toBeInstanceOf(RunStopped);
    expect(outcome).toMatchObject({ reason: 'max-time' });
  }
  expect(exchanges.map(({ failure }) => failure?.code)).toEqual(['interrupted', 'interrupted']);
  expect(target.requestsSent).toBe(2);
});

it('wakes waits at once', async () => {
  const server = closeAfterwards(
    await startRawServer((socket) =>
      socket.write('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 100\r\nContent-Length: 0\r\n\r\n'),
    ),
  );
  let told: () => void = () => {};
  const waiting = new Promise<void>((resolve) => {
    told = resolve;
  });
  const stopping = new AbortController();
  const { target, exchanges } = testTarget(server.baseUrl, { onWait: told, stopped: stopping.signal });
  const sent = rejection(target.send(request(), 'check'));
  await waiting;
  stopping.abort(new RunStopped('interrupted'));
  expect(await sent).toMatchObject({ reason: 'interrupted' });
  expect(exchanges).toHaveLength(1);
});

it('sends no more than the budget', async () => {
  const { server, target, exchanges } = await targetOf((socket) => socket.write(okAnswer('[]')), {
    numbers: new ExchangeNumbers(3),
  });
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, () => rejection(target.send(request({ credential: 'none' }), 'check'))),
  );
  expect(outcomes.filter((outcome) => outcome === 'resolved')).toHaveLength(3);
  expect(outcomes.at(-1)).toMatchObject({ name: 'RunStopped', reason: 'max-requests' });
  expect([target.requestsSent, exchanges.length, server.requests.length]).toEqual([3, 3, 3]);
});

it('counts repeats to the budget', async () => {
  const { server, target } = await targetOf(
    (socket) => socket.write('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n'),
    { numbers: new ExchangeNumbers(2) },
  );
  expect(await rejection(target.send(request(), 'check'))).toMatchObject({ reason: 'max-requests' });
  expect(server.requests).toHaveLength(2);
});

it('closes while a connection is being made, and while an answer is awaited', async () => {
  const { target } = await targetOf(() => {});
  const sent = rejection(target.send(request(), 'check'));
  await target.close();
  expect(await sent).toMatchObject({ reason: 'interrupted' });
  await target.close();
  expect(await rejection(target.send(request(), 'check'))).toBeInstanceOf(RunStopped);
});

it('lets go of the server when it is closed', async () => {
  let closed: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const { server, target } = await targetOf((socket) => {
    socket.on('close', closed);
    socket.write(okAnswer('[]'));
  });
  await target.send(request(), 'check');
  await target.close();
  await gone;
  expect(server.requests).toHaveLength(1);
});

const hour = 3_600_000;

describe('a pause', () => {
  it('ends by itself', async () => {
    await expect(pause(1, new AbortController().signal)).resolves.toBeUndefined();
  });

  it('ends at once when the run is stopped, each one that is under way, and none begins afterwards', async () => {
    const stopping = new AbortController();
    const pauses = [pause(hour, stopping.signal), pause(hour, stopping.signal)];
    stopping.abort(new RunStopped('max-time'));
    for (const one of [...pauses, pause(hour, stopping.signal)]) {
      await expect(one).rejects.toMatchObject({ name: 'RunStopped', reason: 'max-time' });
    }
  });
});
