import { type Case, type JudgedKey, requests } from './case.ts';
import { allDecisions } from './permitted-limiters.ts';
import { saysMinute } from './request-class.ts';
import { selected } from './selected-entries.ts';
import { ascending, countBefore, countUpTo, readTimes } from './sorted-times.ts';
import { areExplainedInSteps } from './stepped-limiters.ts';

const countsDown = 'rate/remaining-counts-down';
/** Announcements that are looked at, at most: more would only take time. */
const lookedAt = 2_000;
/** How long after an announcement it is compared with what was served, in ms. */
const horizonsMs = [250, 1000, 3000, 10_000];
/** Shorter windows can't be told apart by a `Reset` in whole seconds. */
const shortestLabelledMs = 4_000;

/** Whether more was granted than `Remaining` said was left, though nothing can have come back meanwhile. */
export function judgePromisedLess(judged: Case, key: JudgedKey): void {
  const { announced, allowance, timeline, plan } = judged;
  const windows = announced.some(({ kind }) => kind.startsWith('fixed window'));
  if (windows && allowance.windowMs < shortestLabelledMs) {
    return;
  }
  // What is announced for one moment is one window; other limiters announce others all the time.
  const groups = windows
    ? key.labels.map(({ entries }) => entries)
    : [selected(key.ledger.admittedEntries, (index) => saysMinute(timeline, index, plan))];
  for (const group of groups) {
    if (judgeGroup(judged, key, group)) {
      return;
    }
  }
}

function judgeGroup(judged: Case, key: JudgedKey, group: Int32Array): boolean {
  const { timeline } = judged;
  const isWhole = group.length === key.ledger.admittedEntries.length;
  const sent = isWhole ? key.ledger.admitted.sent : readTimes(group, timeline.sentAtMs);
  const answered = isWhole
    ? key.ledger.admitted.answered
    : ascending(readTimes(group, timeline.answeredAtMs));
  const stride = Math.max(1, Math.floor(group.length / lookedAt));
  let worst = { index: -1, served: 0, more: 0, comesBack: false };
  for (let position = 0; position < group.length; position += stride) {
    const index = group[position] as number;
    const remaining = timeline.remaining(index);
    const fromMs = timeline.answeredAtMs(index);
    for (const horizonMs of Number.isNaN(remaining) ? [] : horizonsMs) {
      const untilMs = fromMs + horizonMs;
      const served = countUpTo(answered, untilMs) - countBefore(sent, fromMs);
      const last = answered[countUpTo(answered, untilMs) - 1] ?? fromMs;
      const back = restored(judged, key, timeline.sentAtMs(index), last);
      if (served - remaining - back > worst.more) {
        worst = { index, served, more: served - remaining - back, comesBack: back > 0 };
      }
    }
  }
  if (worst.more === 0) {
    return false;
  }
  // A step gives back several; a part of them, beside what a bucket has got meanwhile.
  const mayBeOfStep = worst.more > 1 || worst.comesBack;
  const restsOnTiming = mayBeOfStep && areExplainedInSteps(judged.keys, judged.allowance, allDecisions);
  accuse(judged, worst.index, worst.served, restsOnTiming);
  return true;
}

/**
 * The most that any limiter which explains the decisions can have given back between two moments. It may have
 * counted what it refused: that leaves a log as what was admitted does, and a counter forgets it as quickly.
 */
function restored(
  { allowance, announced }: Case,
  { ledger }: JudgedKey,
  fromMs: number,
  toMs: number,
): number {
  const { limit, windowMs, slackMs, tickMs } = allowance;
  let most = 0;
  for (const { kind } of announced) {
    if (kind === 'sliding log') {
      const blurMs = slackMs + tickMs;
      const [beginMs, endMs] = [fromMs - windowMs - blurMs, toMs - windowMs + blurMs];
      most = Math.max(most, ledger.possibly(beginMs, endMs) + refusedIn(ledger, beginMs, endMs));
    } else if (kind === 'sliding counter' || kind === 'token bucket') {
      const refused = kind === 'token bucket' ? 0 : refusedIn(ledger, fromMs - 2 * windowMs, toMs);
      most = Math.max(most, 1 + ((limit + refused) / windowMs) * (toMs - fromMs + tickMs + slackMs));
    }
  }
  return most;
}

function refusedIn({ refusals }: JudgedKey['ledger'], fromMs: number, toMs: number): number {
  return Math.max(0, countUpTo(refusals.bySent, toMs) - countBefore(refusals.answered, fromMs));
}

/** `restsOnTiming`: what a limiter in steps gives back at once may have come between. */
function accuse({ timeline, notes }: Case, index: number, served: number, restsOnTiming: boolean): void {
  const remaining = timeline.remaining(index);
  notes.accuse({
    requirement: countsDown,
    kind: 'promised-less',
    message: `X-RateLimit-Remaining said that ${remaining} were left, and ${requests(served)} more were served at once`,
    expected: `at least ${served}`,
    actual: `X-RateLimit-Remaining: ${remaining}`,
    entry: index,
    related: [],
    restsOnTiming,
  });
}
