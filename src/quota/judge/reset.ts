import type { Case, JudgedKey } from './case.ts';
import { drawnOn, windowText } from './case.ts';
import { isServed } from './classify.ts';
import { isTimestamp } from './key-trace.ts';

const honest = 'quota/reset-honest';
const timestamp = 'rate/reset-is-timestamp';
/** A `Reset` may be rounded either way to a whole second, and clocks are read a little late. */
const roundingMs = 1_100;
/** Quotas smaller than this come back in full too easily to prove anything by it. */
const leastLimit = 10;

/** What `Reset` announces, and whether it comes true. */
export function judgeReset(judged: Case): void {
  const { keys, notes, clock } = judged;
  judgeForm(judged);
  if (clock === null) {
    notes.leaveOpen(honest, 'the answers carry no Date that X-RateLimit-Reset could be compared with');
    return;
  }
  for (const key of keys) {
    judgeFarOff(judged, key, clock);
    judgeOpening(judged, key, clock);
    judgeEarlyOpening(judged, key, clock);
  }
  notes.leaveOpen(honest, 'no request could be sent right after the time of X-RateLimit-Reset');
}

type Clock = NonNullable<Case['clock']>;

function judgeForm({ keys, timeline, notes }: Case): void {
  for (const { trace } of keys) {
    for (const index of trace.ledger.entries) {
      const reset = timeline.reset(index);
      if (Number.isNaN(reset) || isTimestamp(reset)) {
        continue;
      }
      notes.accuse({
        requirement: timestamp,
        kind: reset < 1e9 ? 'seconds-to-go' : 'milliseconds',
        message: `X-RateLimit-Reset is no Unix time in seconds: it looks like ${reset < 1e9 ? 'seconds to go' : 'milliseconds'}`,
        expected: 'a Unix time in seconds',
        actual: `X-RateLimit-Reset: ${reset}`,
        entry: index,
        related: [],
        restsOnTiming: false,
      });
      notes.leaveOpen(honest, 'X-RateLimit-Reset is no Unix time (rate/reset-is-timestamp)');
      return;
    }
  }
}

/** The times of this process at which the server's clock shows `reset`, at the earliest and at the latest. */
function momentOf(reset: number, clock: Clock): { readonly earliestMs: number; readonly latestMs: number } {
  return { earliestMs: reset * 1000 - clock.mostMs, latestMs: reset * 1000 - clock.leastMs };
}

function isOfMinute({ timeline, plan }: Case, index: number): boolean {
  return timeline.limit(index) === plan.perMinute && isTimestamp(timeline.reset(index));
}

/** A limit of the minute is not reset after more than two minutes: a sliding counter may be that far. */
function judgeFarOff(judged: Case, { trace }: JudgedKey, clock: Clock): void {
  const { timeline, figures, notes } = judged;
  const mostMs = 2 * figures.windowMs + figures.windowMs / figures.limit + 3_000;
  const far = trace.ledger.served.find(
    (index) =>
      isOfMinute(judged, index) &&
      momentOf(timeline.reset(index), clock).earliestMs > timeline.answeredAtMs(index) + mostMs,
  );
  if (far !== undefined) {
    const seconds = Math.round(
      (momentOf(timeline.reset(far), clock).earliestMs - timeline.answeredAtMs(far)) / 1000,
    );
    notes.accuse({
      requirement: honest,
      kind: 'too-far',
      message: `X-RateLimit-Reset lies ${seconds} s ahead, though the limit is one of ${windowText(figures.windowMs)}`,
      expected: `at most ${windowText(figures.windowMs)} ahead`,
      actual: `${seconds} s ahead`,
      entry: far,
      related: [],
      restsOnTiming: false,
    });
  }
}

