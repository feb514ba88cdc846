import type { QuotaFinding } from '../../../src/quota/judgement.ts';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import type { PlanUnderTest } from '../../../src/quota/plan-under-test.ts';
import type { Timeline } from '../../../src/quota/timeline.ts';
import type { SimulatedLimiter } from './catalogue/simulated-limiter.ts';
import { anyConditions, plainConditions } from './network/conditions.ts';
import { VirtualWire } from './network/virtual-wire.ts';
import { seededRandom } from './random.ts';

/** What is simulated. */
export interface SimulatedMeasurement {
  readonly limiter: SimulatedLimiter;
  readonly perMinute: 60 | 300 | 1000;
  /** Unsigned 32-bit; it repeats everything. */
  readonly seed: number;
  /** `any`: failures and earlier use too. `plain`: nothing that could hide a fault. */
  readonly conditions: 'any' | 'plain';
  /** Requests of others on each measured key, a second. */
  readonly foreignPerSecond: number;
  readonly dayQuota: boolean;
  /** Whether one key of the plan is given, two, or one of both by the seed. */
  readonly keys: 'one' | 'two' | 'any';
  /** The number of places that get parts of bursts (1). */
  readonly places?: number;
}

/** What came of it. */
export interface SimulatedOutcome {
  readonly findings: readonly QuotaFinding[];
  readonly undecided: readonly { readonly requirement: string; readonly reason: string }[];
  readonly explainedBy: readonly string[];
  /** Whether what is wrong with the limiter happened. */
  readonly faultHappened: boolean;
  readonly timeline: Timeline;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const perDay = { 60: 1000, 300: 10_000, 1000: 100_000 } as const;
const planNames = { 60: 'free', 300: 'pro', 1000: 'business' } as const;

/** Measures a simulated limiter in virtual time as `run` measures a service. */
export async function measureSimulated(measurement: SimulatedMeasurement): Promise<SimulatedOutcome> {
  const { limiter, perMinute, seed } = measurement;
  const random = seededRandom(seed);
  const conditions =
    measurement.conditions === 'plain'
      ? plainConditions(random, perMinute)
      : anyConditions(random, perMinute, measurement.foreignPerSecond);
  const service = limiter.begin({ perMinute, perDay: perDay[perMinute], minuteMs, dayMs, random });
  const plan = planUnderTest(measurement);
  const wire = new VirtualWire(service.service, conditions, plan.keys, random, measurement.places);
  const { judgement } = await measurePlan(plan, wire, () => {});
  return {
    findings: judgement.findings,
    undecided: judgement.undecided,
    explainedBy: judgement.explainedBy,
    faultHappened: service.faultHappened(),
    timeline: wire.timeline,
  };
}

function planUnderTest({ perMinute, seed, dayQuota, keys }: SimulatedMeasurement): PlanUnderTest {
  const overshoot = Math.min(perMinute / 2, 50);
  const oneKey = keys === 'one' || (keys === 'any' && seed % 3 === 0);
  return {
    plan: planNames[perMinute],
    perMinute,
    perDay: perDay[perMinute],
    minuteMs,
    dayMs,
    keys: oneKey ? [1] : [1, 2],
    neighbour: true,
    overshoot,
    refusedInARow: 50,
    connections: 128,
    consistencyGraceMs: 2_000,
    readOnly: false,
    dayQuota,
    probeBan: false,
    seed,
  };
}
