import { test } from 'vitest';
import { type RequirementId, requirements } from '../../suites/requirements.ts';
import type { Check } from './check.ts';
import { RequirementViolated } from './outcome.ts';
import { runCheck } from './run-check.ts';
import { currentSession } from './worker-session.ts';

type Work = (check: Check) => Promise<void>;

/** The check of a requirement that a watch judges in whatever the run sends: what it needs is asked for where it has not come up. */
interface Watched {
  readonly needs: (check: Check) => Promise<unknown>;
}

/**
 * Registers the check of one requirement as a test of its own. The test fails where the requirement is
 * violated, and is skipped with the reason where that could not be told.
 */
export function requirement(id: RequirementId, given: Work | Watched): void {
  const work: Work = 'needs' in given ? (check) => check.watchedAfter(() => given.needs(check)) : given;
  test(id, async ({ skip }) => {
    const session = currentSession();
    const known = requirements.find((candidate) => candidate.id === id);
    if (known === undefined || !session.options.selected.includes(id)) {
      skip('left out by --only or --skip');
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