/** A request that was sent after the announced time, from a quota that was used up without a refusal. */
function judgeOpening(judged: Case, { trace, drawnOnByOthers }: JudgedKey, clock: Clock): void {
  const { timeline, figures } = judged;
  const { entries } = trace.ledger;
  const lateMs = roundingMs + figures.windowMs / figures.limit + figures.slackMs;
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  let latestResetMs = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < entries.length; position += 1) {
    const index = entries[position] ?? 0;
    const previous = entries[position - 1];
    const alone = timeline.sentAtMs(index) >= latestAnswerMs;
    const usedUp =
      previous !== undefined &&
      isOfMinute(judged, previous) &&
      isServed(timeline, previous) &&
      lowestSince(judged, entries, position - 1) === 0;
    if (alone && usedUp && timeline.sentAtMs(index) >= latestResetMs + lateMs) {
      judgeOpened(judged, index, previous, drawnOnByOthers);
    }
    latestAnswerMs = Math.max(latestAnswerMs, timeline.answeredAtMs(index));
    if (isOfMinute(judged, index)) {
      const { latestMs, earliestMs } = momentOf(timeline.reset(index), clock);
      // A time that is past already promises nothing: that it is wrong is told of elsewhere.
      latestResetMs =
        latestMs + lateMs < timeline.sentAtMs(index)
          ? Number.POSITIVE_INFINITY
          : Math.max(latestMs, earliestMs);
    }
  }
}

/** The least `Remaining` among a request and those that were under way with it. */
function lowestSince({ timeline }: Case, entries: Int32Array, position: number): number {
  const sentAtMs = timeline.sentAtMs(entries[position] ?? 0);
  let lowest = Number.POSITIVE_INFINITY;
  for (let at = position; at >= 0 && position - at < 2_000; at -= 1) {
    const index = entries[at] ?? 0;
    if (timeline.answeredAtMs(index) < sentAtMs) {
      break;
    }
    if (timeline.status(index) === 429) {
      return Number.NaN;
    }
    lowest = Math.min(lowest, timeline.remaining(index));
  }
  return lowest;
}

function judgeOpened({ timeline, notes }: Case, index: number, before: number, shared: boolean): void {
  if (isServed(timeline, index)) {
    notes.support(honest, [index]);
  } else if (timeline.status(index) === 429) {
    if (shared) {
      notes.leaveOpen(honest, drawnOn);
      return;
    }
    notes.accuse({
      requirement: honest,
      kind: 'refused-after',
      message: 'A request after the time that X-RateLimit-Reset gave was refused',
      expected: 'it is served',
      actual: `429, ${((timeline.sentAtMs(index) - timeline.answeredAtMs(before)) / 1000).toFixed(1)} s after an answer that announced X-RateLimit-Reset: ${timeline.reset(before)}`,
      entry: index,
      related: [{ role: 'announcement', entry: before }],
      restsOnTiming: true,
    });
  }
}

/** A quota that was used up and comes back in full, long before the announced time. */
function judgeEarlyOpening(judged: Case, { trace }: JudgedKey, clock: Clock): void {
  const { timeline, figures, notes } = judged;
  if (figures.limit < leastLimit) {
    return;
  }
  const toleranceMs =
    roundingMs +
    figures.slackMs +
    figures.windowMs / figures.limit +
    Math.max(0.05 * figures.windowMs, 3_000);
  let usedUp: number | null = null;
  for (const index of trace.ledger.entries) {
    if (!isOfMinute(judged, index)) {
      continue;
    }
    const remaining = timeline.remaining(index);
    if (usedUp !== null && isServed(timeline, index) && remaining >= figures.limit - 2) {
      const { earliestMs } = momentOf(timeline.reset(usedUp), clock);
      const alone = timeline.sentAtMs(index) >= timeline.answeredAtMs(usedUp);
      if (alone && timeline.answeredAtMs(index) < earliestMs - toleranceMs) {
        const seconds = Math.round((earliestMs - timeline.answeredAtMs(index)) / 1000);
        notes.accuse({
          requirement: honest,
          kind: 'restored-before',
          message: `The limit was reset ${seconds} s before the time that X-RateLimit-Reset gave`,
          expected: 'X-RateLimit-Reset is the time at which the limit resets',
          actual: `Remaining: ${remaining} again, ${seconds} s before that time`,
          entry: index,
          related: [{ role: 'announcement', entry: usedUp }],
          restsOnTiming: true,
        });
        return;
      }
      usedUp = null;
    } else if (remaining === 0) {
      usedUp = index;
    }
  }
}
