import type { PlanUnderTest } from '../quota-wire.ts';
import { isServed, type TimelineEntry } from '../timeline.ts';

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
