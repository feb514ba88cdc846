import { max, min } from 'd3-array';
import type { Timeline } from '../timeline.ts';
import { inOrder } from './sorted-times.ts';

/** From the sending of the first entry to the last response; zeros without entries. */
export function extentOf(
  timeline: Timeline,
  entries: Iterable<number>,
): { readonly fromMs: number; readonly toMs: number } {
  return { fromMs: min(entries, timeline.sentAtMs) ?? 0, toMs: max(entries, timeline.answeredAtMs) ?? 0 };
}

/** The entries of some keys, in the order in which they were sent. */
export function entriesOf(timeline: Timeline, keys: readonly number[]): readonly number[] {
  const entries = timeline.where((index) => keys.includes(timeline.key(index)));
  return inOrder(entries, timeline.sentAtMs);
}

/**
 * The requests that overlap no other, of entries in the order in which they were sent. `before`: the previous request,
 * and those without a response when that was sent; never empty.
 */
export function* loneRequests(timeline: Timeline, entries: readonly number[]) {
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 1; position < entries.length; position += 1) {
    latestAnswerMs = Math.max(latestAnswerMs, timeline.answeredAtMs(entries[position - 1] as number));
    const index = entries[position] as number;
    const next = entries[position + 1];
    // A later request may overtake one that is still in flight, and use the quota that was promised to it.
    const isOvertaken = next !== undefined && timeline.sentAtMs(next) < timeline.answeredAtMs(index);
    if (timeline.sentAtMs(index) >= latestAnswerMs && !isOvertaken) {
      yield { index, before: underWay(timeline, entries, position - 1) };
    }
  }
}

/** The maximum look-back: there are fewer connections. */
const lookedBack = 4096;

function underWay(timeline: Timeline, entries: readonly number[], last: number): number[] {
  const sentMs = timeline.sentAtMs(entries[last] as number);
  const group: number[] = [];
  for (let position = last; position >= 0 && last - position < lookedBack; position -= 1) {
    const index = entries[position] as number;
    if (position === last || timeline.answeredAtMs(index) > sentMs) {
      group.push(index);
    }
  }
  return group;
}
