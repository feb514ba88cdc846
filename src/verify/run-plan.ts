import { checks as allChecks } from '../../suites/index.ts';
import { type ScenarioName, scenarios } from '../../suites/requirements.ts';
import { fullStore } from '../../suites/steps/valid-creations.ts';
import { wholeBodiesBytes } from '../journal/journal.ts';
import {
  functionalRequirements,
  measuredRequirements,
  plansUnderTest,
} from '../plan-limits/plan-limit-requirements.ts';
import type { PlanUnderTest } from '../quota/quota-wire.ts';
import { capitalised } from '../report/words.ts';
import { type CaseAmounts, caseAmounts, handWrittenCases } from '../suite/case-amounts.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { requirementOf, type SuiteCheck } from '../suite/suite.ts';
import { targetLimits } from '../target/limits.ts';
import type { Effort, RunBudget } from '../verdict/run-event.ts';

/** What a check sends to a conforming service whose lists are up to date. */
interface PlannedCheck {
  /** A requirement's id, the name of a scenario that serves several, or `preflight`. */
  readonly requirement: string;
  readonly requests: number;
  readonly creations: number;
  /** The number of its hand-written cases, or `null` if it is no table. */
  readonly cases: number | null;
  /** The number of cases generated from the seed. */
  readonly generated: number;
}

/** The measurement of one plan's limits, with keys of its own. */
export interface PlannedMeasurement {
  /** As a sentence begins: `Free`. */
  readonly plan: string;
  readonly cost: MeasurementCost;
}

export interface RunPlan {
  readonly checks: readonly PlannedCheck[];
  /** The checks that this effort leaves out and a thorough run has. */
  readonly leftOut: readonly string[];
  /** The number of requests of all checks, which use the key of the run. */
  readonly requests: number;
  readonly creations: number;
  /** The approximate number of requests with an ample allowance; `null` if the same. */
  readonly mostRequests: number | null;
  /** The measurements after the checks, which run concurrently. */
  readonly measurements: readonly PlannedMeasurement[];
}

/** Plans a run with these options. Sends nothing. */
export function planRun(options: RunOptions): RunPlan {
  const { effort, maxRequests } = options;
  const selected = functionalRequirements(options);
  const chosen = allChecks.filter(([name]) => isChosen(name, selected));
  const checks = plannedChecks(chosen, options, caseAmounts(effort, 'usual'));
  const requests = sumOf(checks, 'requests');
  const ample = sumOf(plannedChecks(chosen, options, caseAmounts(effort, 'all')), 'requests');
  const most = Math.min(ample, maxRequests ?? Number.POSITIVE_INFINITY);
  return {
    checks,
    leftOut: chosen.flatMap(([name, { smoke }]) => (effort === 'smoke' && !smoke ? [name] : [])),
    requests: Math.min(requests, maxRequests ?? Number.POSITIVE_INFINITY),
    creations: sumOf(checks, 'creations'),
    mostRequests: most > requests ? most : null,
    measurements: plannedMeasurements(options),
  };
}

/** Whether a run of these requirements makes a check of this name. */
function isChosen(name: string, selected: readonly string[]): boolean {
  const serves = new Map<string, readonly string[]>(Object.entries(scenarios)).get(name) ?? [
    requirementOf(name),
  ];
  return serves.some((id) => selected.includes(id));
}

const preflight: PlannedCheck = {
  requirement: 'preflight',
  requests: 3,
  creations: 2,
  cases: null,
  generated: 0,
};

function plannedChecks(
  chosen: readonly (readonly [name: string, check: SuiteCheck])[],
  options: RunOptions,
  amounts: CaseAmounts,
): PlannedCheck[] {
  const planned = [options.readOnly ? { ...preflight, requests: 1, creations: 0 } : preflight];
  for (const [requirement, one] of chosen) {
    const { table, generates, cost } = one;
    const most = handWrittenCases(amounts, generates, table?.weight);
    const isOut = isLeftOut(requirement, one, options);
    const cases = table === null ? null : isOut ? 0 : Math.min(table.count(options), most);
    const generated = generates && !isOut ? amounts.generated : 0;
    const times = isOut ? 0 : (cases ?? 1) + generated;
    const missing = requirement === filling ? fullStore - sumOf(planned, 'creations') : 0;
    const filled = times === 0 ? 0 : Math.max(0, missing);
    planned.push({
      requirement,
      requests: times * cost.requests + filled,
      creations: requirement === filling ? filled : options.readOnly ? 0 : times * cost.animals,
      cases,
      generated,
    });
  }
  return planned;
}

