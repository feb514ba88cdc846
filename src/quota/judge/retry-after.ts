import type { Timeline } from '../timeline.ts';
import type { Case, JudgedKey } from './case.ts';
import { drawnOn, windowText } from './case.ts';
import { isServed, speaksOfDay } from './classify.ts';
import { drift } from './quota-figures.ts';

const present = 'quota/retry-after-present';
const readable = 'quota/retry-after-readable';
const proportionate = 'quota/retry-after-proportionate';
const honest = 'quota/retry-after-honest';
/** After so many refusals a longer wait may be a ban. */
const refusalsWithoutBan = 10;

/** What each 429 promises by `Retry-After`, and whether it is kept. */
export function judgeRetryAfter(judged: Case): void {
  const { notes } = judged;
  const refused = judged.keys.flatMap(({ trace }) =>
    Array.from(trace.ledger.entries).filter((index) => judged.timeline.status(index) === 429),
  );
  if (refused.length === 0) {
    for (const requirement of [present, readable, proportionate, honest]) {
      notes.leaveOpen(requirement, 'no request was answered 429');
    }
    return;
  }
  judgeForm(judged, refused);
  for (const key of judged.keys) {
    judgeLength(judged, key);
    judgePromises(judged, key);
  }
  notes.leaveOpen(honest, 'no request could be sent right after the time of a Retry-After');
}

function judgeForm({ timeline, notes }: Case, refused: readonly number[]): void {
  const withOne = refused.filter((index) => timeline.retryAfterForm(index) !== 'absent');
  const without = refused.find((index) => timeline.retryAfterForm(index) === 'absent');
  if (without !== undefined) {
    notes.accuse({
      requirement: present,
      kind: withOne.length === 0 ? 'absent' : 'absent-sometimes',
      message: 'A 429 has no Retry-After',
      expected: 'a Retry-After on every 429',
      actual: 'none',
      entry: without,
      related: [],
      restsOnTiming: false,
    });
    notes.leaveOpen(readable, 'a 429 has no Retry-After (quota/retry-after-present)');
    notes.leaveOpen(proportionate, 'a 429 has no Retry-After (quota/retry-after-present)');
  } else {
    notes.support(present, refused);
  }
  const unreadable = withOne.find((index) => timeline.retryAfterForm(index) === 'unreadable');
  if (unreadable !== undefined) {
    notes.accuse({
      requirement: readable,
      kind: 'unreadable',
      message: 'Retry-After is neither a whole number of seconds nor an HTTP date',
      expected: 'for example 30',
      actual: `Retry-After: ${timeline.unreadable(unreadable) ?? ''}`,
      entry: unreadable,
      related: [],
      restsOnTiming: false,
    });
  } else if (withOne.length > 0) {
    notes.support(readable, withOne);
  }
}

/** What a 429 may ask for at most: a window, a request's share of it, and the rounding. */
function longestMs({ figures }: Case): number {
  const { windowMs, limit, slackMs } = figures;
  return windowMs * 1.05 + windowMs / limit + slackMs + 2_000;
}

function judgeLength(judged: Case, { trace }: JudgedKey): void {
  const { timeline, notes, plan } = judged;
  const most = longestMs(judged);
  for (const { entry } of trace.ledger.refusals.slice(0, refusalsWithoutBan)) {
    const waitMs = timeline.retryAfterMs(entry);
    if (Number.isNaN(waitMs) || speaksOfDay(timeline, entry, plan)) {
      continue;
    }
    if (waitMs > most) {
      notes.accuse({
        requirement: proportionate,
        kind: 'too-far',
        message: `Retry-After asks to wait longer than the window that is used up${mistake(timeline, entry, judged)}`,
        expected: `at most about ${windowText(plan.minuteMs)}`,
        actual: `${Math.round(waitMs / 1000)} s`,
        entry,
        related: [],
        restsOnTiming: false,
      });
      notes.leaveOpen(honest, 'Retry-After is further off than the window, and was not waited for');
    } else {
      notes.support(proportionate, [entry]);
    }
  }
}

