import { test } from 'vitest';
import { type RequirementId, requirements } from '../../suites/requirements.ts';
import type { Check } from './check.ts';
import { RequirementViolated } from './outcome.ts';
import { runCheck } from './run-check.ts';
import { currentSession } from './worker-session.ts';

type Work = (check: Check) => Promise<void>;

/**
 * The check of a requirement that a watch judges on every response. `needs` sends only if no response has exercised the
 * requirement yet, `asks` in any case, unless the run reuses exchanges.
 */
type Watched =
  | { readonly needs: (check: Check) => Promise<unknown> }
  | { readonly asks: (check: Check) => Promise<unknown> };

function workOf(given: Work | Watched): Work {
  if ('needs' in given) {
    return (check) => check.watchedAfter(() => given.needs(check));
  }
  return 'asks' in given ? (check) => check.watchedAfter(() => given.asks(check), check.plan.reuses) : given;
}

/**
 * Registers the check of one requirement as a test of its own. The test fails where the requirement is
 * violated, and is skipped with the reason where that could not be told.
 */
export function requirement(id: RequirementId, given: Work | Watched): void {
  const work = workOf(given);
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
