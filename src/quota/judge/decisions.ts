import type { PlanUnderTest } from '../plan-under-test.ts';
import type { Timeline } from '../timeline.ts';
import type { Allowance } from './allowance.ts';
import type { Decisions } from './case.ts';
import { counterOf, minuteEntries } from './counters.ts';
import { entriesOf } from './key-entries.ts';
import type { Counter, Demand, LimiterModel } from './limiter-model.ts';
import {
  admissionsAsAnnounced,
  admissionsOnly,
  allDecisions,
  allThatWasSaid,
  explaining,
  isExplained,
  refusalsOnly,
} from './permitted-limiters.ts';
import { byMinute } from './request-class.ts';
import { counted } from './selected-entries.ts';
import { areExplainedInSteps } from './stepped-limiters.ts';

/** What is made of the decisions, and by which kinds of limiters they are explained. */
export interface Reading {
  readonly decisions: Decisions;
  readonly explainedBy: readonly LimiterModel[];
  /** Whether one explains them that moves on in steps, where more was admitted than by any other. */
  readonly inSteps: boolean;
}

/** Reads the decisions on the requests of a plan's keys. */
export function readDecisions(
  timeline: Timeline,
  plan: PlanUnderTest,
  counters: readonly Counter[],
  allowance: Allowance,
): Reading {
  const reading = readBySteadyLimiters(timeline, plan, counters, allowance);
  const isMore = reading.decisions === 'exceeded' || reading.decisions === 'exceeded-alone';
  return isMore && areExplainedInSteps(counters, allowance, demandOfSteps(reading, counters, allowance))
    ? { ...reading, decisions: 'unclear', inSteps: true }
    : { ...reading, inSteps: false };
}

/**
 * What steps have to explain: what was refused too where nobody else uses the keys, or where no more than one request
 * was too many, since a step gives back several.
 */
function demandOfSteps(
  { decisions }: Pick<Reading, 'decisions'>,
  counters: readonly Counter[],
  allowance: Allowance,
): Demand {
  const isOne = isExplained(counters, { ...allowance, limit: allowance.limit + 1 }, admissionsOnly);
  return decisions === 'exceeded' && !isOne ? admissionsOnly : allDecisions;
}

function readBySteadyLimiters(
  timeline: Timeline,
  plan: PlanUnderTest,
  counters: readonly Counter[],
  allowance: Allowance,
): Omit<Reading, 'inSteps'> {
  if (oddStatus(timeline, plan, allowance, counters) !== null) {
    return { decisions: 'other-status', explainedBy: [] };
  }
  if (exceedsAnnouncedWindow(timeline, counters, allowance)) {
    return { decisions: 'exceeded', explainedBy: [] };
  }
  const explainedBy = explaining(counters, allowance, allDecisions);
  if (explainedBy.length > 0) {
    return { decisions: 'explained', explainedBy };
  }
  if (
    !isExplained(counters, allowance, admissionsOnly) ||
    !isExplained(counters, allowance, admissionsAsAnnounced)
  ) {
    return { decisions: 'exceeded', explainedBy };
  }
  const decisions = unexplained(counters, allowance);
  // Who announces more than the plan's limit is not blamed for less.
  const isLess = decisions === 'refused-early' && announcesMore(timeline, plan, counters);
  return { decisions: isLess ? 'unclear' : decisions, explainedBy };
}

function announcesMore(timeline: Timeline, plan: PlanUnderTest, counters: readonly Counter[]): boolean {
  return counters.some(({ ledger }) =>
    ledger.entries.some((index) => {
      const limit = timeline.limit(index);
      return limit > plan.perMinute && limit !== plan.perDay;
    }),
  );
}

/**
 * Which way it is wrong, by the limit that the service seems to have instead; or where every single limiter would
 * have admitted more, whatever was served. A room that is filled by what is not on record is no excess.
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

/** Labels of windows as short as this could be the same, rounded to whole seconds. */
const shortestLabelledMs = 2500;

/**
 * Whether more than the limit was admitted under one `Reset` that is further off than a bucket's next token: a
 * window has one end, and a log or a counter forgets nothing until then.
 */
function exceedsAnnouncedWindow(
  timeline: Timeline,
  counters: readonly Counter[],
  allowance: Allowance,
): boolean {
  const farMs = (2 * allowance.windowMs) / allowance.limit;
  return (
    allowance.windowMs >= shortestLabelledMs &&
    counters.some(({ labels }) =>
      labels.some(
        ({ entries, earliestMs }) =>
          entries.length > allowance.limit &&
          counted(entries, (index) => timeline.answeredAtMs(index) + farMs < earliestMs) > allowance.limit,
      ),
    )
  );
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

/** 0: no answer. 400 and 404 have meanings of their own; a key that is refused from the start has no limit. */
const expectedStatuses = new Set([0, 400, 404, 429]);
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
  }
  for (const index of entriesOf(timeline, plan.keys)) {
    const status = timeline.status(index);
    if (status >= 300 && !expectedStatuses.has(status) && !timeline.cached(index)) {
      counts.set(status, (counts.get(status) ?? 0) + 1);
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
