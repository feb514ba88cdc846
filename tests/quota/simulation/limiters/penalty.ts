import type { LimiterKind } from './limiter.ts';

/** Blocks for a window from a refused request on, and begins anew after that. */
const penalty =
  (kind: LimiterKind, from: 'first' | 'last'): LimiterKind =>
  (limit, windowMs) => {
    let inner = kind(limit, windowMs);
    let blockedUntilMs: number | null = null;
    const blockedAt = (atMs: number): number | null => {
      if (blockedUntilMs !== null && atMs >= blockedUntilMs) {
        blockedUntilMs = null;
        inner = kind(limit, windowMs);
      }
      return blockedUntilMs;
    };
    return {
      admits: (atMs) => blockedAt(atMs) === null && inner.admits(atMs),
      charge: (atMs) => inner.charge(atMs),
      refuse: (atMs) => {
        if (blockedAt(atMs) === null || from === 'last') {
          blockedUntilMs = atMs + windowMs;
        }
      },
      outlook: (atMs) => {
        const untilMs = blockedAt(atMs);
        return untilMs === null
          ? inner.outlook(atMs)
          : { limit, remaining: 0, resetMs: untilMs, retryMs: untilMs };
      },
    };
  };

/** Blocks for a window from the first refused request on. */
export const penaltyFromFirst = (kind: LimiterKind) => penalty(kind, 'first');

/** Blocks for a window from the last refused request on. */
export const penaltyFromLast = (kind: LimiterKind) => penalty(kind, 'last');
