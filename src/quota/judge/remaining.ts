import type { Timeline } from '../timeline.ts';
import { type Case, type JudgedKey, requests } from './case.ts';
import { takesTooMuch } from './other-users.ts';
import { allDecisions, isExplained } from './permitted-limiters.ts';
import { judgePromisedMore } from './promised-more.ts';
import { byMinute, saysMinute } from './request-class.ts';
import { ascending, countBefore, countUpTo } from './sorted-times.ts';
import { limitersInSteps } from './stepped-limiters.ts';

const countsDown = 'rate/remaining-counts-down';

/** Judges `Remaining`: its values and whether they are correct. */
export function judgeRemaining(judged: Case): void {
  const { keys, notes, decisions } = judged;
  if (decisions !== 'explained') {
    notes.leaveOpen(
      countsDown,
      decisions === 'in steps'
        ? 'the limiter refills in steps, and the time of the next step is not known'
        : 'X-RateLimit-Remaining can only be judged where a permitted limiter explains what was served and refused',
    );
    return;
  }
  if (notes.hasFlagged('quota/isolated-between-keys')) {
    notes.leaveOpenFor(countsDown, 'quota/isolated-between-keys', 'other keys share this quota');
    return;
  }
  for (const key of keys) {
    if (exceedsLimit(judged, key)) {
      notes.leaveOpenFor(
        countsDown,
        'rate/headers-well-formed',
        'X-RateLimit-Remaining is above X-RateLimit-Limit',
      );
      continue;
    }
    judgePromisedMore(judged, key);
    judgePromisedLess(judged, key);
    judgeOneLessAtFirst(judged, key);
    supportCount(judged, key);
  }
  notes.leaveOpen(
    countsDown,
    'no two served requests announced X-RateLimit-Remaining of the minute',
    'if-silent',
  );
}

function exceedsLimit({ timeline }: Case, { ledger }: JudgedKey): boolean {
  return ledger.entries.some((index) => timeline.remaining(index) > timeline.limit(index));
}

function supportCount({ timeline, plan, notes }: Case, { ledger }: JudgedKey): void {
  const said = ledger.admittedEntries.filter(
    (index) => saysMinute(timeline, index, plan) && !Number.isNaN(timeline.remaining(index)),
  );
  if (said.length > 1) {
    notes.support(countsDown, said.slice(0, 2));
  }
}

/** The maximum number of evaluated announcements; more would only take time. */
const lookedAt = 2_000;
/** The time after an announcement within which it is compared with served requests, in ms. */
const horizonsMs = [250, 1000, 3000, 10_000];
/** A `Reset` in whole seconds can't distinguish shorter windows. */
const shortestLabelledMs = 4_000;

/** Whether more was granted than `Remaining` announced, without a possible refill. */
export function judgePromisedLess(judged: Case, key: JudgedKey): void {
  const { explainedBy, allowance, timeline, plan } = judged;
  const windows = explainedBy.some(({ announcesEnd }) => announcesEnd);
  if (windows && allowance.windowMs < shortestLabelledMs) {
    return;
  }
  // Announcements of one time belong to one window; other limiters announce a new time with each response.
  const groups = windows
    ? key.labels.map(({ entries }) => entries)
    : [key.ledger.admittedEntries.filter((index) => saysMinute(timeline, index, plan))];
  for (const group of groups) {
    if (judgeGroup(judged, key, group)) {
      return;
    }
  }
}

