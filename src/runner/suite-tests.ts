import { test } from 'vitest';
import { type RequirementId, requirements } from '../../suites/requirements.ts';
import { type ScenarioName, scenarios } from '../../suites/scenarios.ts';
import type { Check } from './check.ts';
import { RequirementViolated } from './outcome.ts';
import { type CheckOutcome, runCheck, runScenario, type Work } from './run-check.ts';
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
