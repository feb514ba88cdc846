import { type Case, type JudgedKey, requests } from './case.ts';
import { byMinute, saysMinute } from './request-class.ts';
import { countUpTo } from './sorted-times.ts';

const countsDown = 'rate/remaining-counts-down';
const granted = 'quota/fully-granted';
/** So long after a request a bucket has surely got a little back. */
const aMomentMs = 5;

/**
 * A quota that shows one less than it has, from the first request on: either the figure is wrong, which shows
 * where as many are served as the plan has; or the quota is one short, which shows where one fewer is. An earlier
 * use could be the reason, which a second measurement after a silence rules out; and a bucket in fractions shows
 * it once, but not again.
 */
export function judgeOneLessAtFirst(judged: Case, { ledger, hasOtherUsers }: JudgedKey): void {
  const { timeline, plan, notes } = judged;
  const first = ledger.entries.subarray(0, 3);
  const [one, , last] = first;
  if (one === undefined || last === undefined || ledger.start !== 'full' || hasOtherUsers) {
    return;
  }
  const isOneLess = first.every(
    (index, position) =>
      ledger.admittedEntries[position] === index &&
      saysMinute(timeline, index, plan) &&
      timeline.remaining(index) === plan.perMinute - 2 - position,
  );
  if (!isOneLess || timeline.sentAtMs(last) <= timeline.answeredAtMs(one) + aMomentMs) {
    return;
  }
  const [refusal] = ledger.refusals.entries;
  const figures = {
    actual: `X-RateLimit-Remaining: ${plan.perMinute - 2}`,
    expected: `${plan.perMinute - 1}`,
    restsOnTiming: true,
  };
  const most = refusal === undefined ? plan.perMinute : mostServed(judged, ledger, refusal);
  if (drawnAtOnce(judged, ledger, one) >= plan.perMinute) {
    notes.accuse({
      ...figures,
      requirement: countsDown,
      kind: 'starts-one-less',
      message: `X-RateLimit-Remaining shows ${plan.perMinute - 2} after the first request of a quota of ${plan.perMinute}, and stays one too few`,
      entry: one,
      related: [{ role: 'the third request', entry: last }],
    });
  } else if (refusal !== undefined && most < plan.perMinute) {
    notes.accuse({
      ...figures,
      requirement: granted,
      kind: 'starts-one-short',
      message: `After at most ${requests(most)} the next was refused, of ${plan.perMinute} that the plan grants, and X-RateLimit-Remaining was one short of it from the first`,
      entry: refusal,
      related: [{ role: 'the first request', entry: one }],
    });
  }
}

/** At most so many were served before the first refusal. */
function mostServed({ timeline }: Case, { entries }: JudgedKey['ledger'], refusal: number): number {
  const untilMs = timeline.answeredAtMs(refusal);
  return entries.filter((index) => timeline.status(index) !== 429 && timeline.sentAtMs(index) <= untilMs)
    .length;
}

/** At least so many were drawn from the first request on, before anything can have come back. */
function drawnAtOnce(
  { timeline, plan, allowance, announced }: Case,
  ledger: JudgedKey['ledger'],
  one: number,
) {
  const refills = announced.some(({ kind }) => kind === 'token bucket');
  const { windowMs, slackMs, limit } = allowance;
  const untilMs = timeline.sentAtMs(one) + (refills ? windowMs / limit : windowMs - slackMs);
  const { admitted, entries } = ledger;
  const classify = byMinute(plan);
  const counted = entries.filter((index, position) => {
    const before = entries[position - 1];
    return (
      classify(timeline, index) === 'possible' &&
      before !== undefined &&
      timeline.answeredAtMs(index) <= untilMs &&
      timeline.answeredAtMs(before) <= timeline.sentAtMs(index) &&
      timeline.remaining(index) === timeline.remaining(before) - 1
    );
  });
  return countUpTo(admitted.answered, untilMs) + counted.length;
}
