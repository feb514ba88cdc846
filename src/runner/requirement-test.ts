import { test } from 'vitest';
import { type RequirementId, requirements } from '../../suites/requirements.ts';
import type { Check } from './check.ts';
import { RequirementViolated } from './outcome.ts';
import { runCheck } from './run-check.ts';
import { currentSession } from './worker-session.ts';

type Work = (check: Check) => Promise<void>;

/** The check of a requirement that a watch judges on every response. */
type Watched =
  /** Sends requests only if no response has exercised the requirement. */
  | { readonly unlessExercised: (check: Check) => Promise<unknown> }
  /** Sends requests, unless the run reuses exchanges and a response has exercised the requirement. */
  | { readonly sends: (check: Check) => Promise<unknown> };

function workOf(given: Work | Watched): Work {
  if ('unlessExercised' in given) {
    return (check) => check.watchedAfter(() => given.unlessExercised(check));
  }
  return 'sends' in given
    ? (check) => check.watchedAfter(() => given.sends(check), check.plan.reuses)
    : given;
}

/**
 * Registers the check of a requirement as a test. The test fails if the requirement is violated, and is skipped with the
 * reason if the check is inconclusive.
 */
export function requirement(id: RequirementId, given: Work | Watched): void {
  const work = workOf(given);
  test(id, async ({ skip }) => {
    const session = currentSession();
    const known = requirements.find((candidate) => candidate.id === id);
    if (known === undefined || !session.options.selected.includes(id)) {
      skip('not selected (--only, --skip)');
      return;
    }
    const outcome = await runCheck(session, known, work);
    if (outcome.kind === 'violated') {
      throw new RequirementViolated(outcome.message);
    }
    if (outcome.kind === 'undecided') {
      skip(outcome.reason);
    }
  });
}
