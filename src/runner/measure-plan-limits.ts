import { join } from 'node:path';
import { tagSource } from '../history/tag.ts';
import { measurePlan } from '../quota/measure/measure-plan.ts';
import type { PlanMeasurement } from '../quota/measure/measurement.ts';
import type { PlanUnderTest } from '../quota/plan-under-test.ts';
import { ExchangeNumbers } from '../quota/wire/exchange-numbers.ts';
import { TimelineWriter } from '../quota/wire/timeline-writer.ts';
import type { NetworkQuotaWire } from '../quota/wire/wire-options.ts';
import { capitalised } from '../report/words.ts';
import { internalError } from '../verdict/internal-error.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { startWatch } from '../watchers/start-watch.ts';
import { endOfMeasurement, hindranceOf } from './end-of-measurement.ts';
import { elapsedMs } from './monotonic-clock.ts';
import { openPlanWire, type PlanWireParts } from './open-plan-wire.ts';
import { pauseSource } from './pause.ts';
import type { PlanLimitProgress } from './plan-limit-progress.ts';
import { measuredRequirements } from './plan-limit-requirements.ts';
import { PlanProgress } from './plan-progress.ts';
import type { Undecided } from './plan-verdicts.ts';
import { PlanWitness } from './plan-witness.ts';
import { plansUnderTest } from './plans-under-test.ts';
import { withRefusalBodies } from './refusal-bodies.ts';
import { type MeasuredPlan, reportMeasurements } from './report-measurements.ts';
import { restOfRunKey } from './rest-of-run-key.ts';
import type { RunOptions } from './run-options.ts';
import type { PreflightResult } from './run-preflight.ts';
import { type TrafficSoFar, trafficSoFar } from './traffic-so-far.ts';
import { watchContext } from './watch-context.ts';
import { type StopSignals, whenStopped } from './when-stopped.ts';

/** The inputs of a measurement, and who receives its events. */
export interface MeasurementContext extends StopSignals {
  readonly tag: string;
  readonly startedAtMs: number;
  readonly preflight: PreflightResult;
  readonly record: (event: RunEvent) => void;
  readonly listener: (progress: PlanLimitProgress) => void;
}

/** What all plans of one run share. */
interface Shared extends MeasurementContext, PlanWireParts {
  readonly several: boolean;
}

/** Tags of a measurement begin here, so that those of the suites can't meet them. */
const firstMeasurementTag = 1_000_000;

/** Requests that the key of the run is asked beside each plan, and a few to spare. */
const requestsToNeighbour = 8;

/**
 * Measures the limits of all plans that keys were given for, side by side, and records what came of it. Ends
 * early where the run is stopped, with what was learnt until then. Resolves with what keeps the run from a
 * verdict, or `null`.
 */
export async function measurePlanLimits(
  options: RunOptions,
  context: MeasurementContext,
): Promise<string | null> {
  const checks = measuredRequirements(options);
  for (const { id } of checks) {
    context.record({ type: 'check-started', requirement: id });
  }
  const plans = plansUnderTest(options);
  const before = await trafficSoFar(options.reportDir);
  await restRunKey(before, plans.length, options, context);
  const timelineWriter = new TimelineWriter(join(options.reportDir, 'timeline.ndjson'));
  const shared: Shared = {
    ...context,
    options,
    several: plans.length > 1,
    tags: tagSource(context.tag, firstMeasurementTag, context.preflight.nameForm),
    numbers: new ExchangeNumbers(before, options.maxRequests),
    timelineWriter,
    categoryId: options.readOnly ? null : (context.preflight.workingCategories[0] ?? null),
  };
  try {
    const measured = await Promise.all(plans.map((plan) => measureOne(plan, shared)));
    await reportMeasurements(checks, measured, context.record);
    return hindranceOf(measured);
  } finally {
    await timelineWriter.close();
  }
}

/** @throws {RunStopped} where the run is stopped meanwhile. */
async function restRunKey(
  { lastOfRunKey }: TrafficSoFar,
  plans: number,
  { minuteMs }: RunOptions,
  context: MeasurementContext,
): Promise<void> {
  const nowMs = elapsedMs(context.startedAtMs);
  const durationMs = restOfRunKey(lastOfRunKey, plans * requestsToNeighbour, nowMs, minuteMs);
  if (durationMs === 0) {
    return;
  }
  context.record({
    type: 'wait',
    reason: 'the key of the run is needed too, and has little quota left',
    durationMs,
  });
  const { pause, stop } = pauseSource();
  const release = whenStopped(context, stop);
  await pause(durationMs).finally(release);
}

/** What one plan came to, and what stood in its way. */
type MeasuredPlanEnd = MeasuredPlan & Pick<PlanMeasurement, 'problem' | 'refusedKeys'>;

async function measureOne(plan: PlanUnderTest, shared: Shared): Promise<MeasuredPlanEnd> {
  const name = capitalised(plan.plan);
  const witness = new PlanWitness(startWatch(watchContext(shared.options)), shared.record);
  const progress = new PlanProgress(name, shared.listener, () => wire.now());
  const wire = openPlanWire(plan, shared, witness, ({ reason, durationMs }) => {
    const said = shared.several ? `${name}: ${reason}` : reason;
    shared.record({ type: 'wait', reason: said, durationMs });
    progress.waiting(reason);
  });
  const release = whenStopped(shared, (reason) => wire.stop(reason));
  try {
    const readOnly = shared.categoryId === null;
    const measurement = await measurePlan({ ...plan, readOnly }, wire, progress);
    progress.end();
    return measuredPlan(plan, measurement, wire, witness);
  } catch (error) {
    // The other plans go on.
    shared.record(internalError(error));
    return measuredPlan(plan, brokenMeasurement, wire, witness);
  } finally {
    release();
    await wire.close();
  }
}

const broken: Undecided = {
  outcome: 'inconclusive',
  reason: 'the measurement ended in an internal error of the suite; please report it',
};

const brokenMeasurement: PlanMeasurement = {
  judgement: {
    findings: [],
    supported: [],
    undecided: [],
    observations: [],
    explainedBy: [],
    overlapAtLimit: 0,
    clock: null,
  },
  records: [],
  ledgers: [],
  stopped: null,
  problem: null,
  refusedKeys: [],
};

function measuredPlan(
  plan: PlanUnderTest,
  measurement: PlanMeasurement,
  wire: NetworkQuotaWire,
  witness: PlanWitness,
): MeasuredPlanEnd {
  const { problem, refusedKeys } = measurement;
  return {
    name: capitalised(plan.plan),
    withoutDay: !plan.dayQuota,
    problem,
    refusedKeys,
    judgement: withRefusalBodies(measurement.judgement, witness.refusalBodies, wire.timeline),
    ended: measurement === brokenMeasurement ? broken : endOfMeasurement(measurement),
    records: measurement.records,
    timeline: wire.timeline,
    isRecorded: (entry) => wire.isRecorded(entry),
    exchangeOf: (entry) => wire.exchangeOf(entry),
  };
}
