import type { PlanUnderTest } from '../quota/plan-under-test.ts';

/** What the measurement of one plan costs, at most, where the service conforms. Durations in ms. */
export interface MeasurementCost {
  readonly requests: number;
  readonly creations: number;
  /** Requests that are answered 429. */
  readonly refused: number;
  readonly durationMs: number;
  /** What the figure of the day costs besides, or `null` where it is not measured. */
  readonly day: { readonly requests: number; readonly creations: number; readonly durationMs: number } | null;
}

/** Works out what a measurement costs; sends nothing. */
export function measurementCost(plan: PlanUnderTest): MeasurementCost {
  const burst = plan.perMinute + plan.overshoot;
  const requests = 2 * burst + 60;
  return {
    requests,
    creations: plan.readOnly ? 0 : Math.ceil(requests / 3),
    refused: 2 * plan.overshoot,
    durationMs: 2 * plan.minuteMs,
    day: plan.dayQuota
      ? {
          requests: plan.perDay,
          creations: 0,
          durationMs: (plan.perDay / plan.perMinute) * plan.minuteMs,
        }
      : null,
  };
}
