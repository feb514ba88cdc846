import type { PlanUnderTest } from '../quota-wire.ts';
import type { Timeline } from '../timeline.ts';
import type { Case, Decisions } from './case.ts';
import { byMinute, entriesOf } from './entries.ts';
import { counterOf, minuteEntries } from './key-ledger.ts';
import type { Allowance, Counter } from './limiter-model.ts';
import {
  admissionsAsAnnounced,
  admissionsOnly,
  allDecisions,
  explaining,
  isExplained,
  refusalsOnly,
} from './permitted-limiters.ts';
import { skewMs } from './skewed-clock.ts';
import { limitersInSteps } from './stepped-limiters.ts';

/** The result of the decisions, and the kinds of limiters that explain all of them. */
export type Reading = Pick<Case, 'decisions' | 'explainedBy'>;

/** Reads the decisions on the requests of a plan's keys. */
export function readDecisions(
  timeline: Timeline,
  plan: PlanUnderTest,
  counters: readonly Counter[],
  allowance: Allowance,
): Reading {
  const contradicted = (decisions: Decisions): Reading => ({ decisions, explainedBy: [] });
  if (oddStatus(timeline, plan, allowance, counters) !== null) {
    return contradicted('other-status');
  }
  const isMoreThanAnnounced = exceedsAnnouncedWindow(counters, allowance);
  const steady = isMoreThanAnnounced ? [] : explaining(counters, allowance, allDecisions);
  if (steady.length > 0) {
    return { decisions: 'explained', explainedBy: steady };
  }
  const inSteps = explaining(counters, allowance, allDecisions, limitersInSteps);
  if (inSteps.length > 0) {
    return { decisions: 'in steps', explainedBy: inSteps };
  }
  if (isMoreThanAnnounced) {
    return contradicted('exceeded');
  }
  if (!isExplained(counters, allowance, admissionsAsAnnounced)) {
    // Steps explain the admissions, but not the refusals: that only holds if no other client uses the keys.
    const isAlone = isExplained(counters, allowance, admissionsOnly, limitersInSteps);
    return contradicted(isAlone ? 'exceeded-alone' : 'exceeded');
  }
  const decisions = unexplained(counters, allowance);
  // A service that announces more than the plan's limit is not flagged for granting less.
  const isLess = decisions === 'refused-early' && announcesMore(plan, counters);
  return contradicted(isLess ? 'unclear' : decisions);
}

function announcesMore(plan: PlanUnderTest, counters: readonly Counter[]): boolean {
  return counters.some(({ ledger }) =>
    ledger.entries.some((entry) => {
      const limit = entry.limit;
      return limit > plan.perMinute && limit !== plan.perDay;
    }),
  );
}

/**
 * The direction of the error: the service grants more or less than the plan. By the limit that explains the decisions
 * instead, or because every limiter would have admitted a refused request. Requests of other clients are no excess.
 */
function unexplained(counters: readonly Counter[], allowance: Allowance): Decisions {
  const explainedFor = (limit: number) => isExplained(counters, { ...allowance, limit }, allDecisions);
  const larger = explainedFor(allowance.limit + 1);
  const smaller = explainedFor(allowance.limit - 1);
  if (larger && !smaller) {
    const isUnlabelled = counters.every(({ labels }) => labels.length === 0);
    return isUnlabelled ? 'exceeded-alone' : 'unclear';
  }
  return smaller || !isExplained(counters, allowance, refusalsOnly) ? 'refused-early' : 'unclear';
}

/** The shortest windows whose `Reset`, in whole seconds, distinguishes them. */
const shortestLabelledMs = 2500;

/**
 * Whether more than the limit was admitted while responses announced one `Reset` that is later than a bucket's next
 * token, by any clock: a window has one end, and a log or a counter restores nothing before it.
 */
function exceedsAnnouncedWindow(counters: readonly Counter[], allowance: Allowance): boolean {
  const farMs = (2 * allowance.windowMs) / allowance.limit + skewMs(allowance.windowMs);
  return (
    allowance.windowMs >= shortestLabelledMs &&
    counters.some(({ labels }) =>
      labels.some(
        ({ entries, earliestMs }) =>
          entries.length > allowance.limit &&
          entries.filter((entry) => entry.answeredAtMs + farMs < earliestMs).length > allowance.limit,
      ),
    )
  );
}

/** 0: no answer. 400 and 404 have meanings of their own; a key that is refused from the start has no limit. */
const expectedStatuses = new Set([0, 400, 404, 429]);
/** Fewer may be accidental. */
const leastOdd = 3;

/**
 * The status that replaces 429: there was no 429, and the responses with this status are the refusals of a permitted
 * limiter; otherwise `null`.
 */
export function oddStatus(
  timeline: Timeline,
  plan: PlanUnderTest,
  allowance: Allowance,
  counters: readonly Counter[],
): number | null {
  const counts = new Map<number, number>();
  for (const { ledger } of counters) {
    if (ledger.refusals.length > 0) {
      return null;
    }
  }
  for (const entry of entriesOf(timeline, plan.keys)) {
    const status = entry.status;
    if (status >= 300 && !expectedStatuses.has(status) && !entry.cached) {
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  }
  for (const [status, count] of counts) {
    const taken = plan.keys.map((key) =>
      counterOf(minuteEntries(timeline, [key]), plan, null, byMinute(plan, status)),
    );
    const known = taken.filter(({ ledger }) => ledger.start !== 'unknown' && ledger.refusals.length > 0);
    if (count >= leastOdd && known.length > 0 && isExplained(taken, allowance, allDecisions)) {
      return status;
    }
  }
  return null;
}
