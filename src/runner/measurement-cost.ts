import type { PlanUnderTest } from '../quota/plan-under-test.ts';

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

/** Requests one by one: figures and clocks, what counts, the promises of a 429, the neighbour. */
const singleRequests = 25;
/**
 * Those of them that are sent to the exhausted quota; a burst leaves them this many of the permitted consecutive
 * refusals.
 */
const singleRefusals = 10;
const keptRefusals = 6;
/** Requests beyond the limit in the burst that is made in another window. */
const secondOvershoot = 10;
const creations = 14;
/** A measurement goes through two windows and a little more. */
const windows = 2.2;
/** The share of the minute's limit at which the day's figure is used up, and the requests beyond that. */
const dayPace = 0.95;
const beyondDay = 5;

/**
 * Works out what a measurement costs; sends nothing. The first window is used up in a burst that goes beyond it,
 * the second as far as it is promised, the third in a burst again; another key of the plan takes one more.
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
