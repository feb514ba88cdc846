import { max, min } from 'd3-array';
import type { PlanUnderTest } from '../quota-wire.ts';
import { isServed, type Timeline, type TimelineEntry } from '../timeline.ts';
import { inOrder } from './times.ts';

/**
 * The meaning of a response for a quota. `admitted`: certainly counted. `possible`: may be counted, for example without
 * a response or with a web page. `refused`: by the judged quota. `elsewhere`: refused by another or an unknown quota.
 * `nothing`: without a caller, or from a cache.
 */
export type RequestClass = 'admitted' | 'possible' | 'refused' | 'elsewhere' | 'nothing';

/** Classifies an entry by its response. */
export type Classify = (entry: TimelineEntry) => RequestClass;

/** By the limit per minute. `refusedStatus`: the status of refusals, if other than 429. */
export function byMinute(plan: PlanUnderTest, refusedStatus = 429): Classify {
  return (entry) => {
    const { status, cached } = entry;
    if ((status === 401 && refusedStatus !== 401) || cached) {
      return 'nothing';
    }
    if (isServed(entry)) {
      return 'admitted';
    }
    if (status !== refusedStatus) {
      return status === 429 ? 'elsewhere' : 'possible';
    }
    return status === 429 && !isOfMinute(entry, plan) ? 'elsewhere' : 'refused';
  };
}

export function byDay(plan: PlanUnderTest): Classify {
  const minute = byMinute(plan);
  return (entry) => {
    const found = minute(entry);
    if (found === 'elsewhere') {
      return 'refused';
    }
    return found === 'refused' ? 'elsewhere' : found;
  };
}

/** Whether the rate-limit fields of a response are about the limit per minute. */
export function saysMinute({ limit }: TimelineEntry, plan: Pick<PlanUnderTest, 'perMinute'>): boolean {
  return limit === plan.perMinute;
}

/**
 * Whether a 429 concerns the limit per minute. Without either limit, or with both times too far ahead, it may concern
 * the daily limit.
 */
function isOfMinute({ limit, retryAfterMs }: TimelineEntry, plan: PlanUnderTest): boolean {
  if (limit === plan.perMinute) {
    return true;
  }
  if (limit === plan.perDay) {
    return false;
  }
  return !(retryAfterMs > 2 * plan.minuteMs + 2000);
}

/** Whether a `Reset` can be a Unix time in seconds. */
export function isTimestamp(reset: number): boolean {
  return reset >= 1e9 && reset < 1e11;
}

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
