import { test } from 'vitest';
import { type ScenarioName, scenarios } from '../../suites/scenarios.ts';
import { RunStopped } from '../target/target.ts';
import { internalError } from '../verdict/internal-error.ts';
import { Check } from './check.ts';
import { Inconclusive, RequirementViolated, Skipped } from './outcome.ts';
import { runPlanned } from './run-check.ts';
import { currentSession } from './worker-session.ts';

/**
 * Registers traffic that serves several requirements at once: it runs where any of them is selected, and what
 * it finds goes under the requirement that is violated.
 */
export function scenario(name: ScenarioName, work: (check: Check) => Promise<void>): void {
  const serves: readonly string[] = scenarios[name];
  test(name, async ({ skip }) => {
    const session = currentSession();
    if (!serves.some((id) => session.options.selected.includes(id))) {
      skip('not selected (--only, --skip)');
      return;
    }
    const findings = () => serves.flatMap((id) => session.findingsOf(id));
    const before = findings().length;
    try {
      await runPlanned(new Check(name, 'OBSERVE', session), work);
    } catch (error) {
      if (!(error instanceof Inconclusive || error instanceof Skipped || error instanceof RunStopped)) {
        session.record(internalError(error));
      }
      skip(error instanceof Error ? error.message : String(error));
    }
    session.settle();
    const [finding] = findings().slice(before);
    if (finding !== undefined) {
      throw new RequirementViolated(`${finding.requirement}: ${finding.message}`);
    }
  });
}
