import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startReferenceImplementation } from '../../../reference-impl/index.ts';
import type { Exchange } from '../../../src/exchange/exchange.ts';
import type { Phase, QuotaRequest } from '../../../src/quota/quota-wire.ts';
import type { TimelineEntry } from '../../../src/quota/timeline.ts';
import { appendTimeline } from '../../../src/quota/wire/timeline-file.ts';
import { ExchangeNumbers } from '../../../src/target/exchange-numbers.ts';
import { RunStopped } from '../../../src/target/target.ts';
import { startService } from '../../suite/service.ts';
import { okAnswer, startRawServer } from '../../target/raw-server.ts';
import { closeAfterwards } from '../../target/test-target.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { lists, quotaKey, shownQuotaKey, statuses, testWire } from './test-wire.ts';

/** Its clock stands still, so that no window ends in the middle of a test. */
async function reference(perMinute = 100_000) {
  return closeAfterwards(
    await startReferenceImplementation({
      clock: { now: () => 1_800_000_030_000 },
      keys: { enterprise: quotaKey },
      plans: { enterprise: { perMinute, perDay: 10_000_000 } },
    }),
  );
}

function ask(operation: QuotaRequest['operation'], phase: Phase): QuotaRequest {
  return { key: 1, operation, phase };
}

