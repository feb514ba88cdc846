import type { Timeline } from '../timeline.ts';

/**
 * Whether requests of one burst fell across the edge of a window: of the answers that announce the latest `Reset`, one has more
 * left than one of those that announce the earliest. A bucket's latest `Reset` goes with the least that is left.
 */
export function crossedEdge(timeline: Timeline, entries: Iterable<number>, minuteMs: number): boolean {
  let first = Number.POSITIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  let leastAtFirst = Number.NaN;
  let mostAtLast = Number.NaN;
  for (const index of entries) {
    const reset = timeline.reset(index);
    const remaining = timeline.remaining(index);
    if (!timeline.served(index) || Number.isNaN(reset + remaining)) {
      continue;
    }
    leastAtFirst =
      reset < first ? remaining : reset === first ? Math.min(leastAtFirst, remaining) : leastAtFirst;
    mostAtLast = reset > last ? remaining : reset === last ? Math.max(mostAtLast, remaining) : mostAtLast;
    first = Math.min(first, reset);
    last = Math.max(last, reset);
  }
  // Half a window: the same moment may be rounded to one second or the next.
  return last - first >= Math.max(1, minuteMs / 2000) && mostAtLast > leastAtFirst;
}
