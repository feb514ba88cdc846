import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import type { Allowance } from './allowance.ts';
import type { Decisions } from './case.ts';
import { counterOf, minuteEntries } from './counters.ts';
import type { Counter, LimiterModel } from './limiter-model.ts';
import {
  admissionsOnly,
  allDecisions,
  allThatWasSaid,
  explaining,
  isExplained,
  refusalsOnly,
} from './permitted-limiters.ts';
import { byMinute } from './request-class.ts';

/** What is made of the decisions, and by which kinds of limiters they are explained. */
export interface Reading {
  readonly decisions: Decisions;
  readonly explainedBy: readonly LimiterModel[];
}

/** Reads the decisions on the requests of a plan's keys. */
export function readDecisions(
  timeline: Timeline,
  plan: PlanUnderTest,
  counters: readonly Counter[],
  allowance: Allowance,
): Reading {
  if (oddStatus(timeline, plan, allowance, counters) !== null) {
    return { decisions: 'other-status', explainedBy: [] };
  }
  const explainedBy = explaining(counters, allowance, allDecisions);
  if (explainedBy.length > 0) {
    return { decisions: 'explained', explainedBy };
  }
  if (!isExplained(counters, allowance, admissionsOnly)) {
    return { decisions: 'exceeded', explainedBy };
  }
  return { decisions: unexplained(counters, allowance), explainedBy };
}

/** Which limit, a little smaller or larger than the plan's, would explain what the plan's does not. */
function unexplained(counters: readonly Counter[], allowance: Allowance): Decisions {
  const explainedFor = (limit: number) =>
    limit > 0 && isExplained(counters, { ...allowance, limit }, allDecisions);
  const smaller = explainedFor(allowance.limit - 1);
  const larger = explainedFor(allowance.limit + 1);
  if (smaller !== larger) {
    return smaller ? 'refused-early' : 'exceeded-alone';
  }
  return isExplained(counters, allowance, refusalsOnly) ? 'exceeded-alone' : 'refused-early';
}

/** The kinds that `Reset` agrees with: fixed windows end when it says. All, where it agrees with none. */
export function announcedBy(
  explainedBy: readonly LimiterModel[],
  counters: readonly Counter[],
  allowance: Allowance,
): readonly LimiterModel[] {
  const agreeing = explainedBy.filter(
    (model) => !isWindows(model) || model.explains(counters, allowance, allThatWasSaid),
  );
  return agreeing.length > 0 ? agreeing : explainedBy;
}

function isWindows({ kind }: LimiterModel): boolean {
  return kind.startsWith('fixed window');
}

/** 0: no answer. 400, 401 and 404 have meanings of their own. */
const expectedStatuses = new Set([0, 400, 401, 404, 429]);
/** Fewer may be mishaps. */
const leastOdd = 3;

/**
 * The status that takes the place of 429: no 429 came at all, and taken for refusals, the answers with this
 * status are those of a permitted limiter. `null` where there is none.
 */
export function oddStatus(
  timeline: Timeline,
  plan: PlanUnderTest,
  allowance: Allowance,
  counters: readonly Counter[],
): number | null {
  const counts = new Map<number, number>();
  for (const { ledger } of counters) {
    if (ledger.refusals.entries.length > 0) {
      return null;
    }
    for (const index of ledger.entries) {
      const status = timeline.status(index);
      if (status >= 300 && !expectedStatuses.has(status)) {
        counts.set(status, (counts.get(status) ?? 0) + 1);
      }
    }
  }
  for (const [status, count] of counts) {
    const taken = plan.keys.map((key) =>
      counterOf(timeline, minuteEntries(timeline, [key]), plan, null, byMinute(plan, status)),
    );
    const known = taken.filter(
      ({ ledger }) => ledger.start !== 'unknown' && ledger.refusals.entries.length > 0,
    );
    if (count >= leastOdd && known.length > 0 && isExplained(taken, allowance, allDecisions)) {
      return status;
    }
  }
  return null;
}
