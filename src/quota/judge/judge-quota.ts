import type { QuotaJudgement } from '../judgement.ts';
import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import type { Case, JudgedKey } from './case.ts';
import { counterOf, minuteEntries } from './counters.ts';
import { judgeDay } from './day.ts';
import { announcedBy, readDecisions } from './decisions.ts';
import { judgeEarlyRefusals } from './early-refusal.ts';
import { judgeExcess, overlapAtLimit } from './excess.ts';
import { judgeLimitFigure } from './limit-figure.ts';
import { allowanceOf } from './limiter-model.ts';
import { judgeNeighbours, judgeSharedCount } from './neighbours.ts';
import { Notes } from './notes.ts';
import { observe } from './observations.ts';
import { hasOtherUsers } from './other-users.ts';
import { judgeRemaining } from './remaining.ts';
import { judgeReset } from './reset.ts';
import { judgeRefusalFields, judgeRetryAfter } from './retry-after.ts';
import { serverClock } from './server-clock.ts';
import { leaveUnusableOpen } from './unusable-keys.ts';

/**
 * Judges the measurement of one plan. Pure: it reads neither clock nor socket.
 *
 * Rules out permitted limiters that the timeline contradicts, and reports a violation only if none is left: for
 * admissions even if other clients use the keys, for refusals and announcements because the keys are dedicated.
 */
export function judgeQuota(timeline: Timeline, plan: PlanUnderTest): QuotaJudgement {
  const clock = serverClock(timeline);
  const allowance = allowanceOf(plan.perMinute, plan.minuteMs);
  const keys = plan.keys
    .map((key): JudgedKey => {
      const counter = counterOf(timeline, minuteEntries(timeline, [key]), plan, clock);
      return { key, ...counter, hasOtherUsers: hasOtherUsers(timeline, counter, plan) };
    })
    .filter(({ ledger }) => ledger.entries.length > 0);
  const reading = readDecisions(timeline, plan, keys, allowance);
  const announced = announcedBy(reading.explainedBy, keys, allowance);
  const notes = new Notes();
  const judged: Case = { timeline, plan, allowance, keys, clock, ...reading, announced, notes };
  leaveUnusableOpen(judged);
  for (const judge of judges) {
    judge(judged);
  }
  return {
    ...judged.notes.summary(),
    explainedBy: judged.explainedBy.map(({ kind }) => kind),
    overlapAtLimit: overlapAtLimit(judged),
    clock,
  };
}

/**
 * In this order, because a violation of one requirement explains what would be taken for another. An early refusal may
 * follow from keys that share a quota, an excess or a broken `Retry-After`; a refused neighbour from shared keys or an
 * early refusal; a wrong `Reset` from an excess or a broken `Retry-After`; a wrong `Remaining` from shared keys.
 */
export const judges: readonly ((judged: Case) => void)[] = [
  observe,
  judgeDay,
  judgeSharedCount,
  judgeExcess,
  judgeRefusalFields,
  judgeRetryAfter,
  judgeEarlyRefusals,
  judgeNeighbours,
  judgeReset,
  judgeLimitFigure,
  judgeRemaining,
];