function mistake(timeline: Timeline, entry: number, { figures }: Case): string {
  const seconds = timeline.retryAfterMs(entry) / 1000;
  if (seconds > 1e9) {
    return ': it looks like a Unix time';
  }
  return seconds > figures.windowMs / 20 && seconds <= figures.windowMs * 1.1 && seconds >= 1000
    ? ': it looks like milliseconds'
    : '';
}

/** Each request that came after the time that the refusals before it gave, nothing sent in between. */
function judgePromises(judged: Case, { trace, drawnOnByOthers }: JudgedKey): void {
  const { timeline, notes, plan, figures } = judged;
  for (const { refusals, next } of followed(timeline, trace.ledger.entries)) {
    const entry = refusals[refusals.length - 1];
    if (entry === undefined || refusals.some((index) => !isKnown(timeline, index))) {
      continue;
    }
    const promisedAtMs = Math.max(...refusals.map((index) => promise(timeline, index)));
    const lateness = timeline.sentAtMs(next) - promisedAtMs - figures.slackMs;
    if (lateness < 0 || refusals.some((index) => speaksOfDay(timeline, index, plan))) {
      continue;
    }
    if (isServed(timeline, next)) {
      notes.support(honest, [next]);
    } else if (timeline.status(next) === 429 && !speaksOfDay(timeline, next, plan)) {
      if (drawnOnByOthers) {
        notes.leaveOpen(honest, drawnOn);
        continue;
      }
      notes.accuse({
        requirement: honest,
        kind: 'refused-after',
        message: 'A request after the time that Retry-After gave was refused',
        expected: 'it is served',
        actual: `429, ${((timeline.sentAtMs(next) - timeline.answeredAtMs(entry)) / 1000).toFixed(2)} s after a 429 that asked to wait ${(timeline.retryAfterMs(entry) / 1000).toFixed(0)} s`,
        entry: next,
        related: [{ role: 'refusal before', entry }],
        restsOnTiming: true,
      });
    }
  }
}

function isKnown(timeline: Timeline, index: number): boolean {
  return Number.isFinite(timeline.retryAfterMs(index));
}

/** From receipt (RFC 9110 section 10.2.3); a date is cut to whole seconds, and so is the one it is compared with. */
function promise(timeline: Timeline, index: number): number {
  const waitMs = timeline.retryAfterMs(index);
  const blurMs = timeline.retryAfterForm(index) === 'date' ? 2_000 : 0;
  return timeline.answeredAtMs(index) + waitMs * (1 + drift) + blurMs;
}

/**
 * Requests that were sent alone, right after refusals that were under way last. Nothing that was under way with
 * those was served: it could have taken what they promise.
 */
export function* followed(
  timeline: Timeline,
  entries: Int32Array,
): Generator<{ readonly refusals: readonly number[]; readonly next: number }> {
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 1; position < entries.length; position += 1) {
    const previous = entries[position - 1] ?? 0;
    latestAnswerMs = Math.max(latestAnswerMs, timeline.answeredAtMs(previous));
    const next = entries[position] ?? 0;
    if (timeline.sentAtMs(next) < latestAnswerMs) {
      continue;
    }
    const group = underWay(timeline, entries, position - 1);
    if (group.length > 0 && group.every((index) => timeline.status(index) === 429)) {
      yield { refusals: group, next };
    }
  }
}

/** The request at `position` and those before it that were not answered when it was sent. */
function underWay(timeline: Timeline, entries: Int32Array, position: number): number[] {
  const group: number[] = [];
  const lastSentAtMs = timeline.sentAtMs(entries[position] ?? 0);
  for (let at = position; at >= 0 && position - at < 2_000; at -= 1) {
    const index = entries[at] ?? 0;
    if (timeline.answeredAtMs(index) >= lastSentAtMs) {
      group.push(index);
    }
  }
  return group.reverse();
}
