import { newRunTag } from '../animals/tag.ts';
import type { Exchange, ExchangeFailure } from '../exchange/exchange.ts';
import { functionalRequirements, leftOutPlanLimits } from '../plan-limits/plan-limit-requirements.ts';
import { good } from '../preflight/preflight-headers.ts';
import { runPreflight } from '../preflight/run-preflight.ts';
import type { PlanLimitProgress } from '../quota/measure/measurement.ts';
import type { Report } from '../report/report.ts';
import { counted, durationText } from '../report/words.ts';
import type { AcrossContext } from '../restart/across-parts.ts';
import { type RunContext, runRedactor } from '../run/open-target.ts';
import { recordRun } from '../run/record-run.ts';
import { runHeader } from '../run/run-header.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { ExchangeNumbers } from '../target/exchange-numbers.ts';
import { RunStopped, stoppable } from '../target/target.ts';
import { internalError, type RunEvent, type RunHeader } from '../verdict/run-event.ts';
import { runChecks } from './run-checks.ts';
import { type PlannedMeasurement, planRun, runBudget } from './run-plan.ts';

/**
 * Verifies one implementation: preflight, then the checks. Every event goes to `options.reportDir/journal.ndjson` as it
 * happens, from which the report is folded.
 *
 * Resolves with the report even if `signal` interrupted the run, its time ran out, or the preflight failed. No
 * behaviour of the target makes it reject.
 *
 * @throws {FolderShared} if another run used `options.reportDir` at the same time.
 */
export async function verify(
  options: RunOptions,
  listener: VerifyListener,
  signal: AbortSignal,
): Promise<Report> {
  const startedAt = new Date();
  const startedAtMs = performance.now();
  const tag = newRunTag();
  const writing = { redactor: runRedactor(options), listener };
  return recordRun(options.reportDir, header(options, tag, startedAt), writing, async (record) => {
    const numbers = new ExchangeNumbers(options.maxRequests);
    const interrupted = await carryOut(options, { tag, startedAtMs, numbers, record, listener }, signal);
    return { durationMs: Math.round(performance.now() - startedAtMs), interrupted };
  });
}

/** The longest that a timer of Node.js waits, in ms. */
const longestTimerMs = 2 ** 31 - 1;

/** The number of requests without a response at the end of a run after which the service counts as gone. */
const unansweredToBeGone = 3;

interface StageContext extends RunContext {
  readonly listener: VerifyListener;
}

/** Resolves with why the run ended before its end, or `null`. */
async function carryOut(
  options: RunOptions,
  context: Omit<StageContext, 'stopped'>,
  signal: AbortSignal,
): Promise<string | null> {
  const finished = new Set<string>();
  let unanswered = 0;
  let failure: ExchangeFailure | null = null;
  const record = (event: RunEvent): void => {
    finished.add(event.type === 'check-finished' ? event.requirement : '');
    context.record(event);
  };
  const seeCheck = (event: RunEvent): void => {
    if (event.type === 'exchange') {
      unanswered = event.exchange.response === null ? unanswered + 1 : 0;
      failure = event.exchange.failure;
    }
  };
  const { maxTimeMs } = runBudget(options);
  const timeUp = AbortSignal.timeout(Math.min(maxTimeMs, longestTimerMs));
  let leftOut: string | null = null;
  let hindrance: string | null = null;
  try {
    hindrance = await stoppable({ signal, timeUp }, (stopped) =>
      verifyInStages(options, { ...context, record, stopped }, seeCheck),
    );
  } catch (error) {
    if (error instanceof RunStopped) {
      leftOut = error.reason === 'interrupted' ? null : error.message;
    } else {
      record(internalError(error));
    }
  }
  if (timeUp.aborted && !signal.aborted) {
    leftOut = `the run reached its time limit of ${durationText(maxTimeMs)} (--max-time)`;
  }
  if (leftOut !== null) {
    for (const requirement of options.selected.filter((id) => !finished.has(id))) {
      record({ type: 'check-finished', requirement, outcome: 'skipped', reason: leftOut, budget: true });
    }
  }
  if (leftOut !== null && options.across !== undefined) {
    // A pipeline would take its command for done.
    hindrance ??= `${leftOut}: the tests across the command are incomplete`;
  }
  if (signal.aborted) {
    return 'interrupted by the user';
  }
  return unanswered >= unansweredToBeGone ? goneText(unanswered, failure) : hindrance;
}

