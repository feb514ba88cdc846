import { join } from 'node:path';
import { tagSource } from '../animals/tag.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { readRateFields } from '../exchange/rate-fields.ts';
import type { PreflightResult } from '../preflight/run-preflight.ts';
import { emptyJudgement } from '../quota/judgement.ts';
import { measurePlan } from '../quota/measure/measure-plan.ts';
import { keyName, type PlanLimitProgress, type PlanMeasurement } from '../quota/measure/measurement.ts';
import type { PlanUnderTest } from '../quota/quota-wire.ts';
import type { Timeline } from '../quota/timeline.ts';
import { appendTimeline } from '../quota/wire/timeline-file.ts';
import { capitalised } from '../report/words.ts';
import { newestOfRunKey } from '../run/newest-of-run-key.ts';
import type { RunContext } from '../run/open-target.ts';
import { watchContext } from '../run/run-watches.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { rateLimitReading } from '../target/rate-limit-reading.ts';
import { pause } from '../target/target.ts';
import { internalError } from '../verdict/run-event.ts';
import { startWatch } from '../watchers/start-watch.ts';
import { measuredRequirements, plansUnderTest } from './plan-limit-requirements.ts';
import { openPlanWire, type PlanWireParts, PlanWitness, withRefusalBodies } from './plan-wire.ts';
import { type MeasuredPlan, reportMeasurements } from './report-measurements.ts';

/** The inputs of a measurement, and who receives its events. */
interface MeasurementContext extends RunContext {
  readonly preflight: PreflightResult;
  readonly listener: (progress: PlanLimitProgress) => void;
}

/** Data that all plans of a run share. */
interface Shared extends MeasurementContext, PlanWireParts {
  readonly several: boolean;
}

/** Tags of a measurement begin here, so that those of the suites can't meet them. */
const firstMeasurementTag = 1_000_000;

/** The requests with the key of the run during the measurement of each plan, with a margin. */
const requestsToNeighbour = 8;

/**
 * Measures the limits of all plans with a key concurrently and records the results; partial ones if the run is stopped.
 * Resolves with the reason why the run has no verdict, or `null`; and with
 * what was sent, by the plan's name.
 */
export async function measurePlanLimits(
  options: RunOptions,
  context: MeasurementContext,
): Promise<{ hindrance: string | null; timelines: ReadonlyMap<string, Timeline> }> {
  const checks = measuredRequirements(options);
  for (const { id } of checks) {
    context.record({ type: 'check-started', requirement: id });
  }
  const plans = plansUnderTest(options);
  const newest = await newestOfRunKey(options.reportDir);
  await restRunKey(newest, plans.length, options, context);
  const shared: Shared = {
    ...context,
    options,
    several: plans.length > 1,
    tags: tagSource(context.tag, firstMeasurementTag, context.preflight.nameForm),
    categoryId: options.readOnly ? null : (context.preflight.workingCategories[0] ?? null),
  };
  const measured = await Promise.all(plans.map((plan) => measureOne(plan, shared)));
  await reportMeasurements(checks, measured, context.record);
  const timelines = new Map(
    plans.map(({ plan }, entry) => [plan, (measured[entry] as MeasuredPlanEnd).timeline]),
  );
  return { hindrance: hindranceOf(measured), timelines };
}

/** @throws {RunStopped} if the run is stopped. */
async function restRunKey(
  newest: Exchange | null,
  plans: number,
  { minuteMs }: RunOptions,
  context: MeasurementContext,
): Promise<void> {
  const nowMs = Math.round(performance.now() - context.startedAtMs);
  const durationMs = restOfRunKey(newest, plans * requestsToNeighbour, nowMs, minuteMs);
  if (durationMs === 0) {
    return;
  }
  context.record({
    type: 'wait',
    reason: 'the key of the run is needed too, and has little quota left',
    durationMs,
  });
  await pause(durationMs, context.stopped);
}

