import type { TimelineEntry } from '../timeline.ts';
import {
  type Case,
  isFixedWindow,
  limitNotReached,
  otherUsers,
  requests,
  sentences,
  spanText,
  windowText,
} from './case.ts';
import { oddStatus } from './decisions.ts';
import { entriesOf } from './entries.ts';
import { type ExcessCause, excessCause, mayBeCountedApart } from './excess-cause.ts';
import type { Times } from './key-ledger.ts';
import type { Allowance } from './limiter-model.ts';
import { allThatWasSaid, isExplained } from './permitted-limiters.ts';
import { shortWindow } from './short-window.ts';
import { limitersInSteps } from './stepped-limiters.ts';
import { countBefore } from './times.ts';
import { type BucketExcess, excessOf } from './token-bucket.ts';

const exceeded = 'quota/never-exceeded';
const enforced = 'quota/limit-enforced';
const shared = 'quota/shared-across-operations';
/** The number of requests in flight that is likely to expose a race. */
const enoughOverlap = 8;

const unclear =
  'no permitted limiter explains both what was served and what was refused, though one explains each by itself: run again with a key that nothing else uses';

const inSteps =
  'more was served than a limiter with a steady refill allows, but one that refills in steps explains it, such as a tenth of the limit each tenth of the window';

const countedApartOrExceeded =
  'more was served than the plan grants, and separate counters per operation would explain it; the burst of one operation that decides this met a window edge or did not reach the limit: run again';

/** Whether more was admitted than a permitted limiter could, and what requirement that is one of. */
export function judgeExcess(judged: Case): void {
  const { decisions } = judged;
  if (decisions === 'other-status') {
    flagOtherStatus(judged);
  } else if (decisions === 'exceeded') {
    flag(judged);
  } else if (decisions === 'exceeded-alone') {
    if (judged.keys.some(({ hasOtherUsers }) => hasOtherUsers)) {
      judged.notes.leaveOpen([exceeded, shared], otherUsers);
      supportEnforced(judged);
    } else {
      flag(judged);
    }
  } else if (decisions === 'in steps' && flagShortWindow(judged)) {
    for (const requirement of [shared, 'quota/fully-granted']) {
      judged.notes.leaveOpenFor(requirement, exceeded, "windows are shorter than the plan's");
    }
  } else if (decisions === 'unclear' || decisions === 'in steps') {
    const reason = decisions === 'unclear' ? unclear : inSteps;
    judged.notes.leaveOpen([exceeded, shared, 'quota/fully-granted'], reason);
    if (decisions === 'in steps') {
      judged.notes.wantMoreBursts();
    }
    supportEnforced(judged);
  } else if (!flagShortWindow(judged)) {
    supportLimits(judged);
  }
}

function hasRefusals({ keys }: Case): boolean {
  return keys.some(({ ledger }) => ledger.refusals.length > 0);
}

function flag(judged: Case): void {
  const { plan, notes } = judged;
  const span = densestSpan(judged);
  if (span === null) {
    return;
  }
  if (hasRefusals(judged) && mayBeCountedApart(judged)) {
    judged.notes.leaveOpen([exceeded, shared, 'quota/fully-granted'], countedApartOrExceeded);
    supportEnforced(judged);
    return;
  }
  const cause = causeOf(judged);
  const figure = `${plan.perMinute} in ${windowText(plan.minuteMs)}`;
  const bucket = span.most < span.admitted ? `, ${span.most} with a refill meanwhile` : '';
  const served = `${requests(span.admitted)} were served within ${spanText(span.toMs - span.fromMs)}; the plan grants ${figure}`;
  notes.flag({
    requirement: cause.requirement,
    kind: cause.kind,
    message: sentences(
      cause.requirement === enforced ? `No request got 429: ${served}` : `${served}${bucket}`,
      cause.text,
    ),
    expected: `at most ${figure}, allowing for window edges and refill`,
    actual: `${span.admitted} served, ${span.refused} refused in ${spanText(span.toMs - span.fromMs)}`,
    entry: span.last,
    related: [{ role: 'first of them', entry: span.first }],
  });
  const open = [exceeded, shared, 'quota/fully-granted', ...(hasRefusals(judged) ? [] : [enforced])];
  notes.leaveOpenFor(open, cause.requirement, 'more is served than the plan grants');
  supportEnforced(judged);
}

/** If nothing at all is refused, that is reported instead, unless other operations are counted. */
function causeOf(judged: Case): ExcessCause {
  const cause = excessCause(judged);
  if (hasRefusals(judged) || cause.requirement === shared) {
    return cause;
  }
  const isKnown = cause.kind !== 'excess';
  return { requirement: enforced, kind: 'never-refused', text: isKnown ? cause.text : '' };
}

function flagOtherStatus(judged: Case): void {
  const { timeline, plan, allowance, keys, notes } = judged;
  const status = oddStatus(timeline, plan, allowance, keys);
  const entry = entriesOf(timeline, plan.keys).findLast((one) => one.status === status);
  if (status === null || entry === undefined) {
    return;
  }
  notes.flag({
    requirement: enforced,
    kind: `status-${status}`,
    message: `Requests beyond the limit returned ${status} instead of 429`,
    expected: '429',
    actual: String(status),
    entry,
    restsOnTiming: true,
  });
  const open = [exceeded, shared, 'quota/fully-granted', 'quota/isolated-between-keys'];
  notes.leaveOpenFor(open, enforced, 'requests beyond the limit do not get 429');
}

