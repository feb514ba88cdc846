import { type Case, isFixedWindow, otherUsers, requests, spanText, windowText } from './case.ts';
import { oddStatus } from './decisions.ts';
import { densestSpan } from './densest-span.ts';
import { type ExcessCause, excessCause } from './excess-cause.ts';
import { entriesOf } from './key-entries.ts';
import { limitNotReached } from './limit-not-reached.ts';
import { overlapAtLimit } from './overlap.ts';
import { shortWindow } from './short-window.ts';

const exceeded = 'quota/never-exceeded';
const enforced = 'quota/limit-enforced';
const shared = 'quota/shared-across-operations';
/** So many requests under way at once make it likely enough that a race shows. */
const enoughOverlap = 8;

const unclear =
  'what was served and what was refused fit no permitted limiter together, and neither is wrong by itself: somebody else may have drawn on the key, or used it shortly before; give a key that nothing else uses';

const inSteps =
  'more was served than a limiter allows that gives back steadily, but one that does so in steps explains it, as a bucket that is refilled with a tenth of the limit every six seconds';

/** Whether more was admitted than a permitted limiter could, and what requirement that is one of. */
export function judgeExcess(judged: Case): void {
  const { decisions } = judged;
  if (decisions === 'other-status') {
    accuseOtherStatus(judged);
  } else if (decisions === 'exceeded') {
    accuse(judged);
  } else if (decisions === 'exceeded-alone') {
    if (judged.keys.some(({ hasOtherUsers }) => hasOtherUsers)) {
      leaveOpen(judged, [exceeded, shared], otherUsers);
      supportEnforced(judged);
    } else {
      accuse(judged);
    }
  } else if (decisions === 'unclear') {
    leaveOpen(judged, [exceeded, shared, 'quota/fully-granted'], judged.inSteps ? inSteps : unclear);
    supportEnforced(judged);
  } else if (!accuseShortWindow(judged)) {
    supportLimits(judged);
  }
}

function hasRefusals({ keys }: Case): boolean {
  return keys.some(({ ledger }) => ledger.refusals.entries.length > 0);
}

function accuse(judged: Case): void {
  const { plan, notes } = judged;
  const span = densestSpan(judged);
  if (span === null) {
    return;
  }
  const cause: ExcessCause = hasRefusals(judged)
    ? excessCause(judged)
    : { requirement: enforced, kind: 'never-refused', text: '' };
  const said = `${requests(span.admitted)} were served within ${spanText(span.spanMs)}`;
  const figure = `${plan.perMinute} in ${windowText(plan.minuteMs)}`;
  const bucket =
    span.bucketMost < span.admitted ? `, a bucket that refills meanwhile at most ${span.bucketMost}` : '';
  notes.accuse({
    requirement: cause.requirement,
    kind: cause.kind,
    message:
      cause.requirement === enforced
        ? `No request was answered 429, though ${said} on a quota of ${figure}`
        : `${said} on a quota of ${figure}${bucket}, and no edge of a window explains it${cause.text}`,
    expected: `at most ${figure}, edges of windows and refill allowed for`,
    actual: `${span.admitted} served, ${span.refused} refused in ${spanText(span.spanMs)}`,
    entry: span.last,
    related: [{ role: 'first of them', entry: span.first }],
    restsOnTiming: false,
  });
  const reason = `more is served than the plan allows (${cause.requirement}): mend that first`;
  leaveOpen(judged, [exceeded, shared, 'quota/fully-granted'], reason);
  supportEnforced(judged);
}

function accuseOtherStatus(judged: Case): void {
  const { timeline, plan, allowance, keys, notes } = judged;
  const status = oddStatus(timeline, plan, allowance, keys);
  const entry = entriesOf(timeline, plan.keys).findLast((index) => timeline.status(index) === status);
  if (status === null || entry === undefined) {
    return;
  }
  notes.accuse({
    requirement: enforced,
    kind: `status-${status}`,
    message: `Requests beyond the limit are answered ${status}, where 429 is due`,
    expected: '429',
    actual: String(status),
    entry,
    related: [],
    restsOnTiming: false,
  });
  const reason = 'requests beyond the limit are not answered 429 (quota/limit-enforced): mend that first';
  leaveOpen(judged, [exceeded, shared, 'quota/fully-granted', 'quota/isolated-between-keys'], reason);
}

/** Windows that follow each other too quickly, by their own announcement. */
function accuseShortWindow(judged: Case): boolean {
  const { notes, plan, allowance } = judged;
  const short = isFixedWindow(judged) ? shortWindow(judged) : null;
  if (short === null) {
    return false;
  }
  if (judged.keys.some(({ hasOtherUsers }) => hasOtherUsers)) {
    leaveOpen(judged, [exceeded], otherUsers);
    return false;
  }
  const length = spanText(short.windowMs);
  notes.accuse({
    requirement: exceeded,
    kind: 'short-window',
    message: `${requests(plan.perMinute)} are granted every ${length}, by what is served and by X-RateLimit-Reset: the plan's figure is for ${windowText(plan.minuteMs)}`,
    expected: `windows of ${windowText(allowance.windowMs)}`,
    actual: `windows of about ${length}`,
    entry: short.entry,
    related: [{ role: 'of the window before', entry: short.before }],
    restsOnTiming: true,
  });
  leaveOpen(judged, ['quota/reset-honest'], 'windows are too short (quota/never-exceeded): mend that first');
  supportEnforced(judged);
  return true;
}

function leaveOpen({ notes }: Case, requirements: readonly string[], reason: string): void {
  for (const requirement of requirements) {
    notes.leaveOpen(requirement, reason);
  }
}

function supportEnforced({ keys, notes }: Case): void {
  const refused = keys.flatMap(({ ledger }) => Array.from(ledger.refusals.entries.subarray(0, 3)));
  if (refused.length > 0) {
    notes.support(enforced, refused);
  }
}

function supportLimits(judged: Case): void {
  const { keys, notes, plan, timeline } = judged;
  const [refusal] = keys.flatMap(({ ledger }) => Array.from(ledger.refusals.entries.subarray(0, 1)));
  if (refusal === undefined) {
    leaveOpen(judged, [enforced, exceeded, shared], limitNotReached(judged));
    return;
  }
  supportEnforced(judged);
  const overlap = overlapAtLimit(judged);
  if (overlap >= Math.min(enoughOverlap, plan.perMinute)) {
    notes.support(exceeded, [refusal]);
  } else {
    notes.leaveOpen(
      exceeded,
      `the concurrency was not exercised: ${requests(overlap)} under way at once when the limit was reached; more connections would exercise it`,
    );
  }
  const operations = new Set(
    keys.flatMap(({ ledger }) => Array.from(ledger.admittedEntries.subarray(0, 1000), timeline.operation)),
  );
  if (operations.size > 1) {
    notes.support(shared, [refusal]);
  } else {
    notes.leaveOpen(shared, 'only one operation was served before the limit was reached');
  }
}
