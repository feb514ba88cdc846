import { greatest } from 'd3-array';
import type { Timeline, TimelineEntry } from '../timeline.ts';
import { type Case, type JudgedKey, requests } from './case.ts';
import { byMinute, saysMinute } from './entries.ts';
import type { LimiterModel } from './limiter-model.ts';
import { takesTooMuch } from './other-users.ts';
import { allDecisions, isExplained } from './permitted-limiters.ts';
import { judgePromisedMore } from './promised-more.ts';
import { limitersInSteps } from './stepped-limiters.ts';
import { ascending, countBefore, countUpTo } from './times.ts';

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
    if (exceedsLimit(key)) {
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

function exceedsLimit({ ledger }: JudgedKey): boolean {
  return ledger.entries.some(({ remaining, limit }) => remaining > limit);
}

function supportCount({ plan, notes }: Case, { ledger }: JudgedKey): void {
  const said = ledger.admittedEntries.filter(
    (entry) => saysMinute(entry, plan) && !Number.isNaN(entry.remaining),
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
  const { explainedBy, allowance, plan } = judged;
  const windows = explainedBy.some(({ announcesEnd }) => announcesEnd);
  if (windows && allowance.windowMs < shortestLabelledMs) {
    return;
  }
  // Announcements of one time belong to one window; other limiters announce a new time with each response.
  const groups = windows
    ? key.labels.map(({ entries }) => entries)
    : [key.ledger.admittedEntries.filter((entry) => saysMinute(entry, plan))];
  for (const group of groups) {
    if (judgeGroup(judged, key, group)) {
      return;
    }
  }
}

function judgeGroup(judged: Case, key: JudgedKey, group: Timeline): boolean {
  const isWhole = group.length === key.ledger.admittedEntries.length;
  const sent = isWhole ? key.ledger.admitted.sent : group.map(({ sentAtMs }) => sentAtMs);
  const answered = isWhole
    ? key.ledger.admitted.answered
    : group.map(({ answeredAtMs }) => answeredAtMs).sort(ascending);
  const stride = Math.max(1, Math.floor(group.length / lookedAt));
  const broken: Broken[] = [];
  for (let position = 0; position < group.length; position += stride) {
    const entry = group[position] as TimelineEntry;
    const { remaining, answeredAtMs: fromMs } = entry;
    for (const horizonMs of Number.isNaN(remaining) ? [] : horizonsMs) {
      const untilMs = fromMs + horizonMs;
      const served = countUpTo(answered, untilMs) - countBefore(sent, fromMs);
      const last = answered[countUpTo(answered, untilMs) - 1] ?? fromMs;
      const back = restored(judged, key, entry.sentAtMs, last);
      const more = served - remaining - back;
      if (more > 0) {
        broken.push({ entry, served, more });
      }
    }
  }
  const worst = greatest(broken, ({ more }) => more);
  if (worst === undefined) {
    return false;
  }
  if (
    !takesTooMuch(key, judged.plan) &&
    isSaidInSteps(judged, key, new Set(broken.map(({ entry }) => entry)))
  ) {
    judged.notes.leaveOpen(countsDown, 'a limiter that refills in steps may have done so meanwhile');
    return false;
  }
  flag(judged, worst);
  return true;
}

/** An announcement, and how many more were served soon after it. */
interface Broken {
  readonly entry: TimelineEntry;
  readonly served: number;
  readonly more: number;
}

/**
 * Whether a limiter with steps makes these decisions, and had no more left than announced whenever more was granted
 * later.
 */
function isSaidInSteps({ allowance }: Case, key: JudgedKey, said: ReadonlySet<TimelineEntry>): boolean {
  const announcements = [...said].map(({ sentAtMs, answeredAtMs, remaining }) => ({
    sentMs: sentAtMs,
    answeredMs: answeredAtMs,
    remaining,
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

function flag({ notes }: Case, { entry, served }: Broken): void {
  const { remaining } = entry;
  notes.flag({
    requirement: countsDown,
    kind: 'promised-less',
    message: `X-RateLimit-Remaining was ${remaining}, but ${requests(served)} more were served immediately`,
    expected: `at least ${served}`,
    actual: `X-RateLimit-Remaining: ${remaining}`,
    entry,
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
  const isFullInSteps = from === lastStart({ ...judged, explainedBy: withSteps(judged) }, ledger);
  if (from === null) {
    return;
  }
  const entries = ledger.entries.slice(from);
  const [one, , last] = entries;
  const [refusal] = ledger.refusals;
  if (one === undefined || last === undefined) {
    return;
  }
  const figures = {
    actual: `X-RateLimit-Remaining: ${plan.perMinute - 2}`,
    expected: `${plan.perMinute - 1}`,
    restsOnTiming: true,
  };
  const most = refusal === undefined ? plan.perMinute : mostServed(entries, refusal);
  if (drawnAtOnce(judged, entries) >= plan.perMinute) {
    notes.flag({
      ...figures,
      requirement: countsDown,
      kind: 'starts-one-less',
      message: `X-RateLimit-Remaining is ${plan.perMinute - 2} after the first of ${plan.perMinute} requests, and stays one too low`,
      entry: one,
      related: [{ role: 'the third request', entry: last }],
    });
  } else if (refusal !== undefined && most < plan.perMinute && isFullInSteps) {
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

/** A bucket may refill in steps even if a steady refill explains its decisions. */
function withSteps({ explainedBy }: Case): readonly LimiterModel[] {
  return explainedBy.some(({ kind }) => kind === 'token bucket')
    ? [...explainedBy, ...limitersInSteps]
    : explainedBy;
}

/**
 * The last time before the first refusal at which the quota must have been full but announced one less from its first
 * request on; otherwise `null`.
 */
function lastStart(
  { plan, allowance, explainedBy }: Case,
  { entries, refused, start }: JudgedKey['ledger'],
): number | null {
  const fullAfterMs = (used: number): number =>
    Math.max(...explainedBy.map((model) => model.latestResetMs(allowance, used))) +
    allowance.tickMs +
    allowance.slackMs;
  const untilMs = refused.sent[0] ?? Number.POSITIVE_INFINITY;
  let found: number | null = null;
  let used = 0;
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < entries.length; position += 1) {
    const entry = entries[position] as TimelineEntry;
    const { sentAtMs: sentMs } = entry;
    if (sentMs > untilMs) {
      break;
    }
    if (sentMs - latestAnswerMs > fullAfterMs(used)) {
      used = 0;
    }
    if (used === 0 && (position > 0 || start === 'full')) {
      found = isOneLess(entries.slice(position, position + 3), plan.perMinute) ? position : null;
    }
    used += 1;
    latestAnswerMs = Math.max(latestAnswerMs, entry.answeredAtMs);
  }
  return found;
}

function isOneLess(first: Timeline, limit: number): boolean {
  const [one, , last] = first;
  return (
    one !== undefined &&
    last !== undefined &&
    last.sentAtMs > one.answeredAtMs + aMomentMs &&
    first.every(
      (entry, position) =>
        entry.status < 300 && entry.limit === limit && entry.remaining === limit - 2 - position,
    )
  );
}

/** The upper bound of requests served before the first refusal. */
function mostServed(entries: Timeline, { answeredAtMs }: TimelineEntry): number {
  return entries.filter(({ status, sentAtMs }) => status !== 429 && sentAtMs <= answeredAtMs).length;
}

/** The lower bound of requests used from the first of these on, before any refill. */
function drawnAtOnce({ plan, allowance, explainedBy }: Case, entries: Timeline): number {
  const restsMs = Math.min(...explainedBy.map((model) => model.restsMs(allowance)));
  const untilMs = (entries[0] as TimelineEntry).sentAtMs + restsMs;
  const classify = byMinute(plan);
  return entries.filter((entry, position) => {
    const found = classify(entry);
    const before = entries[position - 1];
    const isStep =
      before !== undefined &&
      before.answeredAtMs <= entry.sentAtMs &&
      entry.remaining === before.remaining - 1;
    return entry.answeredAtMs <= untilMs && (found === 'admitted' || (found === 'possible' && isStep));
  }).length;
}
