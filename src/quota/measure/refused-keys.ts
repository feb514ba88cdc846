import type { Timeline } from '../timeline.ts';

/**
 * Which of the keys were answered nothing but 401 or 403, while some other one was served or met its limit. Where
 * none is served, it is not said to be the keys.
 */
export function refusedKeys(timeline: Timeline, keys: readonly number[]): number[] {
  const refused = new Set<number>();
  const known = new Set<number>();
  for (let index = 0; index < timeline.length; index += 1) {
    const status = timeline.status(index);
    if (status === 401 || status === 403) {
      refused.add(timeline.key(index));
    } else if (status !== 0) {
      known.add(timeline.key(index));
    }
  }
  return known.size === 0 ? [] : keys.filter((key) => refused.has(key) && !known.has(key));
}
