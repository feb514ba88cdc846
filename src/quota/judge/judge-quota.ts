import type { QuotaJudgement } from '../judgement.ts';
import type { PlanUnderTest } from '../quota-wire.ts';
import type { Timeline } from '../timeline.ts';
import type { Case, JudgedKey } from './case.ts';
import { clockOfDates } from './clock-of-dates.ts';
import { judgeDay } from './day.ts';
import { readDecisions } from './decisions.ts';
import { judgeEarlyRefusals } from './early-refusal.ts';
import { judgeExcess, overlapAtLimit } from './excess.ts';
import { counterOf, minuteEntries } from './key-ledger.ts';
import { allowanceOf } from './limiter-model.ts';
import { judgeNeighbours, judgeSharedCount } from './neighbours.ts';
import { Notes } from './notes.ts';
import { observe } from './observations.ts';
import { hasOtherUsers } from './other-users.ts';
import { judgeRemaining } from './remaining.ts';
import { judgeReset } from './reset.ts';
import { judgeRefusalFields, judgeRetryAfter } from './retry-after.ts';
import { entriesOfMinute } from './selected-entries.ts';

/**
 * Judges the measurement of one plan. Pure: it reads neither clock nor socket.
 *
 * Rules out permitted limiters that the timeline contradicts, and reports a violation only if none is left: for
 * admissions even if other clients use the keys, for refusals and announcements because the keys are dedicated.
 */
export function judgeQuota(timeline: Timeline, plan: PlanUnderTest): QuotaJudgement {
  const clock = clockOfDates(entriesOfMinute(timeline));
  const allowance = allowanceOf(plan.perMinute, plan.minuteMs);
  const keys = plan.keys
    .map((key): JudgedKey => {
      const counter = counterOf(minuteEntries(timeline, [key]), plan, clock);
      return { key, ...counter, hasOtherUsers: hasOtherUsers(counter, plan) };
    })
    .filter(({ ledger }) => ledger.entries.length > 0);
  const reading = readDecisions(timeline, plan, keys, allowance);
  const notes = new Notes();
  const judged: Case = { timeline, plan, allowance, keys, clock, ...reading, notes };
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
const judges: readonly ((judged: Case) => void)[] = [
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

const matches = 'rate/limit-matches-plan';

/** Whether `Limit` is a limit of the plan. */
export function judgeLimitFigure({ keys, plan, notes }: Case): void {
  for (const { ledger } of keys) {
    for (const entry of ledger.entries) {
      const { limit } = entry;
      if (Number.isNaN(limit)) {
        continue;
      }
      if (limit !== plan.perMinute && limit !== plan.perDay) {
        notes.flag({
          requirement: matches,
          kind: 'other-limit',
          message: `X-RateLimit-Limit is ${limit}, which is not a limit of the plan`,
          expected: `${plan.perMinute} (per minute) or ${plan.perDay} (per day)`,
          actual: `X-RateLimit-Limit: ${limit}`,
          entry,
        });
        return;
      }
      notes.support(matches, [entry]);
    }
  }
}

const ofRefusals = [
  'quota/limit-enforced',
  'quota/never-exceeded',
  'quota/fully-granted',
  'quota/shared-across-operations',
  'quota/isolated-between-keys',
  'quota/remaining-zero',
  'quota/retry-after-present',
  'quota/retry-after-readable',
  'quota/retry-after-proportionate',
  'quota/retry-after-honest',
  'quota/reset-honest',
];

/** Reports why nothing can be decided: a rejected key, or an exhausted daily limit. */
export function leaveUnusableOpen({ timeline, plan, keys, notes }: Case): void {
  const own = new Set(plan.keys);
  const answered = timeline.filter(({ key, status }) => own.has(key) && status !== 0);
  if (answered.every(({ status }) => status === 401)) {
    const reason =
      answered.length === 0
        ? 'no response was received with a key of this plan'
        : 'the key was refused (401): pass a valid one';
    notes.leaveOpen(ofRefusals, reason);
    return;
  }
  const usedUp = keys.some(
    ({ ledger }) => ledger.refusals.length === 0 && ledger.entries.some(({ status }) => status === 429),
  );
  if (usedUp) {
    notes.leaveOpen(
      ofRefusals,
      'the daily quota of the key is exhausted: run again tomorrow, or pass a key with more daily quota left',
    );
  }
}
