import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import { isTimestamp } from './key-trace.ts';
import type { Ledger } from './ledger.ts';

/** So many steps of the same size are the service's own way to count. */
const steadySteps = 3;

/**
 * Whether `Remaining` went down by more than this key's own requests explain: then somebody else seems to draw
 * on the key. A service that takes the same too much for every request does so by itself.
 */
export function isDrawnOnByOthers(timeline: Timeline, ledger: Ledger, plan: PlanUnderTest): boolean {
  if (takesTooMuch(timeline, ledger, plan)) {
    return false;
  }
  const groups = new Map<number, { values: Set<number>; count: number }>();
  let unknown = 0;
  for (const index of ledger.entries) {
    const reset = timeline.reset(index);
    const remaining = timeline.remaining(index);
    if (timeline.status(index) === 0 || timeline.status(index) >= 500) {
      unknown += 1;
    } else if (timeline.limit(index) === plan.perMinute && isTimestamp(reset) && remaining >= 0) {
      const group = groups.get(reset) ?? { values: new Set<number>(), count: 0 };
      group.values.add(remaining);
      group.count += 1;
      groups.set(reset, group);
    }
  }
  return [...groups.values()].some(({ values }) => {
    const sorted = [...values].sort((left, right) => left - right);
    const span = (sorted[sorted.length - 1] ?? 0) - (sorted[0] ?? 0) + 1;
    return span - values.size > unknown;
  });
}

function takesTooMuch(timeline: Timeline, ledger: Ledger, plan: PlanUnderTest): boolean {
  const steps: number[] = [];
  const { served } = ledger;
  for (let position = 1; position < served.length && steps.length < 2 * steadySteps; position += 1) {
    const [before, index] = [served[position - 1] ?? 0, served[position] ?? 0];
    const sequential = timeline.answeredAtMs(before) <= timeline.sentAtMs(index);
    const comparable = timeline.limit(before) === plan.perMinute && timeline.limit(index) === plan.perMinute;
    if (sequential && comparable && timeline.reset(before) === timeline.reset(index)) {
      steps.push(timeline.remaining(before) - timeline.remaining(index));
    }
  }
  const [first = 0] = steps;
  return steps.length >= 2 && first > 1 && steps.every((step) => step === first);
}
