import { changed, type LimiterKind } from './limiter.ts';

/**
 * Counts by segments of a window; the oldest counts by the share of it that is still within the window. One segment
 * makes the usual counter of two windows, which admits one more than the limit where a window begins.
 *
 * @param room what the estimate must leave for one more to be admitted
 */
export const segmentedCounter =
  (segments: number, room = 0): LimiterKind =>
  (limit, windowMs) => {
    const segmentMs = windowMs / segments;
    /** What was admitted in a segment, by its number since the epoch. */
    const counts = new Map<number, number>();
    const segmentOf = (atMs: number): number => Math.floor(atMs / segmentMs);
    const estimate = (atMs: number): number => {
      const now = segmentOf(atMs);
      let used = 0;
      for (const [segment, count] of counts) {
        const age = now - segment;
        used += age < segments ? count : age === segments ? count * (1 - atMs / segmentMs + now) : 0;
      }
      return used;
    };
    const admits = (atMs: number): boolean =>
      room === 0 ? estimate(atMs) < limit : estimate(atMs) <= limit - room;
    /** It counts less and less, so that halving finds when it is little enough. */
    const admitsFrom = (atMs: number): number => {
      let low = atMs;
      let high = atMs + (segments + 1) * segmentMs;
      while (high - low > 0.01) {
        const middle = (low + high) / 2;
        if (admits(middle)) {
          high = middle;
        } else {
          low = middle;
        }
      }
      return high;
    };
    return {
      admits,
      charge: (atMs) => {
        const now = segmentOf(atMs);
        for (const segment of counts.keys()) {
          if (segment < now - segments) {
            counts.delete(segment);
          }
        }
        counts.set(now, (counts.get(now) ?? 0) + 1);
      },
      refuse: () => {},
      outlook: (atMs) => {
        const [oldest = segmentOf(atMs)] = counts.keys();
        return {
          limit,
          remaining: Math.max(0, Math.floor(limit - estimate(atMs))),
          resetMs: Math.max(atMs, (oldest + segments + 1) * segmentMs),
          // Computed only for who asks: it takes long.
          get retryMs() {
            return admitsFrom(atMs);
          },
        };
      },
    };
  };

/** The same with `Reset` at the end of the window, or when nothing of it counts any more. */
const ofTwoWindows = (room: number, reset: 'window end' | 'empty'): LimiterKind =>
  changed(segmentedCounter(1, room), (inner, _limit, windowMs) => {
    let lastMs = Number.NEGATIVE_INFINITY;
    const windowOf = (atMs: number): number => Math.floor(atMs / windowMs);
    return {
      charge: (atMs) => {
        inner.charge(atMs);
        lastMs = atMs;
      },
      outlook: (atMs) => {
        const windows = reset === 'empty' && windowOf(lastMs) === windowOf(atMs) ? 2 : 1;
        const { limit, remaining, retryMs } = inner.outlook(atMs);
        return { limit, remaining, retryMs, resetMs: (windowOf(atMs) + windows) * windowMs };
      },
    };
  });

/** Admits while the estimate is below the limit, and so one more than it where a window begins. */
export const slidingCounter = ofTwoWindows(0, 'window end');

/** Admits only what keeps the estimate at the limit at most. */
export const cautiousSlidingCounter = ofTwoWindows(1, 'window end');

/** Admits while the estimate is below the limit; it resets when nothing counts any more. */
export const slidingCounterUntilEmpty = ofTwoWindows(0, 'empty');
