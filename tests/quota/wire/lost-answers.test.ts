import { describe, expect, it } from 'vitest';
import { freePort } from '../../listening.ts';
import { okAnswer, type RawRequest, startRawServer } from '../../target/raw-server.ts';
import { closeAfterwards } from '../../target/test-target.ts';
import { lists, statuses, testWire } from './test-wire.ts';

const figures = ['X-RateLimit-Limit: 60', 'X-RateLimit-Remaining: 9', 'X-RateLimit-Reset: 1800000000'];
const list = okAnswer('[]', ...figures);

describe('a burst whose server', () => {
  it('closes the connection after each answer is booked to the request, and the next goes by undici', async () => {
    const server = closeAfterwards(
      await startRawServer((socket) => {
        socket.end(okAnswer('[]', 'Connection: close', ...figures));
      }),
    );
    const { wire } = testWire(server.baseUrl);
    const first = await wire.burst(lists(40), 8, 100);
    expect(first.engine).toBe('autocannon');
    expect(first.sent).toBe(first.answered + first.unanswered);
    expect(first.unanswered).toBeGreaterThan(0);
    expect(first.answered).toBe(statuses(wire).filter((status) => status === 200).length);
    expect(wire.timeline.length).toBe(40);
    const second = await wire.burst(lists(40), 8, 100);
    expect(second).toMatchObject({ engine: 'undici', asked: 40, sent: 40, answered: 40, unanswered: 0 });
    expect(statuses(wire).slice(40)).toEqual(Array(40).fill(200));
  });

  it('resets every fourth connection has those booked as unanswered', async () => {
    const server = closeAfterwards(
      await startRawServer((socket, request) => {
        if (request.number % 4 === 0) {
          socket.resetAndDestroy();
        } else {
          socket.write(list);
        }
      }),
    );
    const { wire, exchanges } = testWire(server.baseUrl);
    const ledger = await wire.burst(lists(24), 6, 100);
    expect(ledger.answered + ledger.unanswered).toBe(ledger.sent);
    expect(ledger.sent).toBe(server.requests.length);
    expect(statuses(wire).filter((status) => status === 0)).toHaveLength(ledger.unanswered);
    const lost = exchanges.filter(({ response }) => response === null);
    expect(lost).toHaveLength(ledger.unanswered);
    expect(new Set(lost.map(({ failure }) => failure?.code))).toEqual(new Set(['reset']));
  });

  it('never answers a second engine either is asked once on each connection', async () => {
    const server = closeAfterwards(await startRawServer((socket) => socket.destroy()));
    const { wire } = testWire(server.baseUrl);
    await wire.burst(lists(4), 2, 100);
    const ledger = await wire.burst(lists(40), 6, 100);
    expect(ledger).toMatchObject({ engine: 'undici', asked: 40, answered: 0 });
    expect(ledger.sent).toBeLessThanOrEqual(12);
  });

  it.each([
    ['never answers', () => {}],
    ['answers by halves', (socket: { write(text: string): void }) => socket.write('HTTP/1.1 200 O')],
  ])('%s ends at the time for an answer', async (_, answer) => {
    const server = closeAfterwards(await startRawServer(answer));
    const { wire } = testWire(server.baseUrl, { timeoutMs: 1000 });
    const ledger = await wire.burst(lists(10), 5, 100);
    expect(ledger).toMatchObject({ engine: 'autocannon', answered: 0 });
    expect(ledger.unanswered).toBe(ledger.sent);
    expect(new Set(statuses(wire))).toEqual(new Set([0]));
  });

  it.each([
    ['sends early hints', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${list}`],
    ['sends no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
    ['sends far too much', `HTTP/1.1 200 OK\r\nContent-Length: 90000000\r\n\r\n${'x'.repeat(6_000_000)}`],
  ])('%s is broken off, and taken over by undici', async (_, bytes) => {
    const server = closeAfterwards(await startRawServer((socket) => socket.write(bytes)));
    const { wire } = testWire(server.baseUrl, { timeoutMs: 1000 });
    const ledger = await wire.burst(lists(6), 3, 100);
    expect(ledger).toMatchObject({ engine: 'autocannon' });
    expect(ledger.unanswered).toBeGreaterThan(0);
    expect((await wire.burst(lists(2), 2, 100)).engine).toBe('undici');
  });

  it('sends early hints now and then has no response taken for that to another request', async () => {
    const hints = 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
    const server = closeAfterwards(
      await startRawServer((socket, { number }) => {
        const answer = okAnswer(`[{"id":${number},"name":"a","categoryId":1}]`, ...figures);
        socket.write(number % 5 === 0 ? hints : answer);
        if (number % 5 === 0) {
          setImmediate(() => socket.write(answer));
        }
      }),
    );
    const { wire, exchanges } = testWire(server.baseUrl);
    const ledger = await wire.burst(lists(200), 8, 100);
    expect(ledger.answered + ledger.unanswered).toBe(ledger.sent);
    const traceOf = (lines: readonly string[]) => lines.find((line) => line.startsWith('traceparent: '));
    for (const { traceparent, response } of exchanges.filter((one) => one.response !== null)) {
      const asked = server.requests.findIndex(
        ({ lines }) => traceOf(lines) === `traceparent: ${traceparent}`,
      );
      expect(response?.body).toContain(`"id":${asked + 1},`);
    }
  });

  it('does not listen is distinguished from one that loses responses', async () => {
    const { wire, exchanges } = testWire(`http://127.0.0.1:${await freePort()}/v1`);
    const ledger = await wire.burst(lists(12), 4, 100);
    expect(ledger).toMatchObject({ sent: 0, answered: 0, unanswered: 0 });
    expect(new Set(exchanges.map(({ failure }) => failure?.code))).toEqual(new Set(['refused']));
  });

  it('splits characters between packets has its bodies read whole', async () => {
    const body = Buffer.from('[{"id":1,"name":"Ünïcødé 🐈","categoryId":1}]');
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nX-RateLimit-Limit: 60\r\n\r\n`;
    const cut = body.indexOf(0xf0) + 2;
    const server = closeAfterwards(
      await startRawServer((socket) => {
        socket.write(Buffer.concat([Buffer.from(head), body.subarray(0, cut)]));
        setImmediate(() => setImmediate(() => socket.write(body.subarray(cut))));
      }),
    );
    const { wire, exchanges } = testWire(server.baseUrl);
    await wire.burst(lists(6), 3, 100);
    expect(new Set(exchanges.map(({ response }) => response?.body))).toEqual(new Set([body.toString()]));
  });
});

describe('a burst', () => {
  it('stops when enough were refused in a row, and lets end what is under way', async () => {
    const refusal = 'HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\nRetry-After: 60\r\n\r\n';
    const server = closeAfterwards(await startRawServer((socket) => socket.write(refusal)));
    const { wire } = testWire(server.baseUrl);
    const ledger = await wire.burst(lists(500), 4, 10);
    expect(ledger.asked).toBe(500);
    expect(ledger).toMatchObject({ engine: 'autocannon', unanswered: 0 });
    expect(ledger.sent).toBeGreaterThanOrEqual(10);
    expect(ledger.sent).toBeLessThanOrEqual(13);
    expect(server.requests).toHaveLength(ledger.sent);
  });

  it('sends each request once, with its own trace and number', async () => {
    const server = closeAfterwards(await startRawServer((socket) => socket.write(list)));
    const { wire, exchanges } = testWire(server.baseUrl);
    await wire.burst(lists(300), 32, 100);
    const traces = server.requests.map((request: RawRequest) =>
      request.lines.find((line) => line.startsWith('traceparent')),
    );
    expect(new Set(traces).size).toBe(300);
    expect(exchanges.map(({ number }) => number).sort((left, right) => left - right)).toEqual(
      Array.from({ length: 300 }, (_, index) => index + 1),
    );
    for (const exchange of exchanges) {
      expect(exchange.request.headers.map(([name, value]) => `${name}: ${value}`)).toContain(
        `traceparent: ${exchange.traceparent}`,
      );
    }
  });
});
