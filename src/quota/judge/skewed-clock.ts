import type { ClockBounds } from '../../exchange/server-clock.ts';
import type { Case } from './case.ts';
import type { LimiterModel } from './limiter-model.ts';
import { allThatWasSaid, isExplained } from './permitted-limiters.ts';
import { windowLabels } from './window-labels.ts';

/** The maximum difference of the clocks that compute `Date` and `Reset`, in ms: at most a twentieth of a window. */
export function skewMs(windowMs: number): number {
  return Math.min(3000, windowMs / 20);
}

/** The tried differences, as shares of the maximum: the rounding of `Reset` covers those between. */
const skewShares = [0, -0.5, 0.5, -1, 1] as const;

/** Whether a limiter makes these decisions and has windows that end when `Reset` says, by one clock for all keys. */
export function isExplainedAsAnnounced(
  { keys, allowance, plan, clock }: Case,
  among: readonly LimiterModel[],
): boolean {
  return skewShares.some((share) => {
    const skewed = clock === null ? null : shifted(clock, share * skewMs(allowance.windowMs));
    const counters = keys.map((key) => ({ ...key, labels: windowLabels(key.ledger, plan, skewed) }));
    return isExplained(counters, allowance, allThatWasSaid, among);
  });
}

function shifted({ leastMs, mostMs }: ClockBounds, byMs: number): ClockBounds {
  return { leastMs: leastMs + byMs, mostMs: mostMs + byMs };
}
