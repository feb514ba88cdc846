import type { Timeline } from '../timeline.ts';
import { sortByTime } from './sorted-times.ts';

/** The entries of some keys, in the order in which they were sent. */
export function entriesOf(timeline: Timeline, keys: readonly number[]): Int32Array {
  const own = new Set(keys);
  const entries = new Int32Array(timeline.length);
  let count = 0;
  for (let index = 0; index < timeline.length; index += 1) {
    if (own.has(timeline.key(index))) {
      entries[count] = index;
      count += 1;
    }
  }
  return sortByTime(entries.slice(0, count), timeline.sentAtMs);
}
