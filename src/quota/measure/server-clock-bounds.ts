import type { Timeline } from '../timeline.ts';

/** Bounds of the server's clock less the timeline's, in ms. */
export interface ClockBounds {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** Enough to tell a second's fraction; a burst of thousands says no more than its beginning and its end. */
const entriesLookedAt = 512;

/**
 * What the `Date` of the newest answers says of the server's clock: it was cut to the second, and written
 * between sending and receiving. `null` where none has one, or where they contradict each other.
 */
export function serverClockBounds(timeline: Timeline): ClockBounds | null {
  let leastMs = Number.NEGATIVE_INFINITY;
  let mostMs = Number.POSITIVE_INFINITY;
  const from = Math.max(0, timeline.length - entriesLookedAt);
  for (let index = from; index < timeline.length; index += 1) {
    const date = timeline.dateMs(index);
    if (!Number.isNaN(date) && !timeline.cached(index)) {
      leastMs = Math.max(leastMs, date - timeline.answeredAtMs(index));
      mostMs = Math.min(mostMs, date + 1000 - timeline.sentAtMs(index));
    }
  }
  if (leastMs === Number.NEGATIVE_INFINITY) {
    return null;
  }
  return leastMs <= mostMs ? { leastMs, mostMs } : newest(timeline);
}

/** Of clocks that contradict each other, or one that was set, only the last answer speaks. */
function newest(timeline: Timeline): ClockBounds | null {
  for (let index = timeline.length - 1; index >= 0; index -= 1) {
    const date = timeline.dateMs(index);
    if (!Number.isNaN(date)) {
      return {
        leastMs: date - timeline.answeredAtMs(index),
        mostMs: date + 1000 - timeline.sentAtMs(index),
      };
    }
  }
  return null;
}
