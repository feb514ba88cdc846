import type { ClockBounds } from '../../exchange/server-clock.ts';
import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import type { JudgedKey } from './case.ts';
import { KeyLedger } from './key-ledger.ts';
import { allowanceOf, type Counter } from './limiter-model.ts';
import { byMinute, type Classify } from './request-class.ts';
import { entriesWhere, grouped } from './selected-entries.ts';
import { movesWithUse, windowLabels } from './window-labels.ts';

/** The entries of some keys about the limit per minute: up to the exhaustion of the daily limit. */
export function minuteEntries(timeline: Timeline, keys: readonly number[]): Int32Array {
  return entriesWhere(
    timeline,
    (index) => keys.includes(timeline.key(index)) && timeline.phase(index) !== 'day',
  );
}

/** The use of one counter by these requests. */
export function counterOf(
  timeline: Timeline,
  entries: Int32Array,
  plan: PlanUnderTest,
  clock: ClockBounds | null,
  classify: Classify = byMinute(plan),
): Counter {
  const ledger = new KeyLedger(timeline, entries, classify, plan);
  const labels = windowLabels(timeline, ledger, plan, clock);
  const allowance = allowanceOf(plan.perMinute, plan.minuteMs);
  return { ledger, labels, movesWithUse: movesWithUse(labels, allowance) };
}

/** The requests of each key dealt out to counters by a name. A key that began untouched has counters that did. */
export function countersBy(
  timeline: Timeline,
  keys: readonly JudgedKey[],
  plan: PlanUnderTest,
  nameOf: (index: number) => string | number,
): readonly Counter[] {
  return keys.flatMap(({ ledger }) => {
    const groups = grouped(ledger.entries, () => true, nameOf);
    const start = ledger.start === 'unknown' ? 'unknown' : 'full';
    return [...groups.values()].map((group) => ({
      ledger: new KeyLedger(timeline, group, byMinute(plan), plan, start),
      labels: [],
      movesWithUse: false,
    }));
  });
}
