import type { QuotaJudgement } from '../judgement.ts';
import type { PlanUnderTest } from '../quota-wire.ts';
import type { Timeline, TimelineEntry } from '../timeline.ts';
import type { Case, JudgedKey } from './case.ts';
import { clockOfDates } from './clock-of-dates.ts';
import { judgeDay } from './day.ts';
import { readDecisions } from './decisions.ts';
import { judgeEarlyRefusals } from './early-refusal.ts';
import { entriesOf, entriesOfMinute } from './entries.ts';
import { judgeExcess, overlapAtLimit } from './excess.ts';
import { counterOf, minuteEntries } from './key-ledger.ts';
import { allowanceOf } from './limiter-model.ts';
import { judgeNeighbours, judgeSharedCount } from './neighbours.ts';
import { Notes } from './notes.ts';
import { hasOtherUsers } from './other-users.ts';
import { judgeRemaining } from './remaining.ts';
import { judgeReset } from './reset.ts';
import { judgeRefusalFields, judgeRetryAfter } from './retry-after.ts';

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

/** The observations on behaviour that the interface document leaves open. */
export function observe(judged: Case): void {
  observeKind(judged);
  for (const key of judged.keys) {
    observeWhatCounts(judged, key);
  }
  observeBan(judged);
}

function observeKind({ explainedBy, notes, keys }: Case): void {
  const refusal = keys.flatMap(({ ledger }) => ledger.refusals.slice(0, 1))[0];
  if (refusal === undefined) {
    notes.leaveOpen('quota/window-kind', 'no request was refused');
  } else if (explainedBy.length === 0) {
    notes.observe('quota/window-kind', 'no permitted limiter explains what was seen', [refusal]);
  } else {
    const kinds = explainedBy.map(({ kind }) => kind).join(', or a ');
    notes.observe('quota/window-kind', `consistent with a ${kinds}`, [refusal]);
  }
}

/** Whether `Remaining` falls by a response that is not a success. */
function observeWhatCounts({ notes, plan }: Case, { ledger }: JudgedKey): void {
  const { entries } = ledger;
  const seen = new Set<number>();
  for (let position = 1; position < entries.length && seen.size < 4; position += 1) {
    const before = entries[position - 1] as TimelineEntry;
    const entry = entries[position] as TimelineEntry;
    const { status } = entry;
    const tells = status >= 400 && status < 500 && status !== 401 && status !== 429 && !seen.has(status);
    const alone = before.answeredAtMs <= entry.sentAtMs;
    const step = before.remaining - entry.remaining;
    const comparable = [before, entry].every((one) => one.limit === plan.perMinute);
    if (tells && alone && comparable && (step === 0 || step === 1)) {
      seen.add(status);
      const uses = step === 1 ? 'uses' : 'does not use';
      notes.observe('quota/what-counts', `a ${status} response ${uses} quota`, [before, entry]);
    }
  }
  if (seen.size === 0) {
    notes.leaveOpen('quota/what-counts', 'no two consecutive X-RateLimit-Remaining values show it');
  }
}

function observeBan({ timeline, notes, plan }: Case): void {
  const asked = entriesOf(timeline, plan.keys).filter(({ phase }) => phase === 'ban');
  if (asked.length === 0) {
    return;
  }
  const statuses = [...new Set(asked.map(({ status }) => status))].map((status) =>
    status === 0 ? 'no response' : String(status),
  );
  const waits = asked.map(({ retryAfterMs }) => retryAfterMs).filter((wait) => !Number.isNaN(wait));
  const longest = Math.round(Math.max(0, ...waits) / 1000);
  const longestText = waits.length === 0 ? '' : `; Retry-After up to ${longest} s`;
  notes.observe(
    'quota/ban',
    `${asked.length} more requests after many 429s got ${statuses.join(', ')}${longestText}`,
    asked,
  );
}
