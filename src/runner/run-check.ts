import { RunStopped } from '../target/target.ts';
import { internalError } from '../verdict/internal-error.ts';
import type { Requirement } from '../verdict/requirement.ts';
import { Check } from './check.ts';
import { Inconclusive, Skipped } from './outcome.ts';
import type { Session } from './session.ts';

/** How a check ended, for the test runner that ran it. */
export type CheckOutcome =
  | { readonly kind: 'held' }
  | { readonly kind: 'violated'; readonly message: string }
  | { readonly kind: 'undecided'; readonly reason: string };

/**
 * Runs one requirement's check and records how it ended. Whatever it throws is a fact of the run: what the
 * service did never looks like an error of the suite, and an error of the suite never like a deviation.
 */
export async function runCheck(
  session: Session,
  requirement: Requirement,
  work: (check: Check) => Promise<void>,
): Promise<CheckOutcome> {
  const { id } = requirement;
  session.record({ type: 'check-started', requirement: id });
  let outcome: 'done' | 'skipped' | 'inconclusive' = 'done';
  let reason: string | null = null;
  let isOutOfBudget = false;
  const check = new Check(id, requirement.level, session);
  try {
    await runPlanned(check, work);
  } catch (error) {
    reason = error instanceof Error ? error.message : String(error);
    isOutOfBudget = isBudget(error);
    outcome = error instanceof Skipped || isOutOfBudget ? 'skipped' : 'inconclusive';
    if (!(error instanceof Inconclusive || error instanceof Skipped || error instanceof RunStopped)) {
      session.record(internalError(error, id));
    }
  }
  session.settle();
  for (const observation of session.observations(id)) {
    session.record({ type: 'observation', ...observation });
  }
  session.record({
    type: 'check-finished',
    requirement: id,
    outcome,
    reason,
    ...(isOutOfBudget ? { budget: true } : {}),
    ...(check.casesLeftOut > 0 ? { casesLeftOut: check.casesLeftOut } : {}),
  });
  const [finding] = session.findingsOf(id);
  if (finding !== undefined && requirement.level !== 'OBSERVE') {
    return {
      kind: 'violated',
      message: `${finding.message}\nexpected: ${finding.expected}\nactual: ${finding.actual}`,
    };
  }
  return outcome === 'done' ? { kind: 'held' } : { kind: 'undecided', reason: reason ?? '' };
}

/**
 * Runs a check or a scenario by its plan.
 *
 * @throws {Skipped | Inconclusive} if the plan leaves it out, or the run does not meet its needs
 */
export async function runPlanned(check: Check, work: (check: Check) => Promise<void>): Promise<void> {
  const { creates, leftOut, storeOf } = check.plan;
  if (creates) {
    check.refuseInReadOnlyRuns();
  }
  if (leftOut !== null) {
    throw new Inconclusive(leftOut);
  }
  check.needsAnimals(storeOf);
  await work(check);
}

function isBudget(error: unknown): boolean {
  return error instanceof RunStopped && (error.reason === 'max-requests' || error.reason === 'max-time');
}
