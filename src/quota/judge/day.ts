import type { Case } from './case.ts';
import { requests } from './case.ts';
import { isServed, speaksOfDay } from './classify.ts';
import { explain } from './explain.ts';
import { entriesOf, keyTrace } from './key-trace.ts';
import type { Counted } from './ledger.ts';
import { quotaFigures } from './quota-figures.ts';

const requirement = 'quota/day-limit';

/** Whether the figure of the day holds. */
export function judgeDay(judged: Case): void {
  const { timeline, plan, notes, keys } = judged;
  if (!plan.dayQuota) {
    return;
  }
  for (const { key } of keys) {
    const entries = entriesOf(timeline, [key]);
    if (entries.some((index) => timeline.phase(index) === 'day')) {
      judgeKey(judged, entries);
    }
  }
  notes.leaveOpen(requirement, 'the figure of the day was not reached');
}

function judgeKey({ timeline, plan, notes }: Case, entries: Int32Array): void {
  const figures = quotaFigures(plan.perDay, plan.dayMs);
  const counted = (index: number): Counted => {
    if (timeline.cached(index) || timeline.status(index) === 401) {
      return 'ignored';
    }
    if (timeline.status(index) === 429) {
      return speaksOfDay(timeline, index, plan) ? 'refused' : 'ignored';
    }
    return isServed(timeline, index) ? 'surely' : 'possibly';
  };
  const knownFromMs = dayKnownFrom(entries, counted, timeline, plan.perDay);
  const trace = keyTrace(timeline, entries, counted, figures, knownFromMs);
  const { ledger } = trace;
  const explanations = explain([trace], figures);
  const last = ledger.served[ledger.served.length - 1];
  if (last === undefined) {
    return;
  }
  const count = ledger.served.length;
  if (!explanations.some(({ admits }) => admits)) {
    notes.accuse({
      requirement,
      kind: 'exceeded',
      message: `${requests(count)} were served where the plan allows ${plan.perDay} a day`,
      expected: `at most ${plan.perDay} a day, window edges and refill allowed for`,
      actual: `${count} served`,
      entry: last,
      related: [],
      restsOnTiming: false,
    });
    return;
  }
  const [refusal] = ledger.refusals;
  if (refusal === undefined) {
    notes.leaveOpen(
      requirement,
      `the figure of the day was not reached: ${requests(count)} were served of ${plan.perDay}`,
    );
  } else if (ledger.possibly(Number.NEGATIVE_INFINITY, refusal.answeredAtMs) >= plan.perDay) {
    notes.support(requirement, [refusal.entry]);
  } else if (knownFromMs === Number.NEGATIVE_INFINITY) {
    notes.accuse({
      requirement,
      kind: 'refused-within-limit',
      message: `The day was said to be used up after ${requests(count)}, where the plan allows ${plan.perDay}`,
      expected: `${plan.perDay} a day`,
      actual: `429 after ${count}`,
      entry: refusal.entry,
      related: [],
      restsOnTiming: false,
    });
  } else {
    notes.leaveOpen(
      requirement,
      `the day was used up after ${requests(count)} of this run: what the key was used for earlier today can't be known`,
    );
  }
}

/** Everything, where an answer says of the day that no more was used of it than in this measurement. */
function dayKnownFrom(
  entries: Int32Array,
  counted: (index: number) => Counted,
  timeline: Case['timeline'],
  perDay: number,
): number {
  let sent = 0;
  for (const index of entries) {
    sent += counted(index) === 'surely' || counted(index) === 'possibly' ? 1 : 0;
    if (timeline.limit(index) === perDay && isServed(timeline, index)) {
      return timeline.remaining(index) >= perDay - sent ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
    }
  }
  return Number.POSITIVE_INFINITY;
}
