import { type Case, type JudgedKey, requests } from './case.ts';
import { takesTooMuch } from './other-users.ts';
import { allDecisions, isExplainedInSteps } from './permitted-limiters.ts';
import { saysMinute } from './request-class.ts';
import { countBefore, countUpTo, readTimes } from './sorted-times.ts';

const countsDown = 'rate/remaining-counts-down';
/** The maximum number of evaluated announcements; more would only take time. */
const lookedAt = 2_000;
/** How long after an announcement it is compared with what was served, in ms. */
const horizonsMs = [250, 1000, 3000, 10_000];
/** A `Reset` in whole seconds can't distinguish shorter windows. */
const shortestLabelledMs = 4_000;

/** Whether more was granted than `Remaining` announced, without a possible refill. */
export function judgePromisedLess(judged: Case, key: JudgedKey): void {
  const { announced, allowance, timeline, plan } = judged;
  const windows = announced.some(({ announcesEnd }) => announcesEnd);
  if (windows && allowance.windowMs < shortestLabelledMs) {
    return;
  }
  // What is announced for one moment is one window; other limiters announce others all the time.
  const groups = windows
    ? key.labels.map(({ entries }) => entries)
    : [key.ledger.admittedEntries.filter((index) => saysMinute(timeline, index, plan))];
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
  const answered = isWhole ? key.ledger.admitted.answered : readTimes(group, timeline.answeredAtMs).sort();
  const stride = Math.max(1, Math.floor(group.length / lookedAt));
  let worst: Broken = { index: -1, served: 0, more: 0 };
  const broken: number[] = [];
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
      if (more > 0 && broken.at(-1) !== index) {
        broken.push(index);
      }
      worst = more > worst.more ? { index, served, more } : worst;
    }
  }
  if (worst.more === 0) {
    return false;
  }
  if (!takesTooMuch(timeline, key, judged.plan) && isSaidInSteps(judged, key, broken)) {
    judged.notes.leaveOpen(countsDown, 'a limiter that refills in steps may have done so meanwhile');
    return false;
  }
  flag(judged, worst);
  return true;
}

/** An announcement, and how many more were served soon after it. */
interface Broken {
  readonly index: number;
  readonly served: number;
  readonly more: number;
}

/** Whether a limiter in steps decides so, and had no more left than was said whenever more was granted later. */
function isSaidInSteps({ allowance, timeline }: Case, key: JudgedKey, said: readonly number[]): boolean {
  const announcements = said.map((index) => ({
    sentMs: timeline.sentAtMs(index),
    answeredMs: timeline.answeredAtMs(index),
    remaining: timeline.remaining(index),
  }));
  return isExplainedInSteps([key], allowance, { ...allDecisions, announcements });
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

function flag({ timeline, notes }: Case, { index, served }: Broken): void {
  const remaining = timeline.remaining(index);
  notes.flag({
    requirement: countsDown,
    kind: 'promised-less',
    message: `X-RateLimit-Remaining was ${remaining}, but ${requests(served)} more were served immediately`,
    expected: `at least ${served}`,
    actual: `X-RateLimit-Remaining: ${remaining}`,
    entry: index,
  });
}