describe('a wire over the network', () => {
  it('asks for an animal once it knows one, and keeps a record of every request', async () => {
    const { baseUrl } = await reference();
    const { wire, exchanges } = testWire(baseUrl);
    expect(wire.operations).not.toContain('getPet');
    await wire.send(ask('listPets', 'calibrate'));
    await wire.send(ask('createPet', 'calibrate'));
    expect(wire.operations).toContain('getPet');
    await wire.send(ask('getPet', 'calibrate'));
    await wire.send(ask('getPet', 'count'));
    expect(statuses(wire)).toEqual([200, 201, 200, 404]);
    expect(exchanges.map(({ number, check }) => [number, check])).toEqual([
      [1, 'quota/fully-granted'],
      [2, 'quota/fully-granted'],
      [3, 'quota/fully-granted'],
      [4, 'quota/what-counts'],
    ]);
    expect(exchanges[1]?.request).toMatchObject({ method: 'POST', credential: 'quota-key-1' });
    expect(JSON.stringify(exchanges)).not.toContain(quotaKey);
    expect(exchanges[0]?.request.headers).toContainEqual(['Authorization', `Bearer ${shownQuotaKey}`]);
    expect(wire.timeline.at(1)).toMatchObject({
      exchange: 2,
      key: 1,
      operation: 'createPet',
      phase: 'calibrate',
      limit: 100_000,
      remaining: 99_998,
      retryAfterForm: 'absent',
    });
  });

  it('tells thousands in full, and rebuilds the others from what it knows', async () => {
    const { baseUrl } = await reference(3100);
    const { wire, exchanges } = testWire(baseUrl);
    await wire.send(ask('createPet', 'calibrate'));
    const mixed = Array.from({ length: 3200 }, (_, index) =>
      ask(index % 40 === 0 ? 'createPet' : index % 3 === 0 ? 'getPet' : 'listPets', 'burst'),
    );
    const ledger = await wire.burst(mixed, 64, 1000);
    expect(ledger).toMatchObject({ engine: 'autocannon', asked: 3200, sent: 3200, answered: 3200 });
    expect(exchanges).toHaveLength(3000);
    expect(statuses(wire).filter((status) => status === 429)).toHaveLength(101);
    const rebuilt: Exchange[] = [];
    const last = wire.timeline.slice(-40);
    for (const entry of [...wire.timeline.slice(0, 1), ...last, ...last]) {
      expect(await wire.cited(entry, (exchange) => rebuilt.push(exchange))).toBe(entry.exchange);
    }
    expect(rebuilt).toHaveLength(last.length);
    for (const [index, entry] of last.entries()) {
      const exchange = rebuilt[index];
      expect(exchange).toMatchObject({
        number: entry.exchange,
        sentAtMs: entry.sentAtMs,
        request: { credential: 'quota-key-1', method: entry.operation === 'createPet' ? 'POST' : 'GET' },
        response: { status: entry.status },
      });
      expect(exchange?.response?.headers).toContainEqual(['X-RateLimit-Remaining', String(entry.remaining)]);
      expect(exchange?.failure?.detail).toContain('body not recorded');
      expect(JSON.stringify(exchange)).not.toContain(quotaKey);
    }
  });

  it('tells no more of a burst than 32 MB of bodies', async () => {
    const body = `[${' '.repeat(1_000_000)}]`;
    const { baseUrl } = await startService(() => ({ status: 200, body }));
    const { wire, exchanges } = testWire(baseUrl);
    // Autocannon loses such large responses.
    await wire.burst(lists(4), 4, 40);
    const before = exchanges.length;
    expect(await wire.burst(lists(40), 4, 40)).toMatchObject({ engine: 'undici', answered: 40 });
    expect(exchanges.length - before).toBe(32);
  });

  it('takes no list for whole that has no animal of its own, or as many as a page holds', async () => {
    const pet = (id: number, name: string) => JSON.stringify({ id, name, categoryId: 1 });
    let list: string[] = [];
    const server = closeAfterwards(
      await startRawServer((socket, { lines, number, body }) => {
        if (!(lines[0] ?? '').startsWith('POST')) {
          socket.write(okAnswer(`[${list.join()}]`));
        } else if (number === 1) {
          const created = pet(1, JSON.parse(body).name);
          list = [created];
          socket.write(okAnswer(created).replace('200 OK', '201 Created'));
        } else {
          socket.write('HTTP/1.1 429 Too Many\r\nContent-Length: 0\r\n\r\n');
        }
      }),
    );
    const { wire } = testWire(server.baseUrl);
    await wire.send(ask('createPet', 'calibrate'));
    await wire.send(ask('createPet', 'settle'));
    const [own = ''] = list;
    const others = Array.from({ length: 19 }, (_, index) => pet(index + 100, `Other ${index}`));
    list = others;
    await wire.send(ask('listPets', 'effect'));
    list = [own, ...others];
    await wire.send(ask('listPets', 'effect'));
    expect(wire.refusedCreations()).toMatchObject({
      refused: [{ operation: 'createPet', status: 429 }],
      completeList: null,
    });
    list = [own, ...others.slice(1)];
    await wire.send(ask('listPets', 'effect'));
    expect(wire.refusedCreations()).toMatchObject({ carriedOut: [], completeList: wire.timeline[4] });
    const refused = /"name":"([^"]*)"/.exec(server.requests[1]?.body ?? '')?.[1] ?? '';
    list = [own, pet(9, refused)];
    await wire.send(ask('listPets', 'effect'));
    expect(wire.refusedCreations().carriedOut).toEqual([
      { creation: wire.timeline[1], list: wire.timeline[5] },
    ]);
  });

  it('sends nothing of a burst that the run has not enough requests for', async () => {
    const server = closeAfterwards(await startRawServer((socket) => socket.write(okAnswer('[]'))));
    const numbers = new ExchangeNumbers(5);
    const { wire } = testWire(server.baseUrl, { numbers });
    await expect(wire.burst(lists(6), 2, 10)).rejects.toBeInstanceOf(RunStopped);
    expect(server.requests).toHaveLength(0);
    expect(await wire.burst(lists(5), 2, 10)).toMatchObject({ sent: 5 });
    await expect(wire.send(ask('listPets', 'retry'))).rejects.toMatchObject({ reason: 'max-requests' });
    expect(numbers.requestsSent).toBe(5);
  });

  it.each(['burst', 'wait', 'request', 'series'] as const)(
    'can be stopped in the middle of a %s',
    async (what) => {
      const stopping = new AbortController();
      const stop = () => setImmediate(() => stopping.abort(new RunStopped('interrupted')));
      const server = closeAfterwards(await startRawServer(stop));
      const { wire } = testWire(server.baseUrl, { stopped: stopping.signal });
      const series = { next: () => ask('listPets', 'day'), intervalMs: 5, answered: () => {} };
      const doing = {
        burst: () => wire.burst(lists(4), 2, 10),
        request: () => wire.send(ask('listPets', 'retry')),
        series: () => wire.paced(series),
        wait: () => {
          stop();
          return wire.waitUntil(wire.now() + 60_000, 'the end of the world');
        },
      };
      await expect(doing[what]()).rejects.toMatchObject({ name: 'RunStopped', reason: 'interrupted' });
      await expect(wire.send(ask('listPets', 'retry'))).rejects.toBeInstanceOf(RunStopped);
    },
  );

  it('keeps to the schedule of a series, however slow the answers are', async () => {
    const server = closeAfterwards(
      await startRawServer((socket) => setTimeout(() => socket.write(okAnswer('[]')), 150)),
    );
    const { wire } = testWire(server.baseUrl);
    const answered: TimelineEntry[] = [];
    let left = 20;
    const startedAtMs = wire.now();
    await wire.paced({
      intervalMs: 10,
      next: () => {
        left -= 1;
        return left < 0 ? null : ask('listPets', 'day');
      },
      answered: (entry) => answered.push(entry),
    });
    expect(new Set(answered)).toEqual(new Set(wire.timeline));
    expect(answered).toHaveLength(20);
    const starts = answered.map(({ sentAtMs }) => sentAtMs);
    for (const [index, atMs] of starts.sort((one, other) => one - other).entries()) {
      expect(atMs).toBeGreaterThanOrEqual(startedAtMs + index * 10 - 5);
    }
    // One after the other they would have taken 3 s.
    expect(server.connections).toBeGreaterThan(5);
  });

  it('tells a wait, and writes every entry as a line of the columns', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'timeline.ndjson');
    const { baseUrl } = await reference();
    const { wire, waits } = testWire(baseUrl);
    await wire.burst(lists(50), 5, 10);
    await wire.waitUntil(wire.now() + 260, 'the time of Retry-After');
    await wire.send(ask('listPets', 'retry'));
    appendTimeline(path, 'free', wire.timeline.slice(0, 20));
    appendTimeline(path, 'free', wire.timeline.slice(20));
    const [columns, ...rows] = (await readFile(path, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows).toHaveLength(51);
    for (const [index, row] of rows.entries()) {
      const entry = Object.fromEntries(columns.map((name: string, at: number) => [name, row[at]]));
      expect(entry).toMatchObject({
        plan: 'free',
        exchange: wire.timeline[index]?.exchange,
        status: 200,
        phase: index === 50 ? 'retry' : 'burst',
        remaining: wire.timeline[index]?.remaining,
        retryAfterMs: null,
      });
    }
    expect(waits).toEqual([{ reason: 'the time of Retry-After', durationMs: expect.any(Number) }]);
  });
});
