import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import { classifyMinute } from './classify.ts';
import type { KeyTrace } from './explanation.ts';
import { type Counted, Ledger } from './ledger.ts';
import { type QuotaFigures, quotaFigures } from './quota-figures.ts';
import { refusalChains } from './refusal-chain.ts';

/** Windows shorter than this can't be told apart by a `Reset` in whole seconds, in ms. */
const shortestLabelledMs = 2_000;

/** The indices of some keys' requests, in the order in which they were sent. */
export function entriesOf(timeline: Timeline, keys: readonly number[]): Int32Array {
  const own = new Set(keys);
  const entries: number[] = [];
  for (let index = 0; index < timeline.length; index += 1) {
    if (own.has(timeline.key(index))) {
      entries.push(index);
    }
  }
  return Int32Array.from(entries).sort((left, right) => timeline.sentAtMs(left) - timeline.sentAtMs(right));
}

/** The requests of these keys, taken as one, as they drew on the quota of the minute. */
export function minuteTrace(timeline: Timeline, keys: readonly number[], plan: PlanUnderTest): KeyTrace {
  const entries = entriesOf(timeline, keys);
  const counted = classifyMinute(timeline, entries, plan);
  const figures = quotaFigures(plan.perMinute, plan.minuteMs);
  return keyTrace(timeline, entries, counted, figures, minuteKnownFrom(timeline, entries, plan));
}

/** A trace of any quota. */
export function keyTrace(
  timeline: Timeline,
  entries: Int32Array,
  counted: (index: number) => Counted,
  figures: QuotaFigures,
  knownFromMs: number,
): KeyTrace {
  const ledger = new Ledger(
    timeline,
    entries.filter((index) => counted(index) !== 'ignored'),
    counted,
  );
  return {
    ledger,
    chains: refusalChains(ledger, figures),
    knownFromMs,
    mostUnderOneReset:
      figures.windowMs < shortestLabelledMs ? 0 : mostUnderOneReset(timeline, ledger.served, figures.limit),
  };
}

/** Everything, where the first answer announces a full quota; else what comes two windows after it. */
function minuteKnownFrom(timeline: Timeline, entries: Int32Array, plan: PlanUnderTest): number {
  const first = entries.find((index) => timeline.status(index) !== 0 && !timeline.cached(index));
  if (first === undefined) {
    return Number.POSITIVE_INFINITY;
  }
  const limit = timeline.limit(first);
  const ofMinute = limit > 0 && (limit !== plan.perDay || plan.perDay === plan.perMinute);
  return ofMinute && timeline.remaining(first) >= limit - 2
    ? Number.NEGATIVE_INFINITY
    : timeline.sentAtMs(first) + 2 * plan.minuteMs;
}

/** A fixed window has one end: so much was served under the same one. */
function mostUnderOneReset(timeline: Timeline, served: Int32Array, limit: number): number {
  const byReset = new Map<number, number>();
  let most = 0;
  for (const index of served) {
    const reset = timeline.reset(index);
    if (timeline.limit(index) === limit && isTimestamp(reset)) {
      const count = (byReset.get(reset) ?? 0) + 1;
      byReset.set(reset, count);
      most = Math.max(most, count);
    }
  }
  return most;
}

/** Whether a `Reset` can be a Unix time in seconds. */
export function isTimestamp(reset: number): boolean {
  return Number.isInteger(reset) && reset >= 1e9 && reset < 1e11;
}
