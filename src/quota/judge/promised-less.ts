import { type Case, type JudgedKey, requests } from './case.ts';
import { takesTooMuch } from './other-users.ts';
import { allDecisions, explainingInSteps } from './permitted-limiters.ts';
import { saysMinute } from './request-class.ts';
import { selected } from './selected-entries.ts';
import { ascending, countBefore, countUpTo, readTimes } from './sorted-times.ts';

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
  const windows = announced.some(({ announcesEnd }) => announcesEnd);
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
  let worst: Broken = { index: -1, served: 0, more: 0, toMs: 0 };
  let latest = worst;
  for (let position = 0; position < group.length; position += stride) {
    const index = group[position] as number;
    const remaining = timeline.remaining(index);
    const fromMs = timeline.answeredAtMs(index);
    for (const horizonMs of Number.isNaN(remaining) ? [] : horizonsMs) {
      const untilMs = fromMs + horizonMs;
      const served = countUpTo(answered, untilMs) - countBefore(sent, fromMs);
      const last = answered[countUpTo(answered, untilMs) - 1] ?? fromMs;
      const back = restored(judged, key, timeline.sentAtMs(index), last);
      const more = served - remaining - back;
      if (more > 0 && latest.index !== index) {
        latest = { index, served, more, toMs: last };
      }
      worst = more > worst.more ? { index, served, more, toMs: last } : worst;
    }
  }
  if (worst.more === 0) {
    return false;
  }
  const isByItself = takesTooMuch(timeline, key, judged.plan);
  const broken = isByItself ? worst : [worst, latest].find((one) => !mayBeOfStep(judged, key, one));
  // Much at once comes with few steps, which another measurement at another phase does not meet again.
  if (broken === undefined && worst.more > judged.allowance.limit / 4) {
    accuse(judged, worst, true);
    return true;
  }
  if (broken === undefined) {
    judged.notes.leaveOpen(countsDown, 'a limiter that gives back in steps may have done so meanwhile');
    return false;
  }
  accuse(judged, broken, false);
  return true;
}

/** An announcement, and how many more were served by a moment than it said were left. */
interface Broken {
  readonly index: number;
  readonly served: number;
  readonly more: number;
  readonly toMs: number;
}

/** Whether a limiter that explains all decisions in steps can have given back so much meanwhile. */
function mayBeOfStep({ allowance, timeline }: Case, key: JudgedKey, { index, more, toMs }: Broken): boolean {
  const fromMs = timeline.sentAtMs(index);
  return explainingInSteps([key], allowance, { ...allDecisions, stepBetween: [fromMs, toMs] }).some(
    (model) => model.mostRestored(key.ledger, allowance, fromMs, toMs) >= more,
  );
}

/** The most that any limiter which explains the decisions can have given back between two moments. */
function restored(
  { allowance, announced }: Case,
  { ledger }: JudgedKey,
  fromMs: number,
  toMs: number,
): number {
  return Math.max(0, ...announced.map((model) => model.mostRestored(ledger, allowance, fromMs, toMs)));
}

function accuse({ timeline, notes }: Case, { index, served }: Broken, restsOnTiming: boolean): void {
  const remaining = timeline.remaining(index);
  notes.accuse({
    requirement: countsDown,
    kind: 'promised-less',
    message: `X-RateLimit-Remaining said ${remaining}, and ${requests(served)} more were served at once`,
    expected: `at least ${served}`,
    actual: `X-RateLimit-Remaining: ${remaining}`,
    entry: index,
    related: [],
    restsOnTiming,
  });
}