/** Windows that follow each other too quickly, by their own announcement. */
function flagShortWindow(judged: Case): boolean {
  const { notes, plan, allowance, decisions } = judged;
  const short = isFixedWindow(judged) || decisions === 'in steps' ? shortWindow(judged) : null;
  if (short === null) {
    return false;
  }
  if (isExplained(judged.keys, allowance, allThatWasSaid, limitersInSteps)) {
    judged.notes.leaveOpen([exceeded], inSteps);
    notes.wantMoreBursts();
    return false;
  }
  if (judged.keys.some(({ hasOtherUsers }) => hasOtherUsers)) {
    judged.notes.leaveOpen([exceeded], otherUsers);
    return false;
  }
  const length = spanText(short.windowMs);
  notes.flag({
    requirement: exceeded,
    kind: 'short-window',
    message: `${requests(plan.perMinute)} are granted every ${length}, as served and as X-RateLimit-Reset says; the plan grants them in ${windowText(plan.minuteMs)}`,
    expected: `windows of ${windowText(allowance.windowMs)}`,
    actual: `windows of about ${length}`,
    entry: short.entry,
    related: [{ role: 'of the window before', entry: short.before }],
    restsOnTiming: true,
  });
  notes.leaveOpenFor('quota/reset-honest', exceeded, "windows are shorter than the plan's");
  supportEnforced(judged);
  return true;
}

function supportEnforced({ keys, notes }: Case): void {
  const refused = keys.flatMap(({ ledger }) => ledger.refusals.slice(0, 3));
  if (refused.length > 0) {
    notes.support(enforced, refused);
  }
}

function supportLimits(judged: Case): void {
  const { keys, notes, plan } = judged;
  const [refusal] = keys.flatMap(({ ledger }) => ledger.refusals.slice(0, 1));
  if (refusal === undefined) {
    judged.notes.leaveOpen([enforced, exceeded, shared], limitNotReached(judged));
    return;
  }
  supportEnforced(judged);
  const overlap = overlapAtLimit(judged);
  if (overlap >= Math.min(enoughOverlap, plan.perMinute)) {
    notes.support(exceeded, [refusal]);
  } else {
    notes.leaveOpen(
      exceeded,
      `concurrency not exercised: at most ${requests(overlap)} in flight when the limit was reached; a race needs about ${enoughOverlap}`,
    );
  }
  const operations = new Set(
    keys.flatMap(({ ledger }) => ledger.admittedEntries.slice(0, 1000).map(({ operation }) => operation)),
  );
  if (operations.size > 1) {
    notes.support(shared, [refusal]);
  } else {
    notes.leaveOpen(shared, 'only one operation was served before the limit was reached');
  }
}

/**
 * The number of requests of one key in flight when a limit was reached; 0 if it was not reached, or by single requests.
 */
export function overlapAtLimit({ keys, allowance }: Pick<Case, 'keys' | 'allowance'>): number {
  let most = 0;
  for (const { ledger } of keys) {
    let reachMs = Number.NEGATIVE_INFINITY;
    for (const { sentAtMs, answeredAtMs, phase } of ledger.refusals) {
      if (sentAtMs > reachMs && phase !== 'one-at-a-time') {
        most = Math.max(most, ledger.underWay(answeredAtMs));
      }
      reachMs = Math.max(reachMs, answeredAtMs + allowance.windowMs / 4);
    }
  }
  return most;
}

/** The span with the highest admission relative to its length. */
export interface DensestSpan extends BucketExcess {
  readonly refused: number;
  /** The entries that begin and end it. */
  readonly first: TimelineEntry;
  readonly last: TimelineEntry;
}

/** The span that a bucket explains least, otherwise the densest one within a window; `null` without requests. */
export function densestSpan({ keys, allowance }: Case): DensestSpan | null {
  let best: DensestSpan | null = null;
  let bestBy = Number.NEGATIVE_INFINITY;
  for (const { ledger } of keys) {
    const excess = excessOf(ledger, allowance, true) ?? fullest(ledger.admitted, allowance);
    const entries = ledger.admittedEntries;
    const [first] = entries;
    if (first === undefined || excess === null || excess.admitted <= allowance.limit) {
      continue;
    }
    const by = excess.admitted - excess.most;
    if (by > bestBy) {
      const { sent, answered } = ledger.refused;
      bestBy = by;
      best = {
        ...excess,
        refused: Math.max(0, countBefore(answered, excess.toMs) - countBefore(sent, excess.fromMs)),
        first: entries.find(({ sentAtMs }) => sentAtMs === excess.fromMs) ?? first,
        last: entries.find(({ answeredAtMs }) => answeredAtMs === excess.toMs) ?? first,
      };
    }
  }
  return best;
}

/** The densest span within a window. */
function fullest({ sent, answered }: Times, { limit, windowMs, tickMs }: Allowance): BucketExcess | null {
  let best: BucketExcess | null = null;
  let before = 0;
  for (let count = 1; count <= answered.length; count += 1) {
    const toMs = answered[count - 1] as number;
    while ((sent[before] ?? Number.POSITIVE_INFINITY) < toMs - windowMs) {
      before += 1;
    }
    const fromMs = sent[before] ?? toMs;
    if (best === null || count - before > best.admitted) {
      const most = Math.floor(limit + (limit / windowMs) * (toMs - fromMs + tickMs));
      best = { fromMs, toMs, admitted: count - before, most };
    }
  }
  return best;
}
