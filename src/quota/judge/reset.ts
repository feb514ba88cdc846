import { type ClockBounds, dateSkewMs } from '../../exchange/server-clock.ts';
import type { TimelineEntry } from '../timeline.ts';
import { type Case, isFixedWindow, type JudgedKey, otherUsers, spanText, windowText } from './case.ts';
import { byMinute, isTimestamp, loneRequests, saysMinute } from './entries.ts';
import { allThatWasSaid, isExplained } from './permitted-limiters.ts';
import { isExplainedAsAnnounced, skewMs } from './skewed-clock.ts';
import { limitersInSteps } from './stepped-limiters.ts';
import { roundingMs } from './window-labels.ts';

const honest = 'quota/reset-honest';
const timestamp = 'rate/reset-is-timestamp';

/** Judges `Reset`: its values and whether they are correct. */
export function judgeReset(judged: Case): void {
  const { clock, notes, keys } = judged;
  if (!judgeForm(judged)) {
    notes.leaveOpenFor(honest, timestamp, 'X-RateLimit-Reset is not a Unix time in seconds');
    return;
  }
  if (clock === null) {
    notes.leaveOpen(honest, 'no response has a Date to compare X-RateLimit-Reset with');
    return;
  }
  const times: ResetTimes = { ...judged, clock };
  for (const key of keys) {
    judgePast(times, key);
    judgeFar(times, key);
    judgeOpening(times, key);
    if (judged.decisions === 'explained') {
      judgeRestored(times, key);
    }
  }
  judgeEdges(judged);
  notes.leaveOpen(
    honest,
    'no single request was sent right after the time of an X-RateLimit-Reset: run again; if the responses announce the daily limit, pass a key with more of it left',
    'if-silent',
  );
}

type ResetTimes = Case & { readonly clock: ClockBounds };

/** `false`: in another unit. */
function judgeForm({ keys, notes }: Case): boolean {
  for (const { ledger } of keys) {
    for (const entry of ledger.entries) {
      const { reset } = entry;
      if (Number.isNaN(reset)) {
        continue;
      }
      if (isTimestamp(reset)) {
        notes.support(timestamp, [entry]);
        continue;
      }
      const kind = reset < 1e9 ? 'seconds-to-go' : 'milliseconds';
      notes.flag({
        requirement: timestamp,
        kind,
        message: `X-RateLimit-Reset is not a Unix time in seconds; it looks like ${kind === 'milliseconds' ? 'milliseconds' : 'remaining seconds'}`,
        expected: 'a Unix time in seconds',
        actual: `X-RateLimit-Reset: ${reset}`,
        entry,
      });
      return false;
    }
  }
  return true;
}

/** The bounds of a `Reset` on the timeline's clock, allowing for rounding. */
function momentOf({ clock }: ResetTimes, { reset }: TimelineEntry) {
  const serverMs = reset * 1000;
  return {
    earliestMs: serverMs - clock.mostMs - roundingMs,
    latestMs: serverMs - clock.leastMs + roundingMs,
  };
}

function says({ plan }: Case, entry: TimelineEntry): boolean {
  return saysMinute(entry, plan) && isTimestamp(entry.reset);
}

/** Reports a time that is already past when it is announced. */
function judgePast(judged: ResetTimes, { ledger }: JudgedKey): void {
  const { notes } = judged;
  const past = ledger.entries.find(
    (entry) => says(judged, entry) && momentOf(judged, entry).latestMs + dateSkewMs < entry.sentAtMs,
  );
  if (past !== undefined) {
    const ago = spanText(past.sentAtMs - momentOf(judged, past).latestMs + roundingMs);
    notes.flag({
      requirement: timestamp,
      kind: 'in-the-past',
      message: `X-RateLimit-Reset is in the past when it is announced, by about ${ago}`,
      expected: 'a time that is not in the past',
      actual: `X-RateLimit-Reset: ${past.reset}`,
      entry: past,
    });
    notes.leaveOpenFor(honest, timestamp, 'X-RateLimit-Reset is in the past');
  }
}

/** Reports a time later than the end of a window, or than two windows for a sliding counter. */
function judgeFar(judged: ResetTimes, { ledger }: JudgedKey): void {
  const { notes, allowance, explainedBy, plan } = judged;
  if (explainedBy.length === 0) {
    return;
  }
  const latestMs = Math.max(...explainedBy.map((model) => model.latestResetMs(allowance)));
  const { windowMs, limit } = allowance;
  const mostMs = latestMs + skewMs(windowMs) + 0.05 * windowMs + windowMs / limit;
  const far = ledger.entries.find(
    (entry) => says(judged, entry) && momentOf(judged, entry).earliestMs > entry.answeredAtMs + mostMs,
  );
  // With steps, the last one may end later than a window from now.
  if (far !== undefined && !isExplained(judged.keys, allowance, allThatWasSaid, limitersInSteps)) {
    const ahead = spanText(momentOf(judged, far).earliestMs + roundingMs - far.answeredAtMs);
    notes.flag({
      requirement: honest,
      kind: 'too-far',
      message: `X-RateLimit-Reset is ${ahead} ahead; a limit of ${windowText(plan.minuteMs)} resets sooner`,
      expected: `at most ${windowText(latestMs)} ahead`,
      actual: `X-RateLimit-Reset: ${far.reset}`,
      entry: far,
    });
  }
}

