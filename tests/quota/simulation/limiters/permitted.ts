import { anchoredWindow as anchored, fixedWindow } from '../../../../reference-impl/quota.ts';
import { changed, type Limiter, type LimiterKind, type Outlook, ofReference } from './limiter.ts';

/** Windows that begin at whole multiples of their length, by the server's clock. */
export const alignedWindow = ofReference(fixedWindow);

/** Windows that begin with the first request after the one before. */
export const anchoredWindow = ofReference(anchored);

/** A counter whose expiry is set anew by these requests, so that it never expires in steady use. */
export const prolongedWindow =
  (prolonged: 'served' | 'all'): LimiterKind =>
  (limit, windowMs) => {
    let endMs = Number.NEGATIVE_INFINITY;
    let used = 0;
    const prolong = (atMs: number): void => {
      used = atMs < endMs ? used : 0;
      endMs = atMs + windowMs;
    };
    const usedAt = (atMs: number): number => (atMs < endMs ? used : 0);
    return {
      admits: (atMs) => usedAt(atMs) < limit,
      charge: (atMs) => {
        prolong(atMs);
        used += 1;
      },
      refuse: (atMs) => (prolonged === 'all' ? prolong(atMs) : undefined),
      outlook: (atMs) => {
        const resetMs = atMs < endMs ? endMs : atMs + windowMs;
        return { limit, remaining: Math.max(0, limit - usedAt(atMs)), resetMs, retryMs: resetMs };
      },
    };
  };

/** A window that never resets, although it announces the next one each time. */
export const windowThatNeverOpensAgain = changed(anchoredWindow, (announced, limit) => {
  let used = 0;
  return {
    admits: () => used < limit,
    charge: () => {
      used += 1;
    },
    outlook: (atMs) => ({ ...announced.outlook(atMs), remaining: Math.max(0, limit - used) }),
  };
});

/**
 * Admits what both a minute's and a day's counter admit. It tells of the one that has less left; where both are
 * used up, of the one that opens later.
 */
export function minuteAndDay(minute: Limiter, day: Limiter): Limiter {
  return {
    admits: (atMs) => minute.admits(atMs) && day.admits(atMs),
    charge: (atMs) => {
      minute.charge(atMs);
      day.charge(atMs);
    },
    refuse: (atMs) => {
      minute.refuse(atMs);
      day.refuse(atMs);
    },
    outlook: (atMs) => closerToItsEnd(minute.outlook(atMs), day.outlook(atMs)),
  };
}

function closerToItsEnd(minute: Outlook, day: Outlook): Outlook {
  if (minute.remaining === 0 && day.remaining === 0) {
    return minute.retryMs > day.retryMs ? minute : day;
  }
  return day.remaining < minute.remaining ? day : minute;
}

/** Below it two levels of a bucket are the same, in tokens: times since 1970 are rounded in doubles. */
const tolerance = 1e-4;

/** @param reset whether `Reset` is when it is full again or when it has one more token */
const bucket =
  (reset: 'full' | 'next'): LimiterKind =>
  (limit, windowMs) => {
    const spacingMs = windowMs / limit;
    let level = limit;
    let filledMs = Number.NEGATIVE_INFINITY;
    const levelAt = (atMs: number): number => {
      if (atMs > filledMs) {
        level = Math.min(limit, level + (atMs - filledMs) / spacingMs);
        filledMs = atMs;
      }
      return level;
    };
    const reaches = (wanted: number): number => filledMs + Math.max(0, wanted - level) * spacingMs;
    return {
      admits: (atMs) => levelAt(atMs) >= 1 - tolerance,
      charge: (atMs) => {
        level = levelAt(atMs) - 1;
      },
      refuse: () => {},
      outlook: (atMs) => {
        const remaining = Math.floor(Math.max(0, levelAt(atMs) + tolerance));
        const wanted = reset === 'full' ? limit : Math.min(limit, remaining + 1);
        return { limit, remaining, resetMs: Math.max(atMs, reaches(wanted)), retryMs: reaches(1) };
      },
    };
  };

/** A bucket that holds `limit` and refills all the time; it resets when it is full. */
export const tokenBucket = bucket('full');

/** The same, which resets with its next token. */
export const tokenBucketUntilNext = bucket('next');

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
