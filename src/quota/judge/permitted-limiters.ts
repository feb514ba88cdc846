import { clockWindows, slidingCounter } from './clock-windows.ts';
import type { Allowance, Counter, Demand, LimiterModel } from './limiter-model.ts';
import { requestWindows } from './request-windows.ts';
import { slidingLog } from './sliding-log.ts';
import { tokenBucket } from './token-bucket.ts';

/** The limiters that a conforming service may have and that do not refill in steps; the quickest to test first. */
const steadyLimiters: readonly LimiterModel[] = [
  clockWindows,
  requestWindows,
  slidingLog,
  tokenBucket,
  slidingCounter,
];

/** The admissions, even if other clients use the counters. */
export const admissionsOnly: Demand = { admissions: true, refusals: false, labels: false };
/** The admissions, and `Reset` as the end of each window. */
export const admissionsAsAnnounced: Demand = { admissions: true, refusals: false, labels: true };
/** The refusals. */
export const refusalsOnly: Demand = { admissions: false, refusals: true, labels: false };
/** The admissions and the refusals. */
export const allDecisions: Demand = { admissions: true, refusals: true, labels: false };
/** The admissions and the refusals, and `Reset` as the end of each window. */
export const allThatWasSaid: Demand = { admissions: true, refusals: true, labels: true };

/** The permitted limiters that explain the demanded facts. */
export function explaining(
  counters: readonly Counter[],
  allowance: Allowance,
  demand: Demand,
  among = steadyLimiters,
): readonly LimiterModel[] {
  return among.filter((model) => model.explains(counters, allowance, demand));
}

/** Whether any of them explains it. */
export function isExplained(
  counters: readonly Counter[],
  allowance: Allowance,
  demand: Demand,
  among = steadyLimiters,
): boolean {
  return among.some((model) => model.explains(counters, allowance, demand));
}
