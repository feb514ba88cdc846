import type { PlanUnderTest } from '../quota/plan-under-test.ts';
import type { Plan, RunOptions } from './run-options.ts';

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
