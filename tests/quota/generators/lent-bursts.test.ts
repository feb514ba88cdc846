import { describe, expect, it } from 'vitest';
import { startReferenceImplementation } from '../../../reference-impl/index.ts';
import { LentBursts } from '../../../src/quota/generators/lent-bursts.ts';
import { GeneratorLost } from '../../../src/quota/quota-wire.ts';
import { startRawServer } from '../../target/raw-server.ts';
import { closeAfterwards, lists, quotaKey, testWire } from '../wire/test-wire.ts';
import { startTestGenerator, token } from './test-generator.ts';

/** A generator with this error of its clock. */
const startShifted = (target: string, shiftMs: number) =>
  startTestGenerator(target, { now: () => performance.now() + shiftMs });

function wireOver(baseUrl: string, urls: readonly string[]) {
  let connections = 0;
  const nextConnection = () => {
    connections += 1;
    return connections;
  };
  const lender = closeAfterwards(new LentBursts({ urls, token, certificateAuthorities: [] }, nextConnection));
  return testWire(baseUrl, { lender });
}

const startService = async (minuteMs = 60_000) =>
  closeAfterwards(await startReferenceImplementation({ minuteMs, keys: { free: quotaKey } }));

describe('a lent burst', () => {
  it('is divided among the places and timed by the clock of the run, whatever theirs show', async () => {
    const { baseUrl } = await startService();
    const places = await Promise.all([-5e6, 0, 7e6].map((shiftMs) => startShifted(baseUrl, shiftMs)));
    const { wire, exchanges } = wireOver(
      baseUrl,
      places.map(({ url }) => url),
    );
    const beforeMs = wire.now();
    const ledger = await wire.burst(lists(41), 10, 30);
    const afterMs = wire.now();
    expect(ledger).toMatchObject({ asked: 41, sent: 41, answered: 41, unanswered: 0, connections: 10 });
    const { timeline } = wire;
    const indices = Array.from({ length: timeline.length }, (_, index) => index);
    const countFrom = (place: number) =>
      indices.filter((index) => timeline.generator(index) === place).length;
    expect([0, 1, 2, 3].map(countFrom)).toEqual([0, 14, 14, 13]);
    for (const index of indices) {
      expect(timeline.sentAtMs(index)).toBeGreaterThanOrEqual(beforeMs);
      expect(timeline.answeredAtMs(index)).toBeLessThanOrEqual(afterMs);
      expect(timeline.clockMs(index)).toBeGreaterThan(0);
    }
    const answered = indices.map(timeline.answeredAtMs);
    expect(answered).toEqual(answered.toSorted((one, other) => one - other));
    expect(new Set(indices.map(timeline.connection)).size).toBe(10);
    expect(exchanges).toHaveLength(41);
    expect(JSON.stringify(exchanges)).not.toContain(quotaKey);
  });

  it('comprises one place on request', async () => {
    const { baseUrl } = await startService();
    const places = await Promise.all([0, 1_000].map((shiftMs) => startShifted(baseUrl, shiftMs)));
    const { wire } = wireOver(
      baseUrl,
      places.map(({ url }) => url),
    );
    await wire.burst(lists(5), 5, 5, 2);
    expect(Array.from({ length: 5 }, (_, index) => wire.timeline.generator(index))).toEqual([2, 2, 2, 2, 2]);
  });

  it('stops in each place after its part of the refusals', async () => {
    const { baseUrl } = await startService();
    const places = await Promise.all([0, 0].map((shiftMs) => startShifted(baseUrl, shiftMs)));
    const { wire } = wireOver(
      baseUrl,
      places.map(({ url }) => url),
    );
    const ledger = await wire.burst(lists(200), 2, 10);
    const refused = Array.from({ length: wire.timeline.length }, (_, index) =>
      wire.timeline.status(index),
    ).filter((status) => status === 429).length;
    expect(ledger.sent).toBe(60 + refused);
    expect(refused).toBe(10);
  });

  it('enters the requests that a lost place may have sent as unanswered', async () => {
    const { baseUrl } = await startService();
    const place = await startShifted(baseUrl, 0);
    let requests = 0;
    const broken = closeAfterwards(
      await startRawServer((socket) => {
        requests += 1;
        const clock = JSON.stringify({ atMs: performance.now() });
        const reply = `HTTP/1.1 200 OK\r\nContent-Length: ${clock.length}\r\n\r\n${clock}`;
        if (requests <= 6) {
          socket.write(reply);
        } else {
          socket.destroy();
        }
      }),
    );
    const { wire } = wireOver(baseUrl, [place.url, new URL(broken.baseUrl).origin]);
    await expect(wire.burst(lists(10), 4, 5)).rejects.toThrow(GeneratorLost);
    const { timeline } = wire;
    const from = (place: number) =>
      Array.from({ length: timeline.length }, (_, index) => index)
        .filter((index) => timeline.generator(index) === place)
        .map(timeline.status);
    expect(from(1)).toEqual([200, 200, 200, 200, 200]);
    expect(from(2)).toEqual([0, 0, 0, 0, 0]);
  });
});
