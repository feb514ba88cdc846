import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { QuotaRequest } from '../../../src/quota/quota-wire.ts';
import { serviceOf } from './catalogue/simulated-limiter.ts';
import { anchoredWindow } from './limiters/fixed-window.ts';
import { anyConditions, type Conditions } from './network/conditions.ts';
import { EventQueue } from './network/event-queue.ts';
import { VirtualWire } from './network/virtual-wire.ts';
import { seededRandom } from './random.ts';
import type { Service } from './service/service.ts';

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });

function conditionsOf(seed: number): Conditions {
  return { ...anyConditions(seededRandom(seed), 60, 0), usedBefore: 0 };
}

function requests(count: number): QuotaRequest[] {
  return Array.from({ length: count }, () => ({ key: 1, operation: 'listPets', phase: 'burst' }));
}

/** A limiter of 60 a minute, and the moments by the server's clock at which it decided. */
function observedService(): { service: Service; decidedAtMs: number[] } {
  const decidedAtMs: number[] = [];
  const service = serviceOf({ begin: () => anchoredWindow(60, 60_000) });
  return {
    decidedAtMs,
    service: (request) => {
      decidedAtMs.push(request.atMs);
      return service(request);
    },
  };
}

describe('the virtual wire', () => {
  it('answers every request of a burst once, over no more connections than asked for', async () => {
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 130 }),
        async (seed, count, connections) => {
          const { service } = observedService();
          const wire = new VirtualWire(service, conditionsOf(seed), [1], seededRandom(seed));
          const ledger = await wire.burst(requests(count), connections, 1000);
          expect(ledger).toMatchObject({
            asked: count,
            sent: count,
            connections: Math.min(count, connections),
          });
          expect(ledger.answered + ledger.unanswered).toBe(count);
          const entries = Array.from({ length: wire.timeline.length }, (_, index) => wire.timeline.at(index));
          expect(new Set(entries.map(({ exchange }) => exchange)).size).toBe(count);
          expect(new Set(entries.map(({ connection }) => connection)).size).toBeLessThanOrEqual(connections);
          expect(entries.every((entry) => entry.sentAtMs < entry.answeredAtMs)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('decides on every request while it is under way, in the order of time', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const { service, decidedAtMs } = observedService();
        const conditions = { ...conditionsOf(seed), failureShare: 0 };
        const wire = new VirtualWire(service, conditions, [1], seededRandom(seed));
        await wire.burst(requests(100), 20, 1000);
        await wire.send({ key: 1, operation: 'createPet', phase: 'settle' });
        expect(decidedAtMs).toEqual(decidedAtMs.toSorted((left, right) => left - right));
        const ours = decidedAtMs.map((atMs) => (atMs - conditions.clockMs) / (1 + conditions.drift));
        const sent = Array.from({ length: 101 }, (_, index) => wire.timeline.sentAtMs(index));
        const answered = Array.from({ length: 101 }, (_, index) => wire.timeline.answeredAtMs(index));
        for (const moment of ours) {
          const decidedByThen = ours.filter((other) => other <= moment).length;
          expect(sent.filter((at) => at <= moment + 0.01).length).toBeGreaterThanOrEqual(decidedByThen);
          expect(answered.filter((at) => at < moment - 0.01).length).toBeLessThan(decidedByThen);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is repeated by its seed', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, async (seed) => {
        const [one, other] = await Promise.all(
          [0, 1].map(async () => {
            const wire = new VirtualWire(
              observedService().service,
              conditionsOf(seed),
              [1],
              seededRandom(seed),
            );
            await wire.burst(requests(90), 64, 20);
            return Array.from({ length: wire.timeline.length }, (_, index) => wire.timeline.at(index));
          }),
        );
        expect(one).toEqual(other);
      }),
      { numRuns: 10 },
    );
  });

  it('sends no more once enough were refused in a row', async () => {
    const { service } = observedService();
    const wire = new VirtualWire(service, { ...conditionsOf(1), failureShare: 0 }, [1], seededRandom(1));
    const ledger = await wire.burst(requests(500), 4, 10);
    expect(ledger.sent).toBeGreaterThanOrEqual(70);
    expect(ledger.sent).toBeLessThan(80);
  });

  it('spaces the requests of a series whatever the answers do, and tells every answer', async () => {
    const { service } = observedService();
    const conditions = { ...conditionsOf(3), stallsPerMs: 0, leastWayMs: 200, mostWayMs: 300, tailShare: 0 };
    const wire = new VirtualWire(service, conditions, [1], seededRandom(3));
    const answered: number[] = [];
    let left = 30;
    await wire.paced({
      intervalMs: 100,
      next: () => {
        left -= 1;
        return left < 0 ? null : { key: 1, operation: 'listPets', phase: 'day' };
      },
      answered: (index) => answered.push(index),
    });
    const sent = answered
      .map((index) => wire.timeline.sentAtMs(index))
      .toSorted((left, right) => left - right);
    expect(sent).toHaveLength(30);
    for (const [index, at] of sent.entries()) {
      expect(at).toBeCloseTo(index * 100, 6);
    }
  });

  it("lets others' requests draw on the measured keys, and only on those", async () => {
    const drawn: number[] = [];
    const { service } = observedService();
    const wire = new VirtualWire(
      (request) => {
        drawn.push(request.connection === -1 ? request.key : 0);
        return service(request);
      },
      { ...conditionsOf(5), foreignPerMs: 0.002 },
      [1, 2],
      seededRandom(5),
    );
    await wire.waitUntil(60_000);
    await wire.send({ key: 1, operation: 'listPets', phase: 'retry' });
    expect(drawn.filter((key) => key === 1).length).toBeGreaterThan(60);
    expect(drawn.filter((key) => key === 2).length).toBeGreaterThan(60);
    expect(drawn.length).toBeLessThan(400);
  });
});

it('the event queue returns events by their time, and equal ones in the order of their arrival', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), (times) => {
      const queue = new EventQueue<[number, number]>();
      for (const [index, time] of times.entries()) {
        queue.add(time, [time, index]);
      }
      const given = times.map(() => queue.take());
      const expected = times.map((time, index) => [time, index] as const);
      expect(given).toEqual(expected.toSorted((left, right) => left[0] - right[0] || left[1] - right[1]));
      expect(queue.take()).toBeUndefined();
    }),
  );
});