/** If the proxy opened no more tunnels, the service did not stop responding. */
function goneText(unanswered: number, failure: ExchangeFailure | null): string {
  return failure?.code === 'proxy'
    ? `the last ${unanswered} requests did not reach the service: ${failure.detail}`
    : `the service stopped responding: the last ${unanswered} requests got no response`;
}

/**
 * Runs the preflight, then the selected checks, then the selected plan limits, then the command of `--across`. Resolves
 * with the reason why the run has no verdict, or `null`.
 *
 * @param seeCheck receives the events of the checks
 * @throws {RunStopped} if the run was stopped.
 */
async function verifyInStages(
  options: RunOptions,
  context: StageContext,
  seeCheck: (event: RunEvent) => void,
): Promise<string | null> {
  const { record, stopped } = context;
  const functional = functionalRequirements(options);
  const plan = planRun(options);
  const preflight = await runPreflight(options, context, plan);
  if (preflight === null || !(await placesServe(options, context))) {
    return null;
  }
  const seeAfter = await afterEarlierRun(options, { ...context, preflight });
  for (const { id, reason } of leftOutPlanLimits(options)) {
    record({ type: 'check-finished', requirement: id, outcome: 'skipped', reason });
  }
  announceMeasurement(plan.measurements, record);
  if (functional.length > 0 && !stopped.aborted) {
    const recordOfCheck = (event: RunEvent): void => {
      record(event);
      seeCheck(event);
      seeAfter(event);
    };
    await runChecks({ ...options, selected: functional }, { ...context, record: recordOfCheck, preflight });
  }
  let timelines: AcrossContext['timelines'] = new Map();
  if (plan.measurements.length > 0 && !stopped.aborted) {
    const { measurePlanLimits } = await import('../plan-limits/measure-plan-limits.ts');
    const measured = await measurePlanLimits(options, { ...context, preflight });
    if (measured.hindrance !== null) {
      return measured.hindrance;
    }
    timelines = measured.timelines;
  }
  if (options.across !== undefined && !stopped.aborted) {
    const { goAcross } = await import('../restart/across-run.ts');
    return await goAcross(options.across, options, { ...context, preflight, timelines });
  }
  return null;
}

/** Tests what must outlive what ran since the run of `--after`, if there is one. */
async function afterEarlierRun(
  options: RunOptions,
  context: AcrossContext,
): Promise<(event: RunEvent) => void> {
  if (options.after === undefined) {
    return () => {};
  }
  const { goAfter } = await import('../restart/after-run.ts');
  return await goAfter(options.after, options, context);
}

/** Whether each further place serves the key, by one request. */
async function placesServe(options: RunOptions, context: StageContext): Promise<boolean> {
  if (options.places === undefined) {
    return true;
  }
  const { record } = context;
  const { placeSteps } = await import('../preflight/place-preflight.ts');
  const onExchange = (exchange: Exchange): void => record({ type: 'exchange', exchange, touched: [] });
  const steps = await placeSteps(options, { ...context, onExchange });
  for (const step of steps) {
    record({ type: 'preflight', step });
  }
  return steps.every(({ outcome }) => outcome !== 'problem');
}

function header(options: RunOptions, tag: string, startedAt: Date): RunHeader {
  const { minDecided, failedBefore, selected } = options;
  return {
    ...runHeader(options, { tag, startedAt: startedAt.toISOString(), selected }),
    ...(minDecided === undefined ? {} : { minDecided }),
    ...(options.readOnly ? { readOnly: true } : {}),
    ...(failedBefore === undefined ? {} : { baseline: failedBefore }),
    budget: runBudget(options),
  };
}

/** Receives every event of a run, and the progress of plan-limit measurements. */
export type VerifyListener = (event: RunEvent | PlanLimitProgress) => void;

/** Says what a measurement of plan limits will send and how long it takes, before it begins. */
function announceMeasurement(
  measurements: readonly PlannedMeasurement[],
  record: (event: RunEvent) => void,
): void {
  for (const { plan, cost } of measurements) {
    const { requests, refused, durationMs, day } = cost;
    const longer =
      day === null
        ? ''
        : `; its daily limit takes about ${durationText(day.durationMs)} and ${counted(day.requests, 'request')} more`;
    const text = `${plan} takes about ${durationText(durationMs)} and about ${counted(requests, 'request')}, ${refused} of them refused${longer}`;
    record({ type: 'preflight', step: good('plan limits', text) });
  }
}