/** Creates as many animals as the store lacks by then. */
const filling: ScenarioName = 'fill the store';

function isLeftOut(name: string, { creates, smoke }: SuiteCheck, options: RunOptions): boolean {
  return (
    (options.readOnly && creates) ||
    (options.effort === 'smoke' && !smoke) ||
    (options.revokedKey === null && name === 'auth/revoked-key')
  );
}

function sumOf(checks: readonly PlannedCheck[], kind: 'requests' | 'creations'): number {
  return checks.reduce((sum, check) => sum + check[kind], 0);
}

/** The measurements of plan limits that a run with these options would make. */
function plannedMeasurements(options: RunOptions): readonly PlannedMeasurement[] {
  return measuredRequirements(options).length === 0
    ? []
    : plansUnderTest(options).map((plan) => ({ plan: capitalised(plan.plan), cost: measurementCost(plan) }));
}

const minuteMs = 60_000;

/** Several times the duration of a run with a Free key, in ms. */
const usualMs: Readonly<Record<Effort, number>> = {
  smoke: 10 * minuteMs,
  normal: 30 * minuteMs,
  thorough: 240 * minuteMs,
};
/** How long the command of `--across` may take. */
const commandMs = 30 * minuteMs;
/** The factor by which confirmations may prolong a measurement of plan limits. */
const spare = 3;

/** The bounds of a run: the given time, or enough for any responding service. */
export function runBudget(options: RunOptions): RunBudget {
  const longest = Math.max(
    0,
    ...plannedMeasurements(options).map(({ cost }) => cost.durationMs + (cost.day?.durationMs ?? 0)),
  );
  const acrossMs = options.across === undefined ? 0 : commandMs + options.across.timeoutMs;
  return {
    maxTimeMs: options.maxTimeMs ?? Math.ceil(usualMs[options.effort] + spare * longest + acrossMs),
    bodyBytes: targetLimits.bodyBytes,
    recordedBytes: wholeBodiesBytes,
  };
}

/** The cost of measuring one plan of a conforming service without confirmations. Durations in ms. */
export interface MeasurementCost {
  readonly requests: number;
  readonly creations: number;
  /** Requests that return 429. */
  readonly refused: number;
  readonly durationMs: number;
  /** The additional cost of the daily limit, or `null` if it is not measured. */
  readonly day: { readonly requests: number; readonly durationMs: number } | null;
}

/** Single requests: for limits and clocks, for what counts, for the promises of a 429, and for the neighbour. */
const singleRequests = 25;
/**
 * Those of them that are sent to the exhausted quota, for which a burst reserves this many of the permitted consecutive
 * refusals.
 */
const singleRefusals = 10;
const keptRefusals = 6;
/** Requests beyond the limit in the burst of another window. */
const secondOvershoot = 10;
const creations = 14;
/** A measurement takes slightly more than two windows. */
const windows = 2.25;
/**
 * The rate at which the daily limit is exhausted, as a share of the limit per minute, and the number of requests beyond
 * it.
 */
const dayPace = 0.95;
const beyondDay = 5;

/**
 * Computes the cost of a measurement; sends nothing. A burst exceeds the limit in the first window, another one uses
 * the promised rest of the second, and a third one exceeds the limit again; another key of the plan adds one more.
 */
export function measurementCost(plan: PlanUnderTest): MeasurementCost {
  const { perMinute, perDay, minuteMs, refusedInARow } = plan;
  const overshoot = Math.min(plan.overshoot, Math.max(1, refusedInARow - keptRefusals));
  const bursts = plan.keys.length > 1 ? 4 : 3;
  const second = Math.min(secondOvershoot, overshoot);
  const used = bursts * perMinute;
  const dayRequests = Math.max(0, perDay - used) + beyondDay;
  return {
    requests: used + overshoot + second + singleRequests,
    creations: plan.readOnly ? 0 : creations,
    refused: overshoot + second + singleRefusals,
    durationMs: windows * minuteMs,
    day: plan.dayQuota
      ? { requests: dayRequests, durationMs: (dayRequests / (dayPace * perMinute)) * minuteMs }
      : null,
  };
}
