import { join } from 'node:path';
import { type TagSource, tagSource } from '../history/tag.ts';
import { readJournalLightly } from '../journal/journal.ts';
import { packageVersion } from '../package-root.ts';
import type { QuotaJudgement } from '../quota/judgement.ts';
import { measurePlan } from '../quota/measure/measure-plan.ts';
import type { PlanMeasurement } from '../quota/measure/measurement.ts';
import type { PlanUnderTest } from '../quota/plan-under-test.ts';
import type { Timeline } from '../quota/timeline.ts';
import { ExchangeNumbers } from '../quota/wire/exchange-numbers.ts';
import { openQuotaWire } from '../quota/wire/network-wire.ts';
import { TimelineWriter } from '../quota/wire/timeline-writer.ts';
import type { NetworkQuotaWire, QuotaKey } from '../quota/wire/wire-options.ts';
import { quotaKeyShownAs } from '../target/quota-key-shown-as.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { startWatch } from '../watchers/start-watch.ts';
import { checkOfPhase } from './check-of-phase.ts';
import { endOfMeasurement } from './end-of-measurement.ts';
import type { Groundwork } from './groundwork.ts';
import { journalPath } from './journal-path.ts';
import { runRedactor } from './open-target.ts';
import type { PlanLimitProgress } from './plan-limit-progress.ts';
import { measuredRequirements } from './plan-limit-requirements.ts';
import { planName } from './plan-name.ts';
import { PlanProgress } from './plan-progress.ts';
import { PlanWitness } from './plan-witness.ts';
import { plansUnderTest } from './plans-under-test.ts';
import { type MeasuredPlan, reportMeasurements } from './report-measurements.ts';
import type { RunOptions } from './run-options.ts';
import { watchContext } from './watch-context.ts';

/** What a measurement goes on from, and whom it tells. */
export interface MeasurementContext {
  readonly tag: string;
  readonly startedAtMs: number;
  readonly ground: Groundwork;
  readonly record: (event: RunEvent) => void;
  readonly listener: (progress: PlanLimitProgress) => void;
  readonly signal: AbortSignal;
  readonly timeUp: AbortSignal;
}

/** What all plans of one run share. */
interface Shared extends MeasurementContext {
  readonly options: RunOptions;
  readonly several: boolean;
  readonly tags: TagSource;
  readonly numbers: ExchangeNumbers;
  readonly timelineWriter: TimelineWriter;
}

/** Tags of a measurement begin here, so that those of the suites can't meet them. */
const firstMeasurementTag = 1_000_000;

/**
 * Measures the limits of all plans that keys were given for, side by side, and records what came of it. Ends
 * early where the run is stopped, with what was learnt until then.
 */
export async function measurePlanLimits(options: RunOptions, context: MeasurementContext): Promise<void> {
  const checks = measuredRequirements(options);
  for (const { id } of checks) {
    context.record({ type: 'check-started', requirement: id });
  }
  const plans = plansUnderTest(options);
  const timelineWriter = new TimelineWriter(join(options.reportDir, 'timeline.ndjson'));
  const shared: Shared = {
    ...context,
    options,
    several: plans.length > 1,
    tags: tagSource(context.tag, firstMeasurementTag),
    numbers: new ExchangeNumbers(await trafficSoFar(options.reportDir), options.maxRequests),
    timelineWriter,
  };
  try {
    const measured = await Promise.all(plans.map((plan) => measureOne(plan, shared)));
    await reportMeasurements(checks, measured, context.record);
  } finally {
    await timelineWriter.close();
  }
}

/** The highest numbers of exchanges and connections that are on record. */
async function trafficSoFar(reportDir: string): Promise<{ exchanges: number; connections: number }> {
  let exchanges = 0;
  let connections = 0;
  await readJournalLightly(journalPath(reportDir), (event) => {
    if (event.type === 'exchange') {
      exchanges = Math.max(exchanges, event.exchange.number);
      connections = Math.max(connections, event.exchange.connection);
    }
  });
  return { exchanges, connections };
}

