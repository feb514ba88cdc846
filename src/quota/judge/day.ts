import { allowanceOf } from './allowance.ts';
import { type Case, requests, windowText } from './case.ts';
import { entriesOf } from './key-entries.ts';
import { KeyLedger } from './key-ledger.ts';
import { admissionsOnly, isExplained } from './permitted-limiters.ts';
import { byDay } from './request-class.ts';

const requirement = 'quota/day-limit';

/** Whether the figure of the day holds, where it was measured. */
export function judgeDay(judged: Case): void {
  const { timeline, plan, notes } = judged;
  if (!plan.dayQuota) {
    return;
  }
  for (const key of plan.keys) {
    const entries = entriesOf(timeline, [key]);
    if (entries.some((index) => timeline.phase(index) === 'day')) {
      judgeKey(judged, entries);
    }
  }
  notes.leaveOpen(requirement, 'the figure of the day was not measured to its end', 'if-silent');
}

function judgeKey({ timeline, plan, notes }: Case, entries: Int32Array): void {
  const day = { ...plan, perMinute: plan.perDay, perDay: plan.perMinute, minuteMs: plan.dayMs };
  const ledger = new KeyLedger(timeline, entries, byDay(plan), day);
  const allowance = allowanceOf(plan.perDay, plan.dayMs);
  const count = ledger.admitted.sent.length;
  const last = ledger.admittedEntries.at(-1);
  if (last === undefined) {
    return;
  }
  const [refusal] = ledger.refusals.entries;
  const spanMs = ledger.lastAnsweredMs - ledger.firstSentMs;
  const refill = (plan.perDay / plan.dayMs) * (spanMs + allowance.tickMs + allowance.slackMs);
  const figure = `${plan.perDay} in ${plan.dayMs === 86_400_000 ? 'a day' : windowText(plan.dayMs)}`;
  const dead = !isExplained([{ ledger, labels: [] }], allowance, admissionsOnly);
  if (dead || (refusal === undefined && count > plan.perDay + 2 + refill && spanMs < plan.dayMs / 2)) {
    notes.accuse({
      requirement,
      kind: 'exceeded',
      message: `${requests(count)} were served within ${Math.round(spanMs / 1000)} s, where the plan grants ${figure}`,
      expected: `at most ${figure}, refill allowed for`,
      actual: `${count} served`,
      entry: last,
      related: [],
      // A day's edge may lie in between; in two measurements it can't.
      restsOnTiming: false,
    });
    return;
  }
  if (refusal === undefined) {
    notes.leaveOpen(
      requirement,
      `the figure of the day was not reached: ${requests(count)} were served of ${figure}`,
    );
    return;
  }
  judgeRefusal({ timeline, plan, notes }, ledger, refusal, figure);
}

function judgeRefusal(
  { timeline, plan, notes }: Pick<Case, 'timeline' | 'plan' | 'notes'>,
  ledger: KeyLedger,
  refusal: number,
  figure: string,
): void {
  const before = ledger.admittedEntries.filter(
    (index) => timeline.sentAtMs(index) <= timeline.answeredAtMs(refusal),
  ).length;
  const possibly = Math.min(
    ledger.possible.sent.length,
    before + ledger.possible.sent.length - ledger.admitted.sent.length,
  );
  if (before >= plan.perDay) {
    notes.support(requirement, [refusal]);
  } else if (ledger.start !== 'unknown' && possibly < plan.perDay) {
    notes.accuse({
      requirement,
      kind: 'refused-within-limit',
      message: `The day was used up after ${requests(before)}, where the plan grants ${figure}`,
      expected: figure,
      actual: `429 after ${before}`,
      entry: refusal,
      related: [],
      restsOnTiming: false,
    });
  } else {
    notes.leaveOpen(
      requirement,
      `the day was used up after ${requests(before)} of this run: what the key was used for earlier is not known; measure with a key that nothing has used today`,
    );
  }
}
