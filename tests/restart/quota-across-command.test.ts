import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { measurePlan } from '../../src/quota/measure/measure-plan.ts';
import type { QuotaWire } from '../../src/quota/quota-wire.ts';
import { type KeptQuota, QuotaAcrossCommand } from '../../src/restart/quota-across-command.ts';
import { propertyRuns } from '../property-runs.ts';
import { freePlan } from '../quota/measure/made-up-wire.ts';
import { correctLimiters, limitersInSteps } from '../quota/simulation/catalogue/correct-limiters.ts';
import type { SimulatedLimiter } from '../quota/simulation/catalogue/simulated-limiter.ts';
import { anyConditions } from '../quota/simulation/network/conditions.ts';
import { VirtualWire } from '../quota/simulation/network/virtual-wire.ts';
import { seededRandom } from '../quota/simulation/random.ts';
import type { Service } from '../quota/simulation/service/limited-service.ts';
import { every } from '../test-seed.ts';

const plan = freePlan();

interface Restart {
  readonly limiter: SimulatedLimiter;
  readonly seed: number;
  /** The duration of the command. */
  readonly downMs: number;
  /** Whether the service begins anew with it. */
  readonly forgets: boolean;
  /** Whether the limits were measured before. */
  readonly measured: boolean;
}

/** Takes a key across a command in virtual time. */
async function passed({ limiter, seed, downMs, forgets, measured }: Restart): Promise<KeptQuota['outcome']> {
  const random = seededRandom(seed);
  const begin = (): Service => limiter.begin({ ...plan, random }).service;
  let service = begin();
  const serve: Service = (request) => service(request);
  const conditions = anyConditions(random, plan.perMinute, 0);
  const wire: QuotaWire = new VirtualWire(serve, conditions, plan.keys, random);
  if (measured) {
    await measurePlan({ ...plan, seed }, wire, () => {});
  }
  const quota = new QuotaAcrossCommand(plan, wire);
  await quota.useUp();
  await wire.waitUntil(wire.now() + downMs, 'the command');
  service = forgets ? begin() : service;
  await quota.askAgain();
  return (await quota.conclude()).outcome;
}

const durations = fc.oneof(
  fc.integer({ min: 0, max: 5_000 }),
  fc.integer({ min: 0, max: 90_000 }),
  fc.integer({ min: 55_000, max: 65_000 }),
);
const seeds = fc.integer({ min: 0, max: 0xffff_ffff });

describe('a limit that is kept across a command', () => {
  test('is never reported, whatever the limiter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...correctLimiters, ...limitersInSteps),
        seeds,
        durations,
        fc.boolean(),
        async (limiter, seed, downMs, measured) => {
          expect(await passed({ limiter, seed, downMs, forgets: false, measured })).not.toBe('violated');
        },
      ),
      { numRuns: propertyRuns(50) },
    );
  });
});

/** It announces what windows do, and a window that ends between explains it. */
const undecidable = 'sliding log, Reset when its first request leaves it';
const runs = 10;
const leastReported = 7;

describe('a limit that is granted again across a command of a few seconds', () => {
  test.each(every(6, correctLimiters))('$name is reported', async (limiter) => {
    let reported = 0;
    for (let seed = 1; seed <= runs; seed += 1) {
      const outcome = await passed({ limiter, seed, downMs: 3_000, forgets: true, measured: true });
      expect(outcome).not.toBe('held');
      reported += outcome === 'violated' ? 1 : 0;
    }
    expect(reported).toBeGreaterThanOrEqual(limiter.name === undecidable ? 0 : leastReported);
  });
});
