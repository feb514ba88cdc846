import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ConnectionSet } from '../../../src/quota/wire/burst-engine.ts';
import { directTransport } from '../../../src/target/transport.ts';
import { certificateOfLocalhost, secured } from '../../target/certificates.ts';
import { okAnswer, startConnectProxy, startRawServer } from '../../target/raw-server.ts';
import { closeAfterwards } from '../../target/test-target.ts';
import { lists, statuses, testWire } from './test-wire.ts';

const atOnce = 20;

/** Answers nobody before so many have asked. */
function barrier(size: number) {
  const waiting: Socket[] = [];
  return (socket: Socket) => {
    waiting.push(socket);
    if (waiting.length === size) {
      for (const asked of waiting.splice(0)) {
        asked.write(okAnswer('[]'));
      }
    }
  };
}

describe('all requests of a burst are in flight concurrently', () => {
  it('by autocannon', async () => {
    const server = closeAfterwards(await startRawServer(barrier(atOnce)));
    const { wire } = testWire(server.baseUrl);
    const ledger = await wire.burst(lists(2 * atOnce), atOnce, 100);
    expect(ledger).toMatchObject({ engine: 'autocannon', sent: 40, answered: 40, connections: atOnce });
    expect(server.connections).toBe(atOnce);
  });

  it('by undici, over TLS with verified certificates', async () => {
    const answer = barrier(atOnce);
    const server = closeAfterwards(await startRawServer(answer, secured(certificateOfLocalhost)));
    const baseUrl = server.baseUrl.replace('http://127.0.0.1', 'https://localhost');
    const { wire } = testWire(baseUrl, {
      transport: { ...directTransport, certificateAuthorities: [certificateOfLocalhost] },
    });
    const ledger = await wire.burst(lists(2 * atOnce), atOnce, 100);
    expect(ledger).toMatchObject({ engine: 'undici', sent: 40, answered: 40, connections: atOnce });
    expect(server.connections).toBe(atOnce);
  });

  it('by undici through a proxy, with the fields that every request carries', async () => {
    const server = closeAfterwards(await startRawServer(barrier(atOnce)));
    const proxy = closeAfterwards(await startConnectProxy());
    const transport = {
      ...directTransport,
      proxy: { url: proxy.url, authorization: null },
      headers: [{ name: 'X-Tenant', value: 'acme', shownAs: '$ANIMAL_STORE_HEADER_1' }],
    };
    const { wire, exchanges } = testWire(server.baseUrl.replace('127.0.0.1', 'service.test'), { transport });
    const ledger = await wire.burst(lists(atOnce), atOnce, 100);
    expect(ledger).toMatchObject({ engine: 'undici', sent: atOnce, answered: atOnce, connections: atOnce });
    expect(proxy.heads).toHaveLength(atOnce);
    expect(server.requests.every(({ lines }) => lines.includes('X-Tenant: acme'))).toBe(true);
    expect(exchanges[0]?.request.headers).toContainEqual(['X-Tenant', '$ANIMAL_STORE_HEADER_1']);
  });
});

it('sends nothing to a server whose certificate is not trusted', async () => {
  const server = closeAfterwards(
    await startRawServer((socket) => socket.write(okAnswer('[]')), secured(certificateOfLocalhost)),
  );
  const { wire, exchanges } = testWire(server.baseUrl.replace('http://127.0.0.1', 'https://localhost'));
  expect(await wire.burst(lists(4), 2, 100)).toMatchObject({ engine: 'undici', sent: 0, unanswered: 0 });
  expect(statuses(wire)).toEqual([0, 0, 0, 0]);
  expect(new Set(exchanges.map(({ failure }) => failure?.code))).toEqual(new Set(['tls']));
  expect(server.requests).toHaveLength(0);
});

it('takes a fresh connection where a kept one was idle for so long that a server may close it', async () => {
  const server = closeAfterwards(await startRawServer((socket) => socket.write(okAnswer('[]'))));
  let nowMs = 0;
  const connections = closeAfterwards(
    new ConnectionSet({
      base: new URL(server.baseUrl),
      transport: directTransport,
      timeoutMs: 5000,
      now: () => nowMs,
      nextNumber: () => server.connections,
    }),
  );
  const list = { method: 'GET', path: '/v1/pets', headers: [], body: null };
  await connections.exchange(0, list);
  nowMs = 1000;
  await connections.exchange(0, list);
  nowMs = 60_000;
  await connections.open(1);
  await connections.exchange(0, list);
  expect(server.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
});