/** The result of one plan, and why it is incomplete. */
type MeasuredPlanEnd = MeasuredPlan & Pick<PlanMeasurement, 'ended' | 'refusedKeys'>;

async function measureOne(plan: PlanUnderTest, shared: Shared): Promise<MeasuredPlanEnd> {
  const name = capitalised(plan.plan);
  const witness = new PlanWitness(startWatch(watchContext(shared.options)), shared.record);
  const wire = openPlanWire(shared, witness, ({ reason, durationMs }) => {
    const said = shared.several ? `${name}: ${reason}` : reason;
    shared.record({ type: 'wait', reason: said, durationMs });
  });
  try {
    const readOnly = shared.categoryId === null;
    const measurement = await measurePlan({ ...plan, readOnly }, wire, (progress) =>
      shared.listener({ type: 'measuring', plan: name, ...progress }),
    ).catch((error: unknown) => {
      // The other plans continue.
      shared.record(internalError(error));
      return brokenMeasurement;
    });
    return {
      name,
      withoutDay: !plan.dayQuota,
      refusedKeys: measurement.refusedKeys,
      judgement: withRefusalBodies(measurement.judgement, witness.refusalBodies, wire.timeline),
      ended: measurement.ended,
      records: measurement.records,
      timeline: wire.timeline,
      cited: (entry, record) => wire.cited(entry, record),
    };
  } finally {
    await wire.close();
    try {
      appendTimeline(join(shared.options.reportDir, 'timeline.ndjson'), plan.plan, wire.timeline);
    } catch (error) {
      shared.record(internalError(error));
    }
  }
}

const brokenMeasurement: PlanMeasurement = {
  judgement: emptyJudgement,
  records: [],
  ledgers: [],
  ended: {
    outcome: 'inconclusive',
    reason: 'the measurement ended in an internal error of the suite; please report it',
    isSilent: false,
  },
  refusedKeys: [],
};

/** A limit per minute resets within this many minutes. */
const mostMinutes = 1.5;

/**
 * The time in ms until the key of the run has enough requests left for the measurement, where a refusal by its own
 * limit would prove nothing about other keys. 0 if it has enough, or if that is unknown or would take too long.
 *
 * @param last the most recent response to the key
 * @param nowMs ms since the start of the run
 */
export function restOfRunKey(last: Exchange | null, needed: number, nowMs: number, minuteMs: number): number {
  const fields = readRateFields(last?.response?.headers ?? []);
  const reading = rateLimitReading(fields);
  if (last === null || reading === null || reading.remaining >= needed || reading.reset === null) {
    return 0;
  }
  const answeredAtMs = last.headersAtMs ?? last.finishedAtMs;
  const serverDateMs = fields.dateMs ?? Date.parse(last.startedAt) + (answeredAtMs - last.sentAtMs);
  const spanMs = 'afterMs' in reading.reset ? reading.reset.afterMs : reading.reset.epochMs - serverDateMs;
  const restMs = answeredAtMs + spanMs + minuteMs / 600 - nowMs;
  return restMs > mostMinutes * minuteMs ? 0 : Math.max(0, restMs);
}

/**
 * Why there is no verdict despite other results: a rejected key, or a service that stopped responding; otherwise
 * `null`.
 */
export function hindranceOf(
  measurements: readonly Pick<PlanMeasurement, 'ended' | 'refusedKeys'>[],
): string | null {
  const refused = measurements
    .flatMap(({ refusedKeys }) => refusedKeys)
    .sort((left, right) => left - right)
    .map(keyName);
  if (refused.length > 0) {
    const verb = refused.length === 1 ? 'is' : 'are';
    return `${refused.join(' and ')} ${verb} refused, while the key of the run is served: pass one of this environment with \`--quota-key\``;
  }
  return measurements.find(({ ended }) => ended?.isSilent === true)?.ended?.reason ?? null;
}