/** Reports a quota that is full long before the announced time. */
function judgeRestored(judged: ResetTimes, { ledger }: JudgedKey): void {
  const { notes, allowance, plan } = judged;
  const { windowMs, limit } = allowance;
  const marginMs = Math.max(3000, 0.05 * windowMs) + windowMs / limit;
  let promised: TimelineEntry | null = null;
  let promisedMs = Number.NEGATIVE_INFINITY;
  for (const entry of ledger.admittedEntries) {
    if (!says(judged, entry)) {
      continue;
    }
    const isFull = entry.remaining >= plan.perMinute - 1;
    if (
      promised !== null &&
      isFull &&
      entry.sentAtMs >= promised.answeredAtMs &&
      entry.answeredAtMs < promisedMs - marginMs
    ) {
      const early = spanText(promisedMs + roundingMs - entry.answeredAtMs);
      notes.flag({
        requirement: honest,
        kind: 'restored-before',
        message: `The limit was reset ${early} before the time that X-RateLimit-Reset gave`,
        expected: 'X-RateLimit-Reset is the time at which the limit resets',
        actual: `X-RateLimit-Remaining: ${entry.remaining} again, ${early} before it`,
        entry,
        related: [{ role: 'the announcement', entry: promised }],
        restsOnTiming: true,
      });
      return;
    }
    const { earliestMs } = momentOf(judged, entry);
    if (!isFull && earliestMs > promisedMs) {
      promised = entry;
      promisedMs = earliestMs;
    }
  }
}

/** Judges each request after the announced time, without requests in between. */
function judgeOpening(judged: ResetTimes, { ledger, hasOtherUsers }: JudgedKey): void {
  const { notes, plan, allowance } = judged;
  const classify = byMinute(plan);
  for (const { entry, before } of loneRequests(ledger.entries)) {
    if (!before.every((one) => says(judged, one))) {
      continue;
    }
    // A sliding counter may have to forget one request more, and a clock of whole seconds another second.
    const lateMs = allowance.windowMs / allowance.limit + allowance.slackMs;
    const openMs = Math.max(...before.map((one) => momentOf(judged, one).latestMs)) + lateMs;
    const found = classify(entry);
    const usedUp = before.find((one) => classify(one) === 'refused' || one.remaining === 0);
    if (entry.sentAtMs < openMs) {
      continue;
    }
    if (found === 'admitted' && (usedUp !== undefined || entry.phase === 'reset')) {
      notes.support(honest, [entry]);
    } else if (
      found === 'refused' &&
      usedUp !== undefined &&
      entry.sentAtMs >= openMs + skewMs(allowance.windowMs)
    ) {
      flagClosed(judged, entry, usedUp, hasOtherUsers);
    }
  }
}

function flagClosed(
  judged: ResetTimes,
  entry: TimelineEntry,
  before: TimelineEntry,
  hasOtherUsers: boolean,
): void {
  const { notes } = judged;
  if (notes.entryOf('quota/retry-after-honest') === entry) {
    notes.leaveOpenFor(
      honest,
      'quota/retry-after-honest',
      'the same request was refused after the time of Retry-After',
    );
    return;
  }
  if (momentOf(judged, before).latestMs + skewMs(judged.allowance.windowMs) < before.sentAtMs) {
    return;
  }
  if (hasOtherUsers) {
    notes.leaveOpen(honest, otherUsers);
    return;
  }
  notes.flag({
    requirement: honest,
    kind: 'refused-after',
    message:
      'A request after the time of X-RateLimit-Reset was refused, although no request was sent in between',
    expected: 'a served request',
    actual: `429, ${spanText(entry.sentAtMs - momentOf(judged, before).latestMs)} after X-RateLimit-Reset: ${before.reset}`,
    entry,
    related: [{ role: 'the announcement', entry: before }],
    restsOnTiming: true,
  });
}

/** Only fixed windows explain the decisions, and none of them ends when `Reset` says. */
function judgeEdges(judged: Case): void {
  const { notes, explainedBy, keys } = judged;
  const contradicted =
    isFixedWindow(judged) &&
    !notes.hasFlagged('quota/never-exceeded') &&
    !notes.hasFlagged(timestamp) &&
    // The search for steps takes long.
    !isExplainedAsAnnounced(judged, explainedBy) &&
    !isExplainedAsAnnounced(judged, limitersInSteps);
  const entry = keys.flatMap(({ labels }) => labels.map(({ entries }) => entries[0]))[0];
  if (!contradicted || entry === undefined) {
    return;
  }
  if (keys.some(({ hasOtherUsers }) => hasOtherUsers)) {
    notes.leaveOpen(honest, otherUsers);
    return;
  }
  notes.flag({
    requirement: honest,
    kind: 'not-the-edge',
    message:
      'Only fixed windows explain what was served and refused, and none ends when X-RateLimit-Reset says',
    expected: 'X-RateLimit-Reset is the time at which the limit resets',
    actual: `X-RateLimit-Reset: ${entry.reset}, among others`,
    entry,
    restsOnTiming: true,
  });
}
