import { planOf } from '../../suites/plan.ts';
import { type RequirementId, requirements } from '../../suites/requirements.ts';
import type { ScenarioName } from '../../suites/scenarios.ts';
import { isAmple } from './ample-allowance.ts';
import type { Check } from './check.ts';
import { planRun, type RunPlan } from './run-plan.ts';
import { perRun } from './session.ts';

const begun = perRun(() => new Set<string>());
const planned = perRun(() => new Map<string, RunPlan['checks'][number]>());

/** Creates as many animals as the store lacks by then. */
const filling: ScenarioName = 'fill the store';

/** Sends lists late in the run in the name of `list/filter-complete`, with whose requests they are counted. */
const late: ScenarioName = 'late readings';
const lateLists = 5;

const observing: ReadonlySet<string> = new Set<RequirementId>(
  requirements.filter(({ level }) => level === 'OBSERVE').map(({ id }) => id),
);

/**
 * How many requests a check may send so that the run stays near the number of its effort, on a service that takes
 * more of them than others: one whose pages are small, or that refuses most names. Such a run first leaves out
 * observations, because only the watches can fail them, and then all hand-written cases of a check but one. Retries do
 * not count: a busy service, or another client of the key, must not change what a run tests. There is no bound with an
 * ample allowance, nor after a finding: it takes requests to confirm and to minimise.
 */
export function requestRoom(check: Check): number {
  const { session, requirement } = check;
  const { lastServed, quickestMs, options, target } = session;
  const { requests } = planOf(requirement, options);
  begun(check).add(requirement);
  const isUnbounded =
    requests === Number.POSITIVE_INFINITY ||
    session.hasFindings ||
    (lastServed !== null && isAmple(lastServed, quickestMs, options.minuteMs));
  const sent = target.requestsSent - session.retries;
  return isUnbounded ? requests : requests - sent - reservedFor(check);
}

/** Why a run leaves out an observation, or `null` if it makes it. */
export function whyNotObserved(check: Check): string | null {
  const { requirement, session } = check;
  const room = requestRoom(check);
  const isDue = observing.has(requirement) && (costs(check).get(requirement)?.requests ?? 0) > 0;
  return isDue && room < 1
    ? `left out to stay near ${planOf(requirement, session.options).requests} requests, because this service takes more than others; \`--effort thorough\` tests this`
    : null;
}

/**
 * The requests of the checks that have not begun: all of an observation's, at least one case of the others, and the
 * creations that are missing in the store in the end.
 */
function reservedFor(check: Check): number {
  const isObserving = observing.has(check.requirement);
  const isLateDue = planOf(late, check.options).leftOut === null && !begun(check).has(late);
  let reserved = isLateDue && begun(check).has('list/filter-complete') ? lateLists : 0;
  let animals = check.history.distinctAnimals;
  for (const [name, { requests, creations, cases }] of costs(check)) {
    if (begun(check).has(name) || name === filling || requests === 0) {
      continue;
    }
    animals += creations;
    if (!observing.has(name)) {
      const spared = isObserving ? 0 : (cases ?? 1) - 1;
      reserved += Math.max(1, requests - spared);
    }
  }
  const isFillDue = !begun(check).has(filling) && (costs(check).get(filling)?.creations ?? 0) > 0;
  return reserved + (isFillDue ? Math.max(0, check.plan.animals - animals) : 0);
}

function costs(check: Check) {
  const known = planned(check);
  if (known.size === 0) {
    for (const one of planRun(check.options).checks) {
      known.set(one.requirement, one);
    }
    begun(check).add('preflight');
  }
  return known;
}
