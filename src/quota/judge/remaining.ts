import type { LimiterKind } from '../judgement.ts';
import type { Case, JudgedKey } from './case.ts';
import { drawnOn, requests } from './case.ts';
import { isTimestamp } from './key-trace.ts';
import { countBefore } from './sorted-times.ts';

const zero = 'quota/remaining-zero';
const counts = 'rate/remaining-counts-down';
/** Windows shorter than this can't be told apart by a `Reset` in whole seconds, in ms. */
const shortestLabelledMs = 2_000;

/** What `Remaining` promises, and whether it comes true. */
export function judgeRemaining(judged: Case): void {
  judgeZero(judged);
  for (const key of judged.keys) {
    judgeOverPromise(judged, key);
    judgeSeries(judged, key);
  }
  const [first] = judged.keys;
  if (first !== undefined && first.trace.ledger.served.length > 1) {
    judged.notes.support(counts, [...first.trace.ledger.served.slice(0, 2)]);
  }
}

function judgeZero({ keys, timeline, notes }: Case): void {
  let refused = 0;
  for (const { trace } of keys) {
    for (const { entry } of trace.ledger.refusals) {
      const remaining = timeline.remaining(entry);
      if (Number.isNaN(remaining)) {
        continue;
      }
      refused += 1;
      if (remaining === 0) {
        notes.support(zero, [entry]);
      } else {
        notes.accuse({
          requirement: zero,
          kind: remaining < 0 ? 'negative' : 'not-zero',
          message: `A 429 says that ${requests(remaining)} ${remaining === 1 ? 'is' : 'are'} left`,
          expected: 'X-RateLimit-Remaining: 0',
          actual: `X-RateLimit-Remaining: ${remaining}`,
          entry,
          related: [],
          restsOnTiming: false,
        });
      }
    }
  }
  if (refused === 0) {
    notes.leaveOpen(zero, 'no 429 with an X-RateLimit-Remaining came');
  }
}

/** More was announced than was served before the first refusal after it. */
function judgeOverPromise({ timeline, notes, plan }: Case, { trace, drawnOnByOthers }: JudgedKey): void {
  const { ledger, chains } = trace;
  let from = 0;
  for (const { first } of chains) {
    const refusal = first.reduce((left, right) => (left.answeredAtMs >= right.answeredAtMs ? left : right));
    const until = countBefore(ledger.sure.sent, refusal.sentAtMs);
    for (let position = from; position < until; position += 1) {
      const index = ledger.served[position] ?? 0;
      const remaining = timeline.remaining(index);
      if (timeline.limit(index) !== plan.perMinute || timeline.answeredAtMs(index) > refusal.sentAtMs) {
        continue;
      }
      const between = ledger.possibly(timeline.sentAtMs(index), refusal.answeredAtMs) - 1;
      if (remaining > between) {
        if (drawnOnByOthers) {
          notes.leaveOpen(counts, drawnOn);
          return;
        }
        notes.accuse({
          requirement: counts,
          kind: 'promised-more',
          message: `X-RateLimit-Remaining promised ${requests(remaining)} more, and after ${between} one was refused`,
          expected: `at most ${between} left`,
          actual: `X-RateLimit-Remaining: ${remaining}`,
          entry: index,
          related: [{ role: 'refusal', entry: refusal.entry }],
          restsOnTiming: false,
        });
        return;
      }
    }
    from = until;
  }
}

/** Whether a limiter that grants more while time passes explains the trace. */
function mayRefill({ explanations }: Case): boolean {
  const steady = new Set<LimiterKind>(['token bucket', 'sliding counter']);
  return explanations.some(
    ({ kind, admits, unjustified }) => steady.has(kind) && admits && unjustified.length === 0,
  );
}

/** Under one `Reset`, each served request takes one off: neither fewer nor more. */
function judgeSeries(judged: Case, key: JudgedKey): void {
  const { timeline, plan, figures } = judged;
  if (figures.windowMs < shortestLabelledMs) {
    return;
  }
  const groups = new Map<number, number[]>();
  for (const index of key.trace.ledger.served) {
    const reset = timeline.reset(index);
    if (
      timeline.limit(index) === plan.perMinute &&
      isTimestamp(reset) &&
      !Number.isNaN(timeline.remaining(index))
    ) {
      const group = groups.get(reset);
      if (group === undefined) {
        groups.set(reset, [index]);
      } else {
        group.push(index);
      }
    }
  }
  for (const group of groups.values()) {
    judgeGroup(judged, key, group);
  }
}

function judgeGroup(judged: Case, key: JudgedKey, group: readonly number[]): void {
  const { timeline, figures, notes, explanations } = judged;
  const [first] = group;
  if (first === undefined || group.length < 2 || !explanations.some(({ admits }) => admits)) {
    return;
  }
  const refills = mayRefill(judged);
  const perMs = figures.limit / figures.windowMs;
  const answeredAtMs = timeline.answeredAtMs(first);
  const later = group.filter((index) => timeline.sentAtMs(index) >= answeredAtMs);
  const answers = Float64Array.from(later, timeline.answeredAtMs).sort();
  for (const index of later) {
    const sinceMs = timeline.answeredAtMs(index) - timeline.sentAtMs(first);
    const refill = refills ? Math.ceil(perMs * (sinceMs + figures.tickMs)) : 0;
    const before = countBefore(answers, timeline.sentAtMs(index));
    const most = timeline.remaining(first) - before - 1 + refill;
    if (timeline.remaining(index) > most && !key.drawnOnByOthers) {
      notes.accuse({
        requirement: counts,
        kind: 'not-down',
        message: `X-RateLimit-Remaining does not go down by one a request: ${requests(before + 1)} later it says ${timeline.remaining(index)} where ${timeline.remaining(first)} stood`,
        expected: `at most ${Math.max(0, most)}`,
        actual: `X-RateLimit-Remaining: ${timeline.remaining(index)}`,
        entry: index,
        related: [{ role: 'announcement before', entry: first }],
        restsOnTiming: false,
      });
      return;
    }
  }
  judgeUnderPromise(judged, key, group, refills);
}

/** More was served under one `Reset` than was announced to be left of it. */
function judgeUnderPromise(judged: Case, _key: JudgedKey, group: readonly number[], refills: boolean): void {
  const { timeline, figures, notes } = judged;
  const sent = Float64Array.from(group, timeline.sentAtMs);
  const last = group[group.length - 1] ?? 0;
  const perMs = figures.limit / figures.windowMs;
  for (const index of group) {
    const after = sent.length - countBefore(sent, timeline.answeredAtMs(index));
    const sinceMs = timeline.answeredAtMs(last) - timeline.sentAtMs(index);
    const refill = refills ? Math.ceil(perMs * (sinceMs + figures.tickMs)) : 0;
    if (
      after > Math.max(0, timeline.remaining(index)) + refill &&
      sinceMs < figures.windowMs - figures.slackMs
    ) {
      notes.accuse({
        requirement: counts,
        kind: 'promised-less',
        message: `X-RateLimit-Remaining said ${timeline.remaining(index)}, and ${requests(after)} more were served under the same X-RateLimit-Reset`,
        expected: `at least ${after} left`,
        actual: `X-RateLimit-Remaining: ${timeline.remaining(index)}`,
        entry: index,
        related: [{ role: 'served after it', entry: last }],
        restsOnTiming: false,
      });
      return;
    }
  }
}
