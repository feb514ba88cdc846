import { refusalFields } from '../refusal-fields.ts';
import type { TimelineEntry } from '../timeline.ts';
import { type Case, type JudgedKey, otherUsers, spanText, windowText } from './case.ts';
import { byMinute, entriesOf, loneRequests } from './entries.ts';
import type { KeyLedger } from './key-ledger.ts';
import { drift, timerMs } from './limiter-model.ts';
import { countBefore } from './times.ts';

const present = 'quota/retry-after-present';
const noRefusal = 'no 429 was received';

/** Judges `Retry-After`: its values and whether they are correct. */
export function judgeRetryAfter(judged: Case): void {
  for (const key of judged.keys) {
    judgeLength(judged, key);
  }
  judgePromises(judged);
  const { notes, keys } = judged;
  const refused = keys.some(({ ledger }) => ledger.refusals.length > 0);
  notes.leaveOpen(
    [present, readable, proportionate],
    refused ? 'no 429 has a Retry-After that can be read' : noRefusal,
    'if-silent',
  );
  notes.leaveOpen(
    honest,
    refused ? 'no single request was sent shortly after the time of a Retry-After' : noRefusal,
    'if-silent',
  );
}

/** Judges every 429, of any limit and any key. */
export function judgeRefusalFields({ timeline, plan, notes }: Case): void {
  for (const entry of entriesOf(timeline, [0, ...plan.keys])) {
    if (entry.status === 429 && !entry.cached) {
      for (const [requirement, deviation] of refusalFields(entry)) {
        if (deviation === null) {
          notes.support(requirement, [entry]);
        } else {
          notes.flag({ requirement, ...deviation, entry });
        }
      }
    }
  }
  notes.leaveOpen('quota/remaining-zero', 'no 429 with rate limit headers was received', 'if-silent');
}

/** Judged on the first refusals of each series, because later ones may be a ban. */
function judgeLength(judged: Case, { ledger }: JudgedKey): void {
  const { notes, allowance } = judged;
  const { refusals } = ledger;
  let reachMs = Number.NEGATIVE_INFINITY;
  for (const [position, first] of refusals.entries()) {
    const firstAnswerMs = first.answeredAtMs;
    const isFirst = first.sentAtMs > reachMs;
    reachMs = Math.max(reachMs, firstAnswerMs + allowance.windowMs / 4);
    if (!isFirst) {
      continue;
    }
    let shortest = Number.NaN;
    let entry = first;
    for (const other of refusals.slice(position, position + 4096)) {
      const { sentAtMs, retryAfterMs } = other;
      if (sentAtMs <= firstAnswerMs && !Number.isNaN(retryAfterMs) && !(retryAfterMs >= shortest)) {
        shortest = retryAfterMs;
        entry = other;
      }
    }
    if (shortest > longestMs(judged)) {
      flagTooLong(judged, entry, shortest);
    } else if (!Number.isNaN(shortest)) {
      notes.support(proportionate, [entry]);
    }
  }
}

function flagTooLong({ notes, plan, clock, allowance }: Case, entry: TimelineEntry, waitMs: number): void {
  const seconds = waitMs / 1000;
  const epoch = clock === null ? 1e9 : (entry.answeredAtMs + clock.leastMs) / 1000;
  const likeTime = seconds > 0.5 * epoch && seconds < 2 * epoch;
  const isNumber = entry.retryAfterForm === 'seconds';
  const likeMs =
    isNumber && !likeTime && seconds <= 2.2 * allowance.windowMs && seconds > 0.01 * allowance.windowMs;
  const mistake = likeTime ? 'unix-time' : likeMs && seconds > 300 ? 'milliseconds' : 'too-long';
  const looks = {
    'unix-time': ': it looks like a Unix time',
    milliseconds: ': it looks like milliseconds',
    'too-long': '',
  };
  notes.flag({
    requirement: proportionate,
    kind: mistake,
    message: `Retry-After asks to wait much longer than the window that is used up${looks[mistake]}`,
    expected: `about ${windowText(plan.minuteMs)} at most`,
    actual: `${Math.round(seconds)} s`,
    entry,
  });
}

const readable = 'quota/retry-after-readable';
const proportionate = 'quota/retry-after-proportionate';
const honest = 'quota/retry-after-honest';

/** The longest `Retry-After` of a permitted limiter of the minute at its first refusal, with room for rounding. */
function longestMs({ allowance: { windowMs, limit } }: Case): number {
  return 1.25 * windowMs + windowMs / limit + 2000;
}

/** The units that services use, in ms. A date is independent of them. */
const units = { seconds: 1000, minutes: 60_000, milliseconds: 1 } as const;
type Unit = keyof typeof units;

/** A single request after the times that all earlier refusals announced. */
interface TestedPromise {
  readonly entry: TimelineEntry;
  readonly refusal: TimelineEntry;
  readonly isServed: boolean;
  /** Whether it was early enough to contradict a shorter wait. */
  readonly isShortlyAfter: boolean;
}

/**
 * Whether the times of `Retry-After` are correct. The interface document does not show the unit: the one that explains
 * all values and results is used.
 */
