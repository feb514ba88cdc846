import type { QuotaJudgement } from '../judgement.ts';
import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import type { Case, JudgedKey } from './case.ts';
import { judgeDay } from './day.ts';
import { isDrawnOnByOthers } from './drawn-on.ts';
import { judgeEarlyRefusals } from './early-refusal.ts';
import { judgeExcess } from './excess.ts';
import { explain } from './explain.ts';
import { explainsAll } from './explanation.ts';
import { entriesOf, minuteTrace } from './key-trace.ts';
import { judgeNeighbour } from './neighbour.ts';
import { Notes } from './notes.ts';
import { observe } from './observations.ts';
import { overlapAtLimit } from './overlap.ts';
import { judgePlanFigure } from './plan-figure.ts';
import { quotaFigures } from './quota-figures.ts';
import { judgeRemaining } from './remaining.ts';
import { judgeReset } from './reset.ts';
import { judgeRetryAfter } from './retry-after.ts';
import { serverClock } from './server-clock.ts';

/**
 * Judges what a measurement of one plan brought. Pure: it reads neither clock nor socket.
 *
 * A plan is exceeded only where no permitted limiter could have served what was served, and a request is refused
 * too early only where no permitted limiter would have refused it.
 */
export function judgeQuota(timeline: Timeline, plan: PlanUnderTest): QuotaJudgement {
  const figures = quotaFigures(plan.perMinute, plan.minuteMs);
  const keys = plan.keys
    .map((key): JudgedKey => {
      const trace = minuteTrace(timeline, [key], plan);
      return { key, trace, drawnOnByOthers: isDrawnOnByOthers(timeline, trace.ledger, plan) };
    })
    .filter(({ trace }) => trace.ledger.entries.length > 0);
  const judged: Case = {
    timeline,
    plan,
    figures,
    keys,
    explanations: explain(
      keys.map(({ trace }) => trace),
      figures,
    ),
    clock: serverClock(timeline, entriesOf(timeline, plan.keys)),
    notes: new Notes(),
  };
  judgeExcess(judged);
  judgeEarlyRefusals(judged);
  judgeNeighbour(judged);
  judgeRetryAfter(judged);
  judgeReset(judged);
  judgeRemaining(judged);
  judgePlanFigure(judged);
  judgeDay(judged);
  observe(judged);
  return {
    ...judged.notes.summary(),
    explainedBy: judged.explanations.filter(explainsAll).map(({ kind }) => kind),
    overlapAtLimit: overlapAtLimit(judged),
    clock: judged.clock,
  };
}
