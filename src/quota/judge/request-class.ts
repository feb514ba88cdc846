import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';

/**
 * What an answer says of a quota. `admitted`: surely counted. `possible`: it may have been counted, or not, as
 * where no answer came, or a web page.
 * `refused`: for the quota that is judged. `elsewhere`: refused, but for another quota, or that can't be told.
 * `nothing`: it has no caller, or comes from a cache.
 */
export type RequestClass = 'admitted' | 'possible' | 'refused' | 'elsewhere' | 'nothing';

/** Sorts an entry by its answer. */
export type Classify = (timeline: Timeline, index: number) => RequestClass;

/** By the quota of the minute. `refusedStatus`: what stands for a refusal; 429 is none of another status. */
export function byMinute(plan: PlanUnderTest, refusedStatus = 429): Classify {
  return (timeline, index) => {
    const status = timeline.status(index);
    if ((status === 401 && refusedStatus !== 401) || timeline.cached(index)) {
      return 'nothing';
    }
    if (timeline.served(index)) {
      return 'admitted';
    }
    if (status !== refusedStatus) {
      return status === 429 ? 'elsewhere' : 'possible';
    }
    return status === 429 && !isOfMinute(timeline, index, plan) ? 'elsewhere' : 'refused';
  };
}

/** By the quota of the day. */
export function byDay(plan: PlanUnderTest): Classify {
  const minute = byMinute(plan);
  return (timeline, index) => {
    const found = minute(timeline, index);
    if (found === 'elsewhere') {
      return 'refused';
    }
    return found === 'refused' ? 'elsewhere' : found;
  };
}

/** Whether the figures of an answer are those of the minute. */
export function saysMinute(timeline: Timeline, index: number, plan: PlanUnderTest): boolean {
  return timeline.limit(index) === plan.perMinute;
}

/**
 * Whether a 429 speaks of the minute. Where it shows neither figure, or both its times are further off than
 * the minute's can be, it may be the day's.
 */
function isOfMinute(timeline: Timeline, index: number, plan: PlanUnderTest): boolean {
  const limit = timeline.limit(index);
  if (limit === plan.perMinute) {
    return true;
  }
  if (limit === plan.perDay) {
    return false;
  }
  return !(timeline.retryAfterMs(index) > 2 * plan.minuteMs + 2000);
}

/** Whether a `Reset` can be a Unix time in seconds. */
export function isTimestamp(reset: number): boolean {
  return reset >= 1e9 && reset < 1e11;
}
