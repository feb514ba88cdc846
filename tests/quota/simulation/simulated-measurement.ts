import type { QuotaFinding } from '../../../src/quota/judgement.ts';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import type { Timeline } from '../../../src/quota/timeline.ts';
import { freePlan } from '../measure/made-up-wire.ts';
import type { BrokenLimiter, SimulatedLimiter } from './catalogue/simulated-limiter.ts';
import { anyConditions, plainConditions } from './network/conditions.ts';
import { VirtualWire } from './network/virtual-wire.ts';
import { seededRandom } from './random.ts';

/** What is simulated. */
export interface SimulatedMeasurement {
  readonly limiter: SimulatedLimiter | BrokenLimiter;
  readonly perMinute: number;
  /** The length of a minute, in ms (60,000). */
  readonly minuteMs?: number;
  /** Unsigned 32-bit; it repeats everything. */
  readonly seed: number;
  /** `any`: failures and earlier use too. `plain`: nothing that could hide a fault, as usual for broken limiters. */
  readonly conditions?: 'any' | 'plain';
  /** Requests of others on each measured key, a second (0). */
  readonly foreignPerSecond?: number;
  /** Whether the daily limit is measured too, as usual where a fault needs it. */
  readonly dayQuota?: boolean;
  /** Whether one key of the plan is given, two, or one of both by the seed, if the fault needs neither. */
  readonly keys?: 'one' | 'two' | 'any';
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

/** Measures a simulated limiter in virtual time as `run` measures a service. */
export async function measureSimulated(measurement: SimulatedMeasurement): Promise<SimulatedOutcome> {
  const { limiter, perMinute, seed, minuteMs = 60_000, foreignPerSecond = 0 } = measurement;
  const random = seededRandom(seed);
  const broken = 'reported' in limiter ? limiter : null;
  const isPlain = (measurement.conditions ?? (broken === null ? 'any' : 'plain')) === 'plain';
  const conditions = isPlain
    ? plainConditions(random, perMinute)
    : anyConditions(random, perMinute, foreignPerSecond);
  const keys = measurement.keys ?? broken?.keys ?? 'any';
  const plan = freePlan({
    perMinute,
    minuteMs,
    perDay: perMinute > 300 ? 100_000 : perMinute > 60 ? 10_000 : 1000,
    keys: keys === 'one' || (keys === 'any' && seed % 3 === 0) ? [1] : [1, 2],
    overshoot: Math.min(perMinute / 2, 50),
    dayQuota: measurement.dayQuota ?? broken?.dayQuota ?? false,
    seed,
  });
  const service = limiter.begin({ ...plan, random });
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
