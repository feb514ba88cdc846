import type { Timeline } from '../timeline.ts';

/** A request during which no other was under way, and what had been under way last before it. */
export interface LoneRequest {
  readonly index: number;
  /** The last request before it and those that were not answered when that was sent; never empty. */
  readonly before: readonly number[];
}

/** Finds them among entries in the order in which they were sent. */
export function* loneRequests(timeline: Timeline, entries: Int32Array): Generator<LoneRequest> {
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 1; position < entries.length; position += 1) {
    latestAnswerMs = Math.max(latestAnswerMs, timeline.answeredAtMs(entries[position - 1] as number));
    const index = entries[position] as number;
    const next = entries[position + 1];
    // A later request may overtake one that is still under way, and take what was promised to it.
    const isOvertaken = next !== undefined && timeline.sentAtMs(next) < timeline.answeredAtMs(index);
    if (timeline.sentAtMs(index) >= latestAnswerMs && !isOvertaken) {
      yield { index, before: underWay(timeline, entries, position - 1) };
    }
  }
}

/** So many are looked back at most: connections are fewer. */
const lookedBack = 4096;

function underWay(timeline: Timeline, entries: Int32Array, last: number): number[] {
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
