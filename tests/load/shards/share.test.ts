import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Mix, operationWords } from '../../../src/load/load-plan.ts';
import { startTimes } from '../../../src/load/open-loop.ts';
import { inWhole, type Shard, shareOf } from '../../../src/load/shards/shard-plan.ts';
import { Traffic } from '../../../src/load/traffic.ts';
import { bearer } from '../../../src/target/api-request.ts';
import { propertyRuns } from '../../property-runs.ts';

const counts = fc.integer({ min: 1, max: 20 });
const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const weights = fc.integer({ min: 0, max: 9 });
const mixes: fc.Arbitrary<Mix> = fc
  .record({ list: weights, get: weights, create: weights })
  .filter(({ list, get, create }) => list + get + create > 0);

function shardsOf(of: number): Shard[] {
  return Array.from({ length: of }, (_, index) => ({ index, of }));
}

function trafficOf(seed: number, mix: Mix, shard: Shard): Traffic {
  let tags = 0;
  return new Traffic({
    mix,
    credential: bearer('fQ7vTzR2mXk9LbW4', 'api-key', '$KEY'),
    ids: [1n, 2n, 3n],
    category: 1n,
    nextName: () => `Rex cabcdef${++tags}z`,
    seed,
    shard,
  });
}

/** A request as it is sent. */
function sent({ operation, outgoing, body }: ReturnType<Traffic['at']>): string {
  return `${operation} ${outgoing.target} ${body?.toString() ?? ''}`;
}

describe('the shares of shards', () => {
  it('add up to the whole, and differ by 1 at most', () => {
    fc.assert(
      fc.property(fc.nat(1e9), counts, (whole, of) => {
        const shares = shardsOf(of).map((shard) => shareOf(whole, shard));
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole);
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('number every position of the whole once', () => {
    fc.assert(
      fc.property(counts, fc.nat(50), (of, each) => {
        const all = shardsOf(of).flatMap((shard) =>
          Array.from({ length: each }, (_, number) => inWhole(number, shard)),
        );
        expect(all.sort((left, right) => left - right)).toEqual(all.map((_, index) => index));
      }),
    );
  });
});

describe('the starts of shards', () => {
  it('equal those of the whole load, to the last digit, so that their rates add up at any time of a ramp', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 0, max: 20_000 }),
        counts,
        (rate, rampMs, of) => {
          const whole = startTimes(rate, rampMs);
          const starts = shardsOf(of).flatMap((shard) => {
            const startOf = startTimes(rate, rampMs, shard);
            return Array.from({ length: 40 }, (_, number) => startOf(number));
          });
          const expected = starts.map((_, index) => whole(index));
          expect(starts.sort((left, right) => left - right)).toEqual(expected);
        },
      ),
    );
  });
});

describe('the requests of shards', () => {
  it('equal those of the same iterations of the whole load', () => {
    fc.assert(
      fc.property(seeds, mixes, counts, (seed, mix, of) => {
        const whole = trafficOf(seed, mix, { index: 0, of: 1 });
        const expected = Array.from({ length: 12 * of }, () => sent(whole.next()));
        const found: string[] = [];
        for (const shard of shardsOf(of)) {
          const traffic = trafficOf(seed, mix, shard);
          for (let number = 0; number < 12; number += 1) {
            found[inWhole(number, shard)] = sent(traffic.next());
          }
        }
        expect(found).toEqual(expected);
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it('are the same on each connection of a closed loop, whichever shard has it', () => {
    fc.assert(
      fc.property(seeds, mixes, counts, fc.integer({ min: 1, max: 30 }), (seed, mix, of, count) => {
        const whole = trafficOf(seed, mix, { index: 0, of: 1 });
        for (const shard of shardsOf(of)) {
          const traffic = trafficOf(seed, mix, shard);
          for (let connection = 0; connection < 3; connection += 1) {
            const expected = whole.repeatedBy(inWhole(connection, shard), count);
            expect(traffic.repeatedBy(connection, count).map(sent)).toEqual(expected.map(sent));
          }
        }
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  it('have the shares of the mix', () => {
    const traffic = trafficOf(7, { list: 70, get: 20, create: 10 }, { index: 3, of: 8 });
    const operations = Array.from({ length: 4_000 }, () => traffic.next().operation);
    const share = (word: keyof typeof operationWords): number =>
      operations.filter((operation) => operation === operationWords[word]).length / 40;
    expect(share('list')).toBeCloseTo(70, -1);
    expect(share('get')).toBeCloseTo(20, -1);
    expect(share('create')).toBeCloseTo(10, -1);
  });
});
