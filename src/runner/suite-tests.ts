import { test } from 'vitest';
import { type RequirementId, requirements } from '../../suites/requirements.ts';
import { type ScenarioName, scenarios } from '../../suites/scenarios.ts';
import { RunStopped } from '../target/target.ts';
import { internalError } from '../verdict/internal-error.ts';
import type { Requirement } from '../verdict/requirement.ts';
import { Check } from './check.ts';
import { Inconclusive, RequirementViolated, Skipped } from './outcome.ts';
import type { Session } from './session.ts';
import { currentSession } from './worker-session.ts';

/** The check of a requirement that a watch judges on every response. */
type Watched =
  /** Sends requests only if no response has exercised the requirement. */
  | { readonly unlessExercised: (check: Check) => Promise<unknown> }
  /** Sends requests, unless the run reuses exchanges and a response has exercised the requirement. */
  | { readonly sends: (check: Check) => Promise<unknown> };

/** Registers the check of a requirement as a test. */
export function requirement(id: RequirementId, given: Work | Watched): void {
  for (const row of requirements.filter((candidate) => candidate.id === id)) {
    registered(id, [id], (session) => runCheck(session, row, workOf(given)));
  }
}

/** Registers traffic that serves several requirements at once: it runs if any of them is selected. */
export function scenario(name: ScenarioName, work: Work): void {
  registered(name, scenarios[name], (session) => runScenario(session, name, work));
}

function workOf(given: Work | Watched): Work {
  if ('unlessExercised' in given) {
    return (check) => check.watchedAfter(() => given.unlessExercised(check));
  }
  return 'sends' in given
    ? (check) => check.watchedAfter(() => given.sends(check), check.plan.reuses)
    : given;
}

/** The test fails if a requirement is violated, and is skipped with the reason if nothing was decided. */
function registered(
  name: string,
  serves: readonly string[],
  run: (session: Session) => Promise<CheckOutcome>,
): void {
  test(name, async ({ skip }) => {
    const session = currentSession();
    if (!serves.some((id) => session.options.selected.includes(id))) {
      skip('not selected (--only, --skip)');
      return;
    }
    const outcome = await run(session);
    if (outcome.kind === 'violated') {
      throw new RequirementViolated(outcome.message);
    }
    if (outcome.kind === 'undecided') {
      skip(outcome.reason);
    }
  });
}

export type Work = (check: Check) => Promise<void>;

/** The result of a check for the test runner. */
export type CheckOutcome =
  | { readonly kind: 'held' }
  | { readonly kind: 'violated'; readonly message: string }
  | { readonly kind: 'undecided'; readonly reason: string };

interface Ending {
  readonly outcome: 'done' | 'skipped' | 'inconclusive';
  readonly reason: string | null;
  readonly budget?: true;
}

/** Runs the check of one requirement and records the result. */
export async function runCheck(
  session: Session,
  requirement: Requirement,
  work: Work,
): Promise<CheckOutcome> {
  const { id, level } = requirement;
  session.record({ type: 'check-started', requirement: id });
  const check = new Check(id, level, session);
  const ending = await ended(check, id, work);
  for (const observation of session.observations(id)) {
    session.record({ type: 'observation', ...observation });
  }
  const left = check.casesLeftOut > 0 ? { casesLeftOut: check.casesLeftOut } : {};
  session.record({ type: 'check-finished', requirement: id, ...ending, ...left });
  const [finding] = level === 'OBSERVE' ? [] : session.findingsOf(id);
  return finding === undefined
    ? undecidedOrHeld(ending)
    : {
        kind: 'violated',
        message: `${finding.message}\nexpected: ${finding.expected}\nactual: ${finding.actual}`,
      };
}

/** Runs a scenario. Each finding is recorded under the violated requirement. */
async function runScenario(session: Session, name: ScenarioName, work: Work): Promise<CheckOutcome> {
  const findings = () => scenarios[name].flatMap((id) => session.findingsOf(id));
  const before = findings().length;
  const ending = await ended(new Check(name, 'OBSERVE', session), null, work);
  const [finding] = findings().slice(before);
  return finding === undefined
    ? undecidedOrHeld(ending)
    : { kind: 'violated', message: `${finding.requirement}: ${finding.message}` };
}

function undecidedOrHeld({ outcome, reason }: Ending): CheckOutcome {
  return outcome === 'done' ? { kind: 'held' } : { kind: 'undecided', reason: reason ?? '' };
}

/**
 * Runs the work of a plan and records whatever it throws, so that behaviour of the service never looks like an error of
 * the suite, nor the reverse.
 */
async function ended(check: Check, requirement: string | null, work: Work): Promise<Ending> {
  const { creates, leftOut, storeOf } = check.plan;
  try {
    if (creates) {
      check.refuseInReadOnlyRuns();
    }
    if (leftOut !== null) {
      throw new Inconclusive(leftOut);
    }
    check.needsAnimals(storeOf);
    await work(check);
    return { outcome: 'done', reason: null };
  } catch (error) {
    if (!(error instanceof Inconclusive || error instanceof Skipped || error instanceof RunStopped)) {
      check.session.record(internalError(error, requirement));
    }
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof RunStopped && (error.reason === 'max-requests' || error.reason === 'max-time')) {
      return { outcome: 'skipped', reason, budget: true };
    }
    return { outcome: error instanceof Skipped ? 'skipped' : 'inconclusive', reason };
  } finally {
    check.session.settle();
  }
}