export function judgePromises(judged: Case): void {
  const { notes, keys } = judged;
  const isFar = notes.hasFlagged(proportionate);
  const bySeconds = testedPromises(judged, 'seconds');
  const broken = bySeconds.find(({ isServed }) => !isServed);
  const other = isFar ? 'milliseconds' : 'minutes';
  const isOther = (isFar || broken !== undefined) && isUnit(judged, other);
  const tested = isOther ? testedPromises(judged, other) : bySeconds;
  const kept = tested.filter(({ isServed, isShortlyAfter }) => isServed && isShortlyAfter);
  if (kept.length > 0) {
    notes.support(
      honest,
      kept.map(({ entry }) => entry),
    );
  }
  if (isFar && !isOther) {
    notes.leaveOpenFor(honest, proportionate, 'Retry-After is much longer than the window');
  } else if (broken !== undefined && keys.some(({ hasOtherUsers }) => hasOtherUsers)) {
    notes.leaveOpen(honest, otherUsers);
  } else if (broken !== undefined && !isOther) {
    flagBroken(judged, broken);
  } else if (broken !== undefined) {
    if (isSurelyMinutes(judged)) {
      flagUnit(judged, broken);
    } else {
      notes.leaveOpen(
        readable,
        'Retry-After may count minutes, or something else used the key: run again with a key that nothing else uses',
      );
    }
    notes.leaveOpen(
      honest,
      'Retry-After may count minutes, and no request was sent shortly after that time',
      'if-silent',
    );
  }
}

/** Whether the values in this unit are possible for a limit per minute, and all tested ones were correct. */
function isUnit(judged: Case, unit: Unit): boolean {
  const { keys } = judged;
  const waits = keys.flatMap(({ ledger }) =>
    ledger.refusals.map((entry) => waitMs(entry, unit)).filter((ms) => !Number.isNaN(ms)),
  );
  return (
    waits.every((ms) => ms > 0 && ms <= longestMs(judged)) &&
    testedPromises(judged, unit).every(({ isServed }) => isServed)
  );
}

/** The number of restored requests that other clients are unlikely to use at once. */
const comingBack = 4;

/**
 * Whether no other client of the key explains a broken wait in seconds: a permitted limiter explains all requests of
 * the run, nothing was served for so long that a bucket would have restored several, and a request after that many
 * minutes was served.
 */
function isSurelyMinutes(judged: Case): boolean {
  const { keys, allowance, decisions } = judged;
  const isServedLater = keys.some(({ ledger }) => {
    const [first] = ledger.refusals;
    const laterMs = first === undefined ? NaN : first.answeredAtMs + waitMs(first, 'minutes');
    return (ledger.admitted.sent.at(-1) ?? NaN) >= laterMs;
  });
  if (decisions !== 'explained' || !isServedLater) {
    return false;
  }
  const leastMs = (comingBack * allowance.windowMs) / allowance.limit;
  return testedPromises(judged, 'seconds')
    .filter(({ isServed }) => !isServed)
    .some(({ entry }) => keys.some(({ ledger }) => refusedForMs(ledger, entry) >= leastMs));
}

/** The time for which every request up to this one was refused, in ms; 0 for another key. */
function refusedForMs({ entries, admitted }: KeyLedger, entry: TimelineEntry): number {
  if (!entries.includes(entry)) {
    return 0;
  }
  const sentMs = entry.sentAtMs;
  const served = admitted.answered[countBefore(admitted.answered, sentMs) - 1] ?? Number.NEGATIVE_INFINITY;
  const first = entries.find((one) => one.status === 429 && one.sentAtMs >= served);
  return first === undefined ? 0 : sentMs - first.answeredAtMs;
}

function waitMs({ retryAfterMs, retryAfterForm }: TimelineEntry, unit: Unit): number {
  return retryAfterForm === 'seconds' ? (retryAfterMs / units.seconds) * units[unit] : retryAfterMs;
}

/** A later request proves little about the announced time, in ms; a date has an error of two seconds. */
const shortlyMs = 500;
const dateShortlyMs = 3000;

function testedPromises({ plan, keys }: Case, unit: Unit): TestedPromise[] {
  const classify = byMinute(plan);
  const tested: TestedPromise[] = [];
  for (const { ledger } of keys) {
    for (const { entry, before } of loneRequests(ledger.entries)) {
      const found = classify(entry);
      const isAfterRefusals = before.every((refused) => classify(refused) === 'refused');
      if (!isAfterRefusals || (found !== 'admitted' && found !== 'refused')) {
        continue;
      }
      // From receipt (RFC 9110 section 10.2.3). NaN if unreadable.
      const promisedMs = Math.max(
        ...before.map((one) => one.answeredAtMs + waitMs(one, unit) * (1 + drift) + timerMs / 2),
      );
      const lateMs = entry.sentAtMs - promisedMs;
      const refusal = before[0] as TimelineEntry;
      const isDate = refusal.retryAfterForm === 'date';
      if (lateMs >= 0) {
        const isShortlyAfter = lateMs <= (isDate ? dateShortlyMs : shortlyMs);
        tested.push({ entry, refusal, isServed: found === 'admitted', isShortlyAfter });
      }
    }
  }
  return tested;
}

function flagBroken({ notes }: Case, { entry, refusal }: TestedPromise): void {
  const later = entry.sentAtMs - refusal.answeredAtMs;
  notes.flag({
    requirement: honest,
    kind: 'refused-after',
    message: 'A request after the time of Retry-After was refused, although no request was sent in between',
    expected: 'a served request',
    actual: `429, ${spanText(later)} after a 429 with a Retry-After of ${Math.round(refusal.retryAfterMs / 1000)} s`,
    entry,
    related: [{ role: 'the 429 before', entry: refusal }],
    restsOnTiming: true,
  });
}

function flagUnit({ notes }: Case, { entry, refusal }: TestedPromise): void {
  const value = Math.round(refusal.retryAfterMs / units.seconds);
  notes.flag({
    requirement: readable,
    kind: 'minutes',
    message: `Retry-After: ${value} holds in minutes, not in seconds: a request after ${value} s was refused`,
    expected: 'whole seconds, or an HTTP date',
    actual: `Retry-After: ${value}`,
    entry: refusal,
    related: [{ role: 'the request after that many seconds', entry }],
    restsOnTiming: true,
  });
}
