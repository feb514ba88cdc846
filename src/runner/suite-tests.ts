import { test } from 'vitest';
import { type RequirementId, requirements } from '../../suites/requirements.ts';
import { type ScenarioName, scenarios } from '../../suites/scenarios.ts';
import { RunStopped } from '../target/target.ts';
import { internalError } from '../verdict/internal-error.ts';
import type { Requirement } from '../verdict/requirement.ts';
import { Check } from './check.ts';
import { assume, Inconclusive, Skipped } from './outcome.ts';
import { skipWhereRemoved } from './removed-operation.ts';
import type { Session } from './session.ts';
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
 * Registers the checks of a suite as tests. A scenario is traffic that serves several requirements at once: it runs if
 * any of them is selected, and each finding is recorded under the violated one. The verdicts come from the events, so
 * the tests neither fail nor say anything.
 */
export function register(suite: Suite): void {
  for (const [name, given] of Object.entries(suite)) {
    const row = requirements.find(({ id }) => id === name);
    const serves = new Map<string, readonly string[]>(Object.entries(scenarios)).get(name) ?? [name];
    test(name, async () => {
      const session = currentSession();
      if (serves.some((id) => session.options.selected.includes(id))) {
        await (row === undefined
          ? ended(new Check(name, 'OBSERVE', session), null, workOf(given))
          : runCheck(session, row, workOf(given)));
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
export async function runCheck(
  session: Session,
  { id, level }: Pick<Requirement, 'id' | 'level'>,
  work: Work,
): Promise<void> {
  session.record({ type: 'check-started', requirement: id });
  const check = new Check(id, level, session);
  const ending = await ended(check, id, work);
  for (const observation of session.observations(id)) {
    session.record({ type: 'observation', ...observation });
  }
  const left = check.casesLeftOut > 0 ? { casesLeftOut: check.casesLeftOut } : {};
  session.record({ type: 'check-finished', requirement: id, ...ending, ...left });
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
    const reason = error instanceof Error ? error.message : String(error);
    if (error instanceof RunStopped && (error.reason === 'max-requests' || error.reason === 'max-time')) {
      return { outcome: 'skipped', reason, budget: true };
    }
    return { outcome: error instanceof Skipped ? 'skipped' : 'inconclusive', reason };
  } finally {
    check.session.settle();
  }
}
