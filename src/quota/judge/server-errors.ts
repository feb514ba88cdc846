import type { Phase, Timeline } from '../timeline.ts';
import { type Case, type JudgedKey, requests, windowText } from './case.ts';

const granted = 'quota/fully-granted';
/** Fewer errors may be mishaps: this number, and this share of the limit. */
const leastErrors = 3;
const leastShare = 0.05;
/** Requests of these are sent many at once. */
const burstPhases: ReadonlySet<Phase> = new Set(['burst', 'spend', 'one-operation']);

/**
 * Lists of a burst that got a server error though they were within the limit: so many of a full quota were not served,
 * while the same list by itself was, before and after. Other operations may fail for reasons of their own. Whether
 * there is such a key.
 */
export function flagServerErrors(judged: Case): boolean {
  return judged.keys.some((key) => flagKey(judged, key));
}

function flagKey({ timeline, plan, notes, allowance }: Case, { ledger }: JudgedKey): boolean {
  if (ledger.start === 'unknown') {
    return false;
  }
  const { entries } = ledger;
  const isList = (index: number) => timeline.operation(index) === 'listPets';
  const burst = entries.filter((index) => timeline.phase(index) === 'burst');
  const [first] = burst;
  if (first === undefined) {
    return false;
  }
  const untilMs = timeline.sentAtMs(first) + allowance.windowMs / 2;
  const inTime = entries.filter((index) => timeline.sentAtMs(index) <= untilMs);
  const errors = burst.filter(
    (index) => isList(index) && timeline.status(index) >= 500 && timeline.sentAtMs(index) <= untilMs,
  );
  // What is neither an error nor lost was served, was for an animal that isn't there, or was due to be refused.
  const used = inTime.filter((index) => timeline.status(index) > 0 && timeline.status(index) < 429).length;
  const short = Math.min(errors.length, plan.perMinute - used);
  const [error] = errors;
  if (
    error === undefined ||
    short < Math.max(leastErrors, leastShare * plan.perMinute) ||
    !isServedAlone(timeline, { toMs: timeline.sentAtMs(first) }) ||
    !isServedAlone(timeline, { fromMs: timeline.answeredAtMs(errors.at(-1) as number) })
  ) {
    return false;
  }
  const status = timeline.status(error);
  const figure = `${plan.perMinute} in ${windowText(plan.minuteMs)}`;
  notes.flag({
    requirement: granted,
    kind: 'server-error-within-limit',
    message: `${requests(short)} within the limit returned ${status} when sent concurrently, although single ones are served; the plan grants ${figure}`,
    expected: `${figure} are served`,
    actual: `${used} served, ${errors.length} server errors`,
    entry: error,
    restsOnTiming: true,
  });
  return true;
}

/** Whether a list outside a burst was served in a time, with whatever key. */
function isServedAlone(timeline: Timeline, { fromMs = -Infinity, toMs = Infinity }): boolean {
  for (let index = 0; index < timeline.length; index += 1) {
    const isIn = timeline.sentAtMs(index) >= fromMs && timeline.answeredAtMs(index) <= toMs;
    const isAlone = timeline.operation(index) === 'listPets' && !burstPhases.has(timeline.phase(index));
    if (isIn && isAlone && timeline.served(index)) {
      return true;
    }
  }
  return false;
}
