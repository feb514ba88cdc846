import type { Timeline } from '../timeline.ts';
import { entriesWhere } from './selected-entries.ts';
import { sortByTime } from './sorted-times.ts';

/** The entries of some keys, in the order in which they were sent. */
export function entriesOf(timeline: Timeline, keys: readonly number[]): Int32Array {
  const entries = entriesWhere(timeline, (index) => keys.includes(timeline.key(index)));
  return sortByTime(entries, timeline.sentAtMs);
}
