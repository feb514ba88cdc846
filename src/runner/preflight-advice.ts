import type { PreflightStep } from '../verdict/run-event.ts';

/** What to do about notes, by the steps of the preflight: none of them keeps a run from its verdict. */
const advice: Readonly<Record<string, string>> = {
  reachable: 'pass the base URL up to and including its version',
  key: 'run the suite: it reports what is wrong with that operation',
  clock: 'synchronise both clocks (NTP), and send Date from the service',
  allowance: 'use the key for one run at a time',
  name: 'pass --name-template TEXT with {tag} in it to choose another form',
  category: 'run the suite: it reports what is wrong with creations',
};

/** The step with what to do about it, where that is not said yet and something can be done. */
export function advised(step: PreflightStep): PreflightStep {
  return step.outcome === 'note' && step.remedy === null
    ? { ...step, remedy: advice[step.name] ?? null }
    : step;
}
