import type { Timeline } from '../timeline.ts';
import type { Case, JudgedKey } from './case.ts';
import { byMinute } from './request-class.ts';

const countsDown = 'rate/remaining-counts-down';
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
  const entries = ledger.entries.subarray(from);
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
      message: `X-RateLimit-Remaining is ${plan.perMinute - 2} after the first of ${plan.perMinute} requests, and stays one too few`,
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
  { timeline, plan, allowance }: Case,
  { entries, refusals, start }: JudgedKey['ledger'],
): number | null {
  const { windowMs, limit, tickMs, slackMs } = allowance;
  const untilMs = refusals.bySent[0] ?? Number.POSITIVE_INFINITY;
  let found: number | null = null;
  let drawn = 0;
  let latestAnswerMs = Number.NEGATIVE_INFINITY;
  for (let position = 0; position < entries.length; position += 1) {
    const index = entries[position] as number;
    const sentMs = timeline.sentAtMs(index);
    if (sentMs > untilMs) {
      break;
    }
    if (sentMs - latestAnswerMs > (drawn * windowMs) / limit + tickMs + slackMs) {
      drawn = 0;
    }
    if (drawn === 0 && (position > 0 || start === 'full')) {
      found = isOneLess(timeline, entries.subarray(position, position + 3), plan.perMinute) ? position : null;
    }
    drawn += 1;
    latestAnswerMs = Math.max(latestAnswerMs, timeline.answeredAtMs(index));
  }
  return found;
}

function isOneLess(timeline: Timeline, first: Int32Array, limit: number): boolean {
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
function mostServed({ timeline }: Case, entries: Int32Array, refusal: number): number {
  const untilMs = timeline.answeredAtMs(refusal);
  return entries.filter((index) => timeline.status(index) !== 429 && timeline.sentAtMs(index) <= untilMs)
    .length;
}

/** The lower bound of requests used from the first of these on, before any refill. */
function drawnAtOnce({ timeline, plan, allowance, announced }: Case, entries: Int32Array): number {
  const restsMs = Math.min(...announced.map((model) => model.restsMs(allowance)));
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
