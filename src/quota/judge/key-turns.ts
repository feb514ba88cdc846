import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import { entriesOf } from './key-entries.ts';
import { byMinute, saysMinute } from './request-class.ts';
import { selected } from './selected-entries.ts';

/** Requests of one key, after which another one was used; all were answered before. */
export interface KeyTurn {
  readonly key: number;
  /** Requests that were counted, or may have been. */
  readonly count: number;
  /** The entries that announced most and least; `null` where not all of them announced what is left. */
  readonly most: number | null;
  readonly least: number | null;
  readonly firstSentMs: number;
  readonly lastAnsweredMs: number;
}

/** After a longer silence, as a share of a window, another turn begins. */
export const recentShare = 1 / 40;

/** The turns that some keys took. Nothing is known of those before requests of several were under way together. */
export function keyTurns(timeline: Timeline, plan: PlanUnderTest, keys: readonly number[]): KeyTurn[] {
  const entries = selected(entriesOf(timeline, keys), (index) => timeline.phase(index) !== 'day');
  const recentMs = recentShare * plan.minuteMs;
  const turns: KeyTurn[] = [];
  let from = 0;
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < entries.length; position += 1) {
    const index = entries[position] as number;
    const sentMs = timeline.sentAtMs(index);
    const isOther = timeline.key(index) !== timeline.key(entries[from] as number);
    if (position > from && (isOther || sentMs - latestAnswerMs > recentMs)) {
      turns.push(turnOf(timeline, plan, entries.subarray(from, position)));
      from = position;
      if (sentMs < latestAnswerMs) {
        turns.length = 0;
      }
    }
    latestAnswerMs = Math.max(latestAnswerMs, timeline.answeredAtMs(index));
  }
  if (entries.length > 0) {
    turns.push(turnOf(timeline, plan, entries.subarray(from)));
  }
  return turns;
}

function turnOf(timeline: Timeline, plan: PlanUnderTest, entries: Int32Array): KeyTurn {
  const classify = byMinute(plan);
  let count = 0;
  let isSilent = false;
  let most = -1;
  let least = -1;
  let lastAnsweredMs = Number.NEGATIVE_INFINITY;
  for (const index of entries) {
    const found = classify(timeline, index);
    const remaining = timeline.remaining(index);
    lastAnsweredMs = Math.max(lastAnsweredMs, timeline.answeredAtMs(index));
    count += found === 'admitted' || found === 'possible' ? 1 : 0;
    isSilent ||= found === 'nothing' || Number.isNaN(remaining) || !saysMinute(timeline, index, plan);
    most = most < 0 || remaining > timeline.remaining(most) ? index : most;
    least = least < 0 || remaining <= timeline.remaining(least) ? index : least;
  }
  return {
    key: timeline.key(entries[0] as number),
    count,
    most: isSilent ? null : most,
    least: isSilent ? null : least,
    firstSentMs: timeline.sentAtMs(entries[0] as number),
    lastAnsweredMs,
  };
}
