import { extent } from 'd3-array';
import type { PlanUnderTest } from '../quota-wire.ts';
import type { TimelineEntry } from '../timeline.ts';
import { saysMinute } from './entries.ts';
import type { Counter } from './limiter-model.ts';

/** In a shorter minute, a bucket announces the same whole second repeatedly. */
const shortestLabelledMs = 20_000;
/** A bucket counted in fractions may show one less than it has. */
const mostOwnDrop = 2;

/**
 * Whether `Remaining` went down by more than the key's own requests explain. A service that takes the same too
 * much for every request does so by itself.
 */
export function hasOtherUsers(counter: Counter, plan: PlanUnderTest): boolean {
  if (takesTooMuch(counter, plan)) {
    return false;
  }
  return (
    sequentialDrops(counter, plan, Number.POSITIVE_INFINITY).some((drop) => drop > mostOwnDrop) ||
    (plan.minuteMs >= shortestLabelledMs && hasGaps(counter))
  );
}

/** Whether every request costs the same excess, which neither other clients nor steps explain. */
export function takesTooMuch(counter: Counter, plan: PlanUnderTest): boolean {
  // Within half the time of a request, what flows back meanwhile hides nothing of what was taken.
  const drops = sequentialDrops(counter, plan, plan.minuteMs / plan.perMinute / 2);
  const [first = 1] = drops;
  return drops.length >= 2 && first > 1 && drops.every((drop) => drop === first);
}

/**
 * The decrease of `Remaining` between consecutive admitted requests, if nothing was in flight between them and at most
 * `withinMs` passed from the start of the first to the response of the second.
 */
function sequentialDrops({ ledger }: Counter, plan: PlanUnderTest, withinMs: number): number[] {
  const drops: number[] = [];
  const { entries } = ledger;
  let before: TimelineEntry | null = null;
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < entries.length; position += 1) {
    const entry = entries[position] as TimelineEntry;
    const next = entries[position + 1];
    const { status, answeredAtMs: answeredMs } = entry;
    const isAlone = latestAnswerMs <= entry.sentAtMs && (next === undefined || answeredMs <= next.sentAtMs);
    const counts = isAlone && status >= 200 && status < 300 && saysMinute(entry, plan);
    const isNear = before !== null && answeredMs - before.sentAtMs <= withinMs;
    const drop = before !== null && counts && isNear ? before.remaining - entry.remaining : Number.NaN;
    // A quota that is not granted at once may announce 0 at any time.
    if (!Number.isNaN(drop) && entry.remaining > 0) {
      drops.push(drop);
    }
    before = counts ? entry : null;
    latestAnswerMs = Math.max(latestAnswerMs, answeredMs);
  }
  return drops;
}

/** Whether values of `Remaining` are missing under one `Reset`, which no request of the run can have received. */
function hasGaps({ ledger, labels }: Counter): boolean {
  const uncertain = ledger.possible.sent.length - ledger.admitted.sent.length;
  return labels.some(({ entries }) => {
    // A value of 0 may have been clamped.
    const figures = new Set(entries.map(({ remaining }) => remaining).filter((remaining) => remaining > 0));
    const [least = 0, most = -1] = extent(figures);
    return most - least + 1 - figures.size > uncertain;
  });
}