function judgeGroup(judged: Case, key: JudgedKey, group: readonly number[]): boolean {
  const { timeline } = judged;
  const isWhole = group.length === key.ledger.admittedEntries.length;
  const sent = isWhole ? key.ledger.admitted.sent : group.map(timeline.sentAtMs);
  const answered = isWhole ? key.ledger.admitted.answered : group.map(timeline.answeredAtMs).sort(ascending);
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

/**
 * Whether a limiter with steps makes these decisions, and had no more left than announced whenever more was granted
 * later.
 */
function isSaidInSteps({ allowance, timeline }: Case, key: JudgedKey, said: readonly number[]): boolean {
  const announcements = said.map((index) => ({
    sentMs: timeline.sentAtMs(index),
    answeredMs: timeline.answeredAtMs(index),
    remaining: timeline.remaining(index),
  }));
  return isExplained([key], allowance, { ...allDecisions, announcements }, limitersInSteps);
}

/** The most that any limiter which explains the decisions can have restored between two times. */
function restored(
  { allowance, explainedBy }: Case,
  { ledger }: JudgedKey,
  fromMs: number,
  toMs: number,
): number {
  return Math.max(0, ...explainedBy.map((model) => model.mostRestored(ledger, allowance, fromMs, toMs)));
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

const granted = 'quota/fully-granted';
/** The time after which a bucket has certainly restored something. */
const aMomentMs = 5;

/**
 * A quota that announces one less than the limit from the first request on: either the announcement is wrong, if the
 * full limit is served, or the quota is one short, if one fewer is. Earlier use could be the reason, which a second
 * measurement after a pause excludes; a bucket with fractional tokens shows it once, but not again.
 */
export function judgeOneLessAtFirst(judged: Case, { ledger, hasOtherUsers }: JudgedKey): void {
  const { plan, notes } = judged;
  const from = hasOtherUsers ? null : lastStart(judged, ledger);
  if (from === null) {
    return;
  }
  const entries = ledger.entries.slice(from);
  const [one = 0, , last = 0] = entries;
  const [refusal] = ledger.refusals.entries;
  const figures = {
    actual: `X-RateLimit-Remaining: ${plan.perMinute - 2}`,
    expected: `${plan.perMinute - 1}`,
    restsOnTiming: true,
  };
  const most = refusal === undefined ? plan.perMinute : mostServed(judged, entries, refusal);
  if (drawnAtOnce(judged, entries) >= plan.perMinute) {
    notes.flag({
      ...figures,
      requirement: countsDown,
      kind: 'starts-one-less',
      message: `X-RateLimit-Remaining is ${plan.perMinute - 2} after the first of ${plan.perMinute} requests, and stays one too low`,
      entry: one,
      related: [{ role: 'the third request', entry: last }],
    });
  } else if (refusal !== undefined && most < plan.perMinute) {
    notes.flag({
      ...figures,
      requirement: granted,
      kind: 'starts-one-short',
      message: `A request was refused after at most ${most} of the ${plan.perMinute} that the plan grants, and X-RateLimit-Remaining was one short from the first request`,
      entry: refusal,
      related: [{ role: 'the first request', entry: one }],
    });
  }
}

/**
 * The last time before the first refusal at which the quota must have been full but announced one less from its first
 * request on; otherwise `null`.
 */
function lastStart(
  { timeline, plan, allowance, explainedBy }: Case,
  { entries, refusals, start }: JudgedKey['ledger'],
): number | null {
  const fullAfterMs = (used: number): number =>
    Math.max(...explainedBy.map((model) => model.latestResetMs(allowance, used))) +
    allowance.tickMs +
    allowance.slackMs;
  const untilMs = refusals.bySent[0] ?? Number.POSITIVE_INFINITY;
  let found: number | null = null;
  let used = 0;
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < entries.length; position += 1) {
    const index = entries[position] as number;
    const sentMs = timeline.sentAtMs(index);
    if (sentMs > untilMs) {
      break;
    }
    if (sentMs - latestAnswerMs > fullAfterMs(used)) {
      used = 0;
    }
    if (used === 0 && (position > 0 || start === 'full')) {
      found = isOneLess(timeline, entries.slice(position, position + 3), plan.perMinute) ? position : null;
    }
    used += 1;
    latestAnswerMs = Math.max(latestAnswerMs, timeline.answeredAtMs(index));
  }
  return found;
}

function isOneLess(timeline: Timeline, first: readonly number[], limit: number): boolean {
  const [one, , last] = first;
  return (
    one !== undefined &&
    last !== undefined &&
    timeline.sentAtMs(last) > timeline.answeredAtMs(one) + aMomentMs &&
    first.every(
      (index, position) =>
        timeline.status(index) < 300 &&
        timeline.limit(index) === limit &&
        timeline.remaining(index) === limit - 2 - position,
    )
  );
}

/** The upper bound of requests served before the first refusal. */
function mostServed({ timeline }: Case, entries: readonly number[], refusal: number): number {
  const untilMs = timeline.answeredAtMs(refusal);
  return entries.filter((index) => timeline.status(index) !== 429 && timeline.sentAtMs(index) <= untilMs)
    .length;
}

/** The lower bound of requests used from the first of these on, before any refill. */
function drawnAtOnce({ timeline, plan, allowance, explainedBy }: Case, entries: readonly number[]): number {
  const restsMs = Math.min(...explainedBy.map((model) => model.restsMs(allowance)));
  const untilMs = timeline.sentAtMs(entries[0] as number) + restsMs;
  const classify = byMinute(plan);
  return entries.filter((index, position) => {
    const found = classify(timeline, index);
    const before = entries[position - 1];
    const isStep =
      before !== undefined &&
      timeline.answeredAtMs(before) <= timeline.sentAtMs(index) &&
      timeline.remaining(index) === timeline.remaining(before) - 1;
    return (
      timeline.answeredAtMs(index) <= untilMs && (found === 'admitted' || (found === 'possible' && isStep))
    );
  }).length;
}
