import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import type { Counted } from './ledger.ts';

/** Whether the answer speaks of the figure of the day. */
export function speaksOfDay(timeline: Timeline, index: number, plan: PlanUnderTest): boolean {
  return timeline.limit(index) === plan.perDay && plan.perDay !== plan.perMinute;
}

/** Whether it was served. */
export function isServed(timeline: Timeline, index: number): boolean {
  const status = timeline.status(index);
  return status >= 200 && status < 300;
}

/** How the requests of one key, in the order in which they were sent, drew on the quota of the minute. */
export function classifyMinute(
  timeline: Timeline,
  entries: Int32Array,
  plan: PlanUnderTest,
): (index: number) => Counted {
  const charged = chargedRefusals(timeline, entries);
  return (index) => {
    const status = timeline.status(index);
    if (timeline.cached(index) || status === 401) {
      return 'ignored';
    }
    if (status === 429) {
      return speaksOfDay(timeline, index, plan) ? 'ignored' : 'refused';
    }
    return isServed(timeline, index) || charged.has(index) ? 'surely' : 'possibly';
  };
}

/** Requests that were not served, but of which `Remaining` says by itself that they were counted. */
function chargedRefusals(timeline: Timeline, entries: Int32Array): ReadonlySet<number> {
  const charged = new Set<number>();
  for (let position = 1; position < entries.length; position += 1) {
    const index = entries[position] ?? 0;
    const status = timeline.status(index);
    if (status < 400 || status === 401 || status === 429 || status >= 500) {
      continue;
    }
    const before = entries[position - 1] ?? 0;
    const sequential = timeline.answeredAtMs(before) <= timeline.sentAtMs(index);
    if (
      sequential &&
      timeline.limit(before) === timeline.limit(index) &&
      timeline.remaining(index) === timeline.remaining(before) - 1
    ) {
      charged.add(index);
    }
  }
  return charged;
}
