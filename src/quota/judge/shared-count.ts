import { greatest, least } from 'd3-array';
import type { PlanUnderTest } from '../quota-wire.ts';
import type { Timeline, TimelineEntry } from '../timeline.ts';
import { byMinute, entriesOf, entriesOfMinute, extentOf, saysMinute } from './entries.ts';

/** A bucket counted in fractions may show one less than it has. */
const mostOwnDrop = 2;

/** The groups of keys that may share a counter: those of the plan, with or without the key of the run. */
export function groupsOfKeys({ keys }: PlanUnderTest): readonly (readonly number[])[] {
  return [[0, ...keys], keys, ...keys.map((key) => [0, key])].filter(
    (group, position, groups) =>
      group.length > 1 && groups.findIndex((other) => other.join() === group.join()) === position,
  );
}

/**
 * Whether keys announce that they have counters of their own: right after one key was used, another one has more
 * left than the first one still had, or it has another limit than the plan's; or that they have one: what is left
 * of one key counts on from what was left of another. `silent`: neither.
 */
export function announcedCounts(
  timeline: Timeline,
  plan: PlanUnderTest,
  keys: readonly number[],
): 'apart' | 'together' | 'silent' {
  const isOfOtherPlan = entriesOf(timeline, keys).some((entry) => {
    const { limit } = entry;
    return !Number.isNaN(limit) && limit !== plan.perMinute && limit !== plan.perDay;
  });
  const turns = keyTurns(timeline, plan, keys);
  const steps = turns.map((turn, position) => {
    const before = turns[position - 1];
    return before === undefined || before.key === turn.key ? null : stepBetween(plan, before, turn);
  });
  if (isOfOtherPlan || steps.some((step) => step !== null && step.down < 1 - step.restored)) {
    return 'apart';
  }
  return steps.some(countsOn) ? 'together' : 'silent';
}

/**
 * The evidence that `Remaining` continues from key to key as with one counter, or `null`: the responses of a key
 * `before` and `after` the requests of `others`, after which less is left than its own requests explain.
 */
export function sharedCount(timeline: Timeline, plan: PlanUnderTest, keys: readonly number[]) {
  const turns = keyTurns(timeline, plan, keys);
  for (let from = 0; from < turns.length; from += 1) {
    const begin = turns[from] as KeyTurn;
    let others = 0;
    for (let position = from + 1; position < turns.length; position += 1) {
      const turn = turns[position] as KeyTurn;
      if (!countsOn(stepBetween(plan, turns[position - 1] as KeyTurn, turn))) {
        break;
      }
      if (turn.key === begin.key) {
        const [before, after] = [begin.least, turn.most];
        const isMore = before !== null && after !== null && before.remaining - after.remaining > mostOwnDrop;
        if (isMore) {
          return { before, after, others };
        }
        break;
      }
      others += turn.count;
    }
  }
  return null;
}

function countsOn(step: ReturnType<typeof stepBetween>): boolean {
  return step !== null && step.down <= 1 && step.down >= 1 - step.restored;
}

/** The decrease of `Remaining` from one turn to the next, and the possible refill of a bucket meanwhile. */
function stepBetween(
  plan: PlanUnderTest,
  { least, lastAnsweredMs }: KeyTurn,
  { most, firstSentMs }: KeyTurn,
): { readonly down: number; readonly restored: number } | null {
  if (least === null || most === null || firstSentMs - lastAnsweredMs > plan.minuteMs * recentShare) {
    return null;
  }
  const apartMs = Math.abs(most.reset - least.reset) * 1000;
  if (apartMs > plan.minuteMs / 2) {
    return null;
  }
  const meanwhileMs = most.answeredAtMs - least.sentAtMs;
  return {
    down: least.remaining - most.remaining,
    restored: Math.ceil((plan.perMinute / plan.minuteMs) * meanwhileMs),
  };
}

/** Completed requests of one key before the use of another one. */
interface KeyTurn {
  readonly key: number;
  /** Requests that were counted, or may have been. */
  readonly count: number;
  /** The entries that announced most and least; `null` where not all of them announced what is left. */
  readonly most: TimelineEntry | null;
  readonly least: TimelineEntry | null;
  readonly firstSentMs: number;
  readonly lastAnsweredMs: number;
}

/** The pause after which another turn begins, as a share of a window. */
const recentShare = 1 / 40;

/** The turns of some keys. Turns before overlapping requests of several keys are unknown. */
export function keyTurns(timeline: Timeline, plan: PlanUnderTest, keys: readonly number[]): KeyTurn[] {
  const entries = entriesOfMinute(entriesOf(timeline, keys));
  const recentMs = recentShare * plan.minuteMs;
  const turns: KeyTurn[] = [];
  let from = 0;
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < entries.length; position += 1) {
    const entry = entries[position] as TimelineEntry;
    const { sentAtMs: sentMs } = entry;
    const isOther = entry.key !== (entries[from] as TimelineEntry).key;
    if (position > from && (isOther || sentMs - latestAnswerMs > recentMs)) {
      turns.push(turnOf(plan, entries.slice(from, position)));
      from = position;
      if (sentMs < latestAnswerMs) {
        turns.length = 0;
      }
    }
    latestAnswerMs = Math.max(latestAnswerMs, entry.answeredAtMs);
  }
  if (entries.length > 0) {
    turns.push(turnOf(plan, entries.slice(from)));
  }
  return turns;
}

/** @param entries at least one */
function turnOf(plan: PlanUnderTest, entries: Timeline): KeyTurn {
  const [first] = entries as readonly [TimelineEntry, ...TimelineEntry[]];
  const classes = entries.map(byMinute(plan));
  const isSilent = entries.some(
    (entry, position) =>
      classes[position] === 'nothing' || Number.isNaN(entry.remaining) || !saysMinute(entry, plan),
  );
  const remainingOf = ({ remaining }: TimelineEntry) => remaining;
  return {
    key: first.key,
    count: classes.filter((found) => found === 'admitted' || found === 'possible').length,
    most: isSilent ? null : (greatest(entries, remainingOf) ?? null),
    least: isSilent ? null : (least(entries.toReversed(), remainingOf) ?? null),
    firstSentMs: first.sentAtMs,
    lastAnsweredMs: extentOf(entries).toMs,
  };
}
