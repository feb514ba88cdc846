import { max, min } from 'd3-array';
import type { Timeline, TimelineEntry } from '../timeline.ts';
import { inOrder } from './sorted-times.ts';

/** From the sending of the first entry to the last response; zeros without entries. */
export function extentOf(entries: Timeline): { readonly fromMs: number; readonly toMs: number } {
  return {
    fromMs: min(entries, ({ sentAtMs }) => sentAtMs) ?? 0,
    toMs: max(entries, ({ answeredAtMs }) => answeredAtMs) ?? 0,
  };
}

/** The entries of some keys, in the order in which they were sent. */
export function entriesOf(timeline: Timeline, keys: readonly number[]): Timeline {
  const entries = timeline.filter(({ key }) => keys.includes(key));
  return inOrder(entries, ({ sentAtMs }) => sentAtMs);
}

/** The entries before the long phase of the daily limit, in which clocks drift. */
export function entriesOfMinute(timeline: Timeline): Timeline {
  return timeline.filter(({ phase }) => phase !== 'day');
}

/**
 * The requests that overlap no other, of entries in the order in which they were sent. `before`: the previous request,
 * and those without a response when that was sent; never empty.
 */
export function* loneRequests(entries: Timeline) {
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 1; position < entries.length; position += 1) {
    latestAnswerMs = Math.max(latestAnswerMs, (entries[position - 1] as TimelineEntry).answeredAtMs);
    const entry = entries[position] as TimelineEntry;
    const next = entries[position + 1];
    // A later request may overtake one that is still in flight, and use the quota that was promised to it.
    const isOvertaken = next !== undefined && next.sentAtMs < entry.answeredAtMs;
    if (entry.sentAtMs >= latestAnswerMs && !isOvertaken) {
      yield { entry, before: underWay(entries, position - 1) };
    }
  }
}

/** The maximum look-back: there are fewer connections. */
const lookedBack = 4096;

function underWay(entries: Timeline, last: number): TimelineEntry[] {
  const sentMs = (entries[last] as TimelineEntry).sentAtMs;
  const group: TimelineEntry[] = [];
  for (let position = last; position >= 0 && last - position < lookedBack; position -= 1) {
    const entry = entries[position] as TimelineEntry;
    if (position === last || entry.answeredAtMs > sentMs) {
      group.push(entry);
    }
  }
  return group;
}
