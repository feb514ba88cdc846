import { test } from 'vitest';
import { type RequirementId, requirements } from '../../suites/requirements.ts';
import { type ScenarioName, scenarios } from '../../suites/scenarios.ts';
import { RunStopped } from '../target/target.ts';
import { internalError } from '../verdict/internal-error.ts';
import type { Effort } from '../verdict/run-event.ts';
import { Check } from './check.ts';
import { assume, Inconclusive, Skipped, Unanswered } from './outcome.ts';
import { skipWhereRemoved } from './removed-operation.ts';
import { whyNotObserved } from './request-room.ts';
import { perRun } from './session.ts';
import { currentSession } from './worker-session.ts';

/** The check of a requirement that a watch judges on every response. */
type Watched =
  /** Sends requests only if no response has exercised the requirement. */
  | { readonly unlessExercised: (check: Check) => Promise<unknown> }
  /** Sends requests, unless the run reuses exchanges and a response has exercised the requirement. */
  | { readonly sends: (check: Check) => Promise<unknown> };

/** The checks of requirements and scenarios by name, in the order in which a run makes them. */
export type Suite = Readonly<Partial<Record<RequirementId | ScenarioName, Work | Watched>>>;

/**
 * The requirements that an earlier pass of a run has decided. A later pass may see less, because lists are full by then.
 * But its requests must get responses, and it must complete: otherwise the effort of the run would be a false claim.
 */
const decidedBefore = perRun(() => new Set<string>());

/**
 * Registers the checks of a suite as tests. A scenario is traffic that serves several requirements at once: it runs if
 * any of them is selected, and each finding is recorded under the violated one. The verdicts come from the events, so
 * the tests neither fail nor say anything.
 *
 * @param effort whose plan the checks have
 * @param pass of the run; only the last one records how the checks ended, and observes
 */
export function register(suite: Suite, effort: Effort, pass: 'earlier' | 'last'): void {
  for (const [name, given] of Object.entries(suite)) {
    const row = requirements.find(({ id }) => id === name);
    const serves = new Map<string, readonly string[]>(Object.entries(scenarios)).get(name) ?? [name];
    test(name, async () => {
      const session = currentSession();
      if (!serves.some((id) => session.options.selected.includes(id))) {
        return;
      }
      const check = new Check(name, row?.level ?? 'OBSERVE', session, effort);
      if (row === undefined) {
        await ended(check, null, workOf(given));
      } else {
        await (pass === 'last' ? runCheck : runEarlierCheck)(check, workOf(given));
      }
    });
  }
}

function workOf(given: Work | Watched): Work {
  if (typeof given === 'function') {
    return given;
  }
  return 'sends' in given
    ? (check) => check.watchedAfter(() => given.sends(check), check.plan.reuses)
    : (check) => check.watchedAfter(() => given.unlessExercised(check));
}

export type Work = (check: Check) => Promise<void>;

interface Ending {
  readonly outcome: 'done' | 'skipped' | 'inconclusive';
  readonly reason: string | null;
  readonly budget?: true;
}

/** Runs the check of one requirement and records the result. */
export async function runCheck(check: Check, work: Work): Promise<void> {
  const { requirement, session } = check;
  session.record({ type: 'check-started', requirement });
  const ending = await ended(check, requirement, work);
  for (const observation of session.observations(requirement)) {
    session.record({ type: 'observation', ...observation });
  }
  const left = check.casesLeftOut > 0 ? { casesLeftOut: check.casesLeftOut } : {};
  session.record({ type: 'check-finished', requirement, ...ending, ...left });
}

/** Runs the check of one requirement in a pass that another one follows, and records only findings and evidence. */
export async function runEarlierCheck(check: Check, work: Work): Promise<void> {
  const { requirement, level } = check;
  if (level !== 'OBSERVE' && (await ended(check, requirement, work)).outcome === 'done') {
    decidedBefore(check).add(requirement);
  }
}

/**
 * Runs the work of a plan and records whatever it throws, so that behaviour of the service never looks like an error of
 * the suite, nor the reverse.
 */
async function ended(check: Check, requirement: string | null, work: Work): Promise<Ending> {
  const { creates, storeOf } = check.plan;
  const spared = whyNotObserved(check);
  const leftOut = check.plan.leftOut ?? spared;
  try {
    if (creates) {
      check.refuseInReadOnlyRuns();
    }
    if (leftOut !== null) {
      throw new Inconclusive(leftOut);
    }
    const known = check.history.distinctAnimals;
    assume(known >= storeOf, `needs a store of at least ${storeOf} animals; the run knows ${known}`);
    if (check.requirement.startsWith('get/')) {
      await skipWhereRemoved(check);
    }
    await work(check);
    return { outcome: 'done', reason: null };
  } catch (error) {
    if (!(error instanceof Inconclusive || error instanceof Skipped || error instanceof RunStopped)) {
      check.session.record(internalError(error, requirement));
    }
    if (isDecidedBefore(check, error)) {
      return { outcome: 'done', reason: null };
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

function isDecidedBefore(check: Check, error: unknown): boolean {
  const seesLess = error instanceof Inconclusive && !(error instanceof Unanswered);
  return seesLess && decidedBefore(check).has(check.requirement);
}
