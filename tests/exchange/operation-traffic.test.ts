import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  durationBoundsMs,
  type SameTraffic,
  sumOfTraffic,
  trafficOfExchange,
} from '../../src/exchange/operation-traffic.ts';
import { LatencyHistograms } from '../../src/load/latency-histograms.ts';
import { exchange } from '../report/made-up-run.ts';

const operation = fc.constantFrom('listPets', 'createPet', 'getPet', null);
const requests = {
  listPets: { method: 'GET', target: '/pets?limit=5' },
  createPet: { method: 'POST', target: '/pets' },
  getPet: { method: 'GET', target: '/pets/1' },
  other: { method: 'DELETE', target: '/pets/1' },
} as const;
const outcome = fc.constantFrom('complete', 'truncated', 'none');
const one = fc.record({
  operation,
  outcome,
  status: fc.constantFrom(200, 201, 404, 500),
  durationMs: fc.oneof(fc.double({ min: 0, max: 20_000, noNaN: true }), fc.constantFrom(...durationBoundsMs)),
});

test('counts each request once, and each complete response by its duration', () => {
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), (all) => {
      const traffic = all.map(({ operation: name, outcome: ended, status, durationMs }, index) => {
        const plain = exchange(index + 1, 'auth/missing-key');
        return trafficOfExchange({
          ...plain,
          request: { ...plain.request, ...requests[name ?? 'other'] },
          response: ended === 'none' || plain.response === null ? null : { ...plain.response, status },
          failure: ended === 'complete' ? null : { code: 'truncated', detail: 'closed' },
          sentAtMs: 0,
          finishedAtMs: durationMs,
        });
      });
      const sums = sumOfTraffic(traffic);
      for (const { operation: name, statuses, unanswered, durations } of sums) {
        const own = all.filter((candidate) => candidate.operation === name);
        const answered = own.filter((candidate) => candidate.outcome !== 'none');
        const complete = own.filter((candidate) => candidate.outcome === 'complete');
        expect(unanswered).toBe(own.length - answered.length);
        for (const status of [200, 201, 404, 500]) {
          expect(statuses[status] ?? 0).toBe(
            answered.filter((candidate) => candidate.status === status).length,
          );
        }
        expect(durations.count).toBe(complete.length);
        expect(durations.sumMs).toBeCloseTo(
          complete.reduce((sum, { durationMs }) => sum + durationMs, 0),
          2,
        );
        expect(durations.within).toEqual(
          durationBoundsMs.map((ms) => ({
            ms,
            count: complete.filter(({ durationMs }) => durationMs <= ms).length,
          })),
        );
      }
      expect(sums.map(({ operation: name }) => name)).toEqual(
        ['listPets', 'createPet', 'getPet', null].filter((name) =>
          all.some((each) => each.operation === name),
        ),
      );
    }),
  );
});

test('the histograms of a load give the same counts, durations to three digits', async () => {
  const histograms = new LatencyHistograms();
  const direct: SameTraffic[] = [];
  for (let index = 1; index <= 2_000; index += 1) {
    const ms = (index ** 3 % 300_007) / 71;
    const status = index % 9 === 0 ? 429 : 200;
    const name = index % 3 === 0 ? 'getPet' : 'listPets';
    histograms.record(name, status, ms);
    direct.push({ operation: name, status, durationMs: ms, count: 1 });
  }
  const sums = sumOfTraffic(histograms.traffic());
  for (const [index, expected] of sumOfTraffic(direct).entries()) {
    const { statuses, durations } = sums[index] ?? expected;
    expect(statuses).toEqual(expected.statuses);
    expect(durations.count).toBe(expected.durations.count);
    expect(Math.abs(durations.sumMs / expected.durations.sumMs - 1)).toBeLessThan(0.001);
    for (const [step, { count }] of expected.durations.within.entries()) {
      expect(Math.abs((durations.within[step]?.count ?? 0) - count)).toBeLessThanOrEqual(5);
    }
  }
});
