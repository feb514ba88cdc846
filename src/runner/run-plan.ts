import { type CheckCost, checkCosts } from '../../suites/costs.ts';
import { planOf } from '../../suites/plan.ts';
import { requirements } from '../../suites/requirements.ts';
import { scenarios } from '../../suites/scenarios.ts';
import { wholeBodiesBytes } from '../journal/journal.ts';
import type { PlanUnderTest } from '../quota/plan-under-test.ts';
import { capitalised } from '../report/words.ts';
import { targetLimits } from '../target/limits.ts';
import type { Effort, RunBudget } from '../verdict/run-event.ts';
import { functionalRequirements, measuredRequirements, plansUnderTest } from './plan-limit-requirements.ts';
import type { RunOptions } from './run-options.ts';

/** The maximum that a check sends to a conforming service whose lists are up to date. */
interface PlannedCheck {
  /** A requirement's id, the name of a scenario that serves several, or `preflight`. */
  readonly requirement: string;
  readonly requests: number;
  readonly creations: number;
  /** The maximum number of hand-written cases, or `null` if the check sends all. */
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

/** How many requests a run sends. */
export type PlannedRequests = Pick<RunPlan, 'requests' | 'mostRequests'>;

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
  const functional = functionalRequirements(options);
  const chosen = (id: string): boolean => functional.includes(id);
  const names = [
    'preflight',
    ...Object.entries(scenarios).flatMap(([name, serves]) =>
      checkCosts[name] !== undefined && serves.some(chosen) ? [name] : [],
    ),
    ...requirements.map(({ id }) => id).filter(chosen),
  ];
  const checks = names.map((name) => {
    const [requests, creations] = costOf(name, options);
    const { cases, generated } = planOf(name, options);
    return {
      requirement: name,
      requests,
      creations,
      cases: Number.isFinite(cases) ? cases : null,
      generated,
    };
  });
  const requests = checks.reduce((sum, check) => sum + check.requests, 0);
  const { ampleRequests } = planOf('varieties', options);
  const most = Math.min(ampleRequests, options.maxRequests ?? Number.POSITIVE_INFINITY);
  const isIn = (name: string, effort: Effort): boolean =>
    planOf(name, { ...options, effort }).leftOut === null;
  return {
    checks,
    leftOut: names.filter((name) => !isIn(name, options.effort) && isIn(name, 'thorough')),
    requests: options.maxRequests === null ? requests : Math.min(requests, options.maxRequests),
    creations: checks.reduce((sum, check) => sum + check.creations, 0),
    mostRequests:
      ampleRequests < Number.POSITIVE_INFINITY && most > requests && scenarios.varieties.some(chosen)
        ? most
        : null,
    measurements: plannedMeasurements(options),
  };
}

/** The measurements of plan limits that a run with these options would make. */
function plannedMeasurements(options: RunOptions): readonly PlannedMeasurement[] {
  return measuredRequirements(options).length === 0
    ? []
    : plansUnderTest(options).map((plan) => ({ plan: capitalised(plan.plan), cost: measurementCost(plan) }));
}

function costOf(name: string, { effort, readOnly, revokedKey }: RunOptions): CheckCost {
  const cost = checkCosts[name]?.[effort];
  const leftOut = (readOnly && (cost?.[1] ?? 0) > 0) || (name === 'auth/revoked-key' && revokedKey === null);
  return cost === undefined || leftOut ? [0, 0] : cost;
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
const windows = 2.2;
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