async function measureOne(plan: PlanUnderTest, shared: Shared): Promise<MeasuredPlan> {
  const name = planName(plan.plan);
  const witness = new PlanWitness(startWatch(watchContext(shared.options)), shared.record);
  const progress = new PlanProgress(name, shared.listener, () => wire.now());
  const [categoryId] = shared.ground.workingCategories;
  const wire = openWire(plan, shared, witness, progress);
  const release = stoppedWith(wire, shared);
  try {
    const creates = !plan.readOnly && categoryId !== undefined;
    const measurement = await measurePlan({ ...plan, readOnly: !creates }, wire, progress);
    progress.end();
    return measuredPlan(name, measurement, wire, witness);
  } finally {
    release();
    await wire.close();
  }
}

function openWire(
  { plan }: PlanUnderTest,
  shared: Shared,
  witness: PlanWitness,
  progress: PlanProgress,
): NetworkQuotaWire {
  const { options, tags, ground, tag, startedAtMs, several, record } = shared;
  const said = several ? `${planName(plan)}: ` : '';
  return openQuotaWire({
    baseUrl: options.baseUrl,
    plan,
    version: packageVersion(),
    tag,
    seed: options.seed,
    timeoutMs: options.timeoutMs,
    keys: keysOf(options),
    redactor: runRedactor(options),
    clockOriginMs: startedAtMs - performance.timeOrigin,
    numbers: shared.numbers,
    nextTag: () => tags.next(),
    categoryId: options.readOnly ? null : (ground.workingCategories[0] ?? null),
    check: checkOfPhase,
    timelineWriter: shared.timelineWriter,
    onExchange: witness.see,
    onWait: ({ reason, durationMs }) => {
      record({ type: 'wait', reason: `${said}${reason}`, durationMs });
      progress.waiting(reason);
    },
  });
}

function keysOf({ apiKey, quotaKeys }: RunOptions): Map<number, QuotaKey> {
  const given = quotaKeys.map(({ key }, index): [number, QuotaKey] => [
    index + 1,
    { key, shownAs: quotaKeyShownAs(index + 1) },
  ]);
  return new Map([[0, { key: apiKey, shownAs: '$ANIMAL_STORE_API_KEY' }], ...given]);
}

/** Stops the wire when the run is stopped; returns what ends that. */
function stoppedWith(wire: NetworkQuotaWire, { signal, timeUp }: Shared): () => void {
  const interrupt = (): void => wire.stop('interrupted');
  const end = (): void => wire.stop('max-time');
  for (const [told, stop] of [[signal, interrupt] as const, [timeUp, end] as const]) {
    if (told.aborted) {
      // A signal tells only those who listened before.
      stop();
    }
    told.addEventListener('abort', stop, { once: true });
  }
  return () => {
    signal.removeEventListener('abort', interrupt);
    timeUp.removeEventListener('abort', end);
  };
}

function measuredPlan(
  name: string,
  measurement: PlanMeasurement,
  wire: NetworkQuotaWire,
  witness: PlanWitness,
): MeasuredPlan {
  return {
    name,
    judgement: withBodies(measurement.judgement, witness.refusalBodies, wire.timeline),
    ended: endOfMeasurement(measurement),
    records: measurement.records,
    timeline: wire.timeline,
    isRecorded: (entry) => wire.isRecorded(entry),
    exchangeOf: (entry) => wire.exchangeOf(entry),
  };
}

/** Adds what the bodies of 429s were: the timeline doesn't hold them. */
function withBodies(
  judgement: QuotaJudgement,
  bodies: ReadonlyMap<string, number>,
  timeline: Timeline,
): QuotaJudgement {
  const requirement = 'quota/body';
  const observed = [...bodies].map(([text, exchange]) => ({
    requirement,
    text,
    entries: entriesOf(exchange, timeline),
  }));
  return {
    ...judgement,
    observations: [...judgement.observations, ...observed],
    undecided:
      observed.length > 0
        ? judgement.undecided
        : [...judgement.undecided, { requirement, reason: 'no 429 came' }],
  };
}

function entriesOf(exchange: number, timeline: Timeline): number[] {
  for (let entry = 0; entry < timeline.length; entry += 1) {
    if (timeline.exchange(entry) === exchange) {
      return [entry];
    }
  }
  return [];
}
