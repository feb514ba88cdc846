import { requirements } from '../../suites/requirements.ts';
import type { PlanUnderTest } from '../quota/quota-wire.ts';
import type { Plan, RunOptions } from '../suite/run-options.ts';
import type { Requirement } from '../verdict/requirement.ts';

/** Decided on every response; if the plan of the main key is unknown, on responses to the quota keys. */
const limitMatchesPlan = 'rate/limit-matches-plan';
/** An exhausted key proves more than one whose Remaining also changes by other clients and a quick refill. */
const remainingCountsDown = 'rate/remaining-counts-down';

/**
 * The requirements that a measurement with these options decides, in the order of the catalogue; empty without a
 * measurement.
 */
export function measuredRequirements(options: RunOptions): Requirement[] {
  const limits = options.selected.filter((id) => isPlanLimit(id) && leftOutBecause(id, options) === null);
  const ofHeaders = [remainingCountsDown, ...(options.plan === null ? [limitMatchesPlan] : [])];
  const measured = limits.length > 0 ? [...limits, ...ofHeaders] : limits;
  return requirements.filter(({ id }) => measured.includes(id) && options.selected.includes(id));
}

/** The requirements that the checks of the suites decide. */
export function functionalRequirements(options: RunOptions): string[] {
  const measured = measuredRequirements(options).map(({ id }) => id);
  return options.selected.filter((id) => !isPlanLimit(id) && !measured.includes(id));
}

/** The plan limits that a run with these options leaves out, each with what to give. */
export function leftOutPlanLimits(options: RunOptions): { readonly id: string; readonly reason: string }[] {
  return options.selected.filter(isPlanLimit).flatMap((id) => {
    const reason = leftOutBecause(id, options);
    return reason === null ? [] : [{ id, reason }];
  });
}

function isPlanLimit(id: string): boolean {
  return id.startsWith('quota/');
}

function leftOutBecause(id: string, options: RunOptions): string | null {
  if (options.quotaKeys.length === 0) {
    return 'pass `--quota-key PLAN=KEY` with a dedicated key';
  }
  if (id === 'quota/day-limit' && !options.dayQuota) {
    return 'pass `--day-quota` to test this: it uses up the daily quota';
  }
  if (id === 'quota/ban' && !options.probeBan) {
    return 'pass `--probe-ban` to test this: the service may ban the key';
  }
  if (id === 'quota/refused-without-effect' && options.readOnly) {
    return 'not possible with `--read-only`: it creates animals';
  }
  return null;
}

/** The maximum number of connections of a burst: enough to expose races, few enough for any service. */
const burstConnections = 128;
const mostRefusedInARow = 50;

/** The plans that a run measures, in the order of their keys. */
export function plansUnderTest(options: RunOptions): PlanUnderTest[] {
  const plans = [...new Set(options.quotaKeys.map(({ plan }) => plan))];
  return plans.map((plan, index) => planUnderTest(plan, (options.seed + index) >>> 0, options));
}

function planUnderTest(plan: Plan, seed: number, options: RunOptions): PlanUnderTest {
  const limit = options.planLimits[plan];
  if (limit === undefined) {
    throw new Error(`the limits of the plan ${plan} are not known: pass --plan-limit`);
  }
  const overshoot = options.overshoot ?? defaultOvershoot(limit.perMinute);
  return {
    plan,
    ...limit,
    minuteMs: options.minuteMs,
    dayMs: options.dayMs,
    keys: options.quotaKeys.flatMap((key, index) => (key.plan === plan ? [index + 1] : [])),
    neighbour: true,
    overshoot,
    refusedInARow: Math.max(mostRefusedInARow, overshoot),
    connections: burstConnections,
    consistencyGraceMs: options.consistencyGraceMs,
    readOnly: options.readOnly,
    dayQuota: measuresDay(plan, options),
    probeBan: options.probeBan && options.selected.includes('quota/ban'),
    seed,
  };
}

function measuresDay(plan: Plan, { dayQuota, dayQuotaPlans, selected }: RunOptions): boolean {
  return dayQuota && (dayQuotaPlans?.includes(plan) ?? true) && selected.includes('quota/day-limit');
}

function defaultOvershoot(perMinute: number): number {
  return Math.max(1, Math.min(Math.floor(perMinute / 2), mostRefusedInARow));
}
