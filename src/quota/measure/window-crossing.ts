import type { Timeline } from '../timeline.ts';

/** `Reset` may be rounded differently from answer to answer, in seconds. */
const roundingSeconds = 1.1;

/**
 * Whether a burst fell across the edge of a fixed window: two moments are announced, about a window apart, and
 * none between. The `Reset` of a bucket moves evenly, that of a log stays.
 */
export function crossedEdge(timeline: Timeline, from: number, key: number, minuteMs: number): boolean {
  const resets = new Set<number>();
  for (let index = from; index < timeline.length; index += 1) {
    const status = timeline.status(index);
    if (timeline.key(index) === key && status >= 200 && status < 300) {
      resets.add(timeline.reset(index));
    }
  }
  const sorted = [...resets].filter((reset) => !Number.isNaN(reset)).sort((left, right) => left - right);
  const first = sorted[0] ?? 0;
  const last = sorted.at(-1) ?? 0;
  const between = sorted.some((reset) => reset > first + roundingSeconds && reset < last - roundingSeconds);
  return last - first >= Math.max(1, minuteMs / 2000) && !between;
}
