import type { Timeline, TimelineEntry } from '../timeline.ts';
import { type Case, requests, spanText, windowText } from './case.ts';
import { byDay, entriesOf } from './entries.ts';
import { counterOf, type KeyLedger } from './key-ledger.ts';
import { type Allowance, allowanceOf, type Counter } from './limiter-model.ts';
import { admissionsAsAnnounced, isExplained } from './permitted-limiters.ts';
import { countBefore, countUpTo } from './times.ts';

const requirement = 'quota/day-limit';

/** Whether the daily limit holds, if measured. */
export function judgeDay(judged: Case): void {
  const { timeline, plan, notes } = judged;
  if (!plan.dayQuota) {
    return;
  }
  for (const key of plan.keys) {
    const entries = entriesOf(timeline, [key]);
    if (entries.some(({ phase }) => phase === 'day')) {
      judgeKey(judged, entries);
    }
  }
  notes.leaveOpen(requirement, 'the measurement of the daily limit did not finish', 'if-silent');
}

function judgeKey({ plan, notes, clock }: Case, entries: Timeline): void {
  const day = { ...plan, perMinute: plan.perDay, perDay: plan.perMinute, minuteMs: plan.dayMs };
  const counter = counterOf(entries, day, clock, byDay(plan));
  const { ledger } = counter;
  const allowance = allowanceOf(plan.perDay, plan.dayMs);
  const count = ledger.admitted.sent.length;
  const last = ledger.admittedEntries.at(-1);
  if (last === undefined) {
    return;
  }
  const [refusal] = ledger.refusals;
  const spanMs = ledger.lastAnsweredMs - ledger.firstSentMs;
  const figure = `${plan.perDay} in ${plan.dayMs === 86_400_000 ? 'a day' : windowText(plan.dayMs)}`;
  const announced = plan.perDay === plan.perMinute ? null : announcedExcess(counter, allowance);
  if (announced !== null) {
    notes.flag({
      requirement,
      kind: 'exceeded',
      message: `${requests(announced.count)} were served in the day that ends with the announced X-RateLimit-Reset; the plan grants ${figure}`,
      expected: `at most ${figure}`,
      actual: `${announced.count} served`,
      entry: last,
      related: [{ role: 'the announcement', entry: announced.entry }],
    });
  } else if (!isExplained([counter], allowance, admissionsAsAnnounced)) {
    notes.flag({
      requirement,
      kind: 'exceeded',
      message: `${requests(count)} were served within ${spanText(spanMs)}; the plan grants ${figure}`,
      expected: `at most ${figure}, allowing for window edges and refill`,
      actual: `${count} served`,
      entry: last,
    });
  } else if (refusal === undefined) {
    notes.leaveOpen(
      requirement,
      `the daily limit was not reached: ${requests(count)} served; the plan grants ${figure}`,
    );
  } else {
    judgeRefusal({ plan, notes }, ledger, refusal, figure);
  }
}

/**
 * More than the limit, admitted in the day that ends with an announced `Reset`. One that is further off than a
 * bucket's next token, and does not move with use, is the end of a window, or when a log forgets its oldest request:
 * both hold all that was admitted in the day before.
 */
function announcedExcess(
  { ledger, labels, movesWithUse }: Counter,
  { windowMs, limit }: Allowance,
): { readonly count: number; readonly entry: TimelineEntry } | null {
  const { sent, answered } = ledger.admitted;
  const farMs = (2 * windowMs) / limit;
  for (const { entries, earliestMs, latestMs } of movesWithUse ? [] : labels) {
    const entry = entries.find(({ answeredAtMs }) => answeredAtMs + farMs < earliestMs);
    const count = countBefore(answered, earliestMs) - countUpTo(sent, latestMs - windowMs);
    if (entry !== undefined && count > limit) {
      return { count, entry };
    }
  }
  return null;
}

function judgeRefusal(
  { plan, notes }: Pick<Case, 'plan' | 'notes'>,
  ledger: KeyLedger,
  refusal: TimelineEntry,
  figure: string,
): void {
  const refusedMs = refusal.answeredAtMs;
  const before = countUpTo(ledger.admitted.sent, refusedMs);
  const possibly = ledger.possibly(Number.NEGATIVE_INFINITY, refusedMs);
  const promised = ledger.admittedEntries.find((entry) => {
    const after = ledger.possibly(entry.sentAtMs, refusedMs) - 1;
    const isBefore = entry.answeredAtMs <= refusal.sentAtMs;
    return isBefore && entry.limit === plan.perDay && entry.remaining > after;
  });
  if (promised !== undefined && plan.perDay !== plan.perMinute) {
    notes.flag({
      requirement,
      kind: 'refused-within-announced',
      message: `The daily quota was exhausted sooner than X-RateLimit-Remaining announced: ${promised.remaining} of ${figure} remained`,
      expected: `${promised.remaining} more`,
      actual: `429 after ${ledger.possibly(promised.sentAtMs, refusedMs) - 1}`,
      entry: refusal,
      related: [{ role: 'the announcement', entry: promised }],
    });
    return;
  }
  const isKnown = ledger.start !== 'unknown';
  if ((isKnown ? possibly : before) >= plan.perDay) {
    notes.support(requirement, [refusal]);
  } else if (isKnown) {
    notes.flag({
      requirement,
      kind: 'refused-within-limit',
      message: `The daily quota was exhausted after ${requests(before)}; the plan grants ${figure}`,
      expected: figure,
      actual: `429 after ${before}`,
      entry: refusal,
    });
  } else {
    notes.leaveOpen(
      requirement,
      `the daily quota was exhausted after ${requests(before)} of this run, and earlier use of the key is unknown; use a key without earlier requests today`,
    );
  }
}
