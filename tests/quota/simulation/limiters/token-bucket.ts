import type { LimiterKind } from './limiter.ts';

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
