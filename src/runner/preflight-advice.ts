import type { PreflightStep } from '../verdict/run-event.ts';

/** What to do about notes, by the steps of the preflight: none of them keeps a run from its verdict. */
const advice: Readonly<Record<string, string>> = {
  reachable: 'give the base address up to and including its version, without what follows it',
  key: 'make the run: it tells what is wrong with that operation',
  clock: 'set both clocks by the same time server (NTP), and have the service send Date',
  allowance: 'keep the key to one run at a time, and allow for answers 429',
  name: 'choose another form with --name-template TEXT, {tag} in it, if you like',
  category: 'make the run: it tells what is wrong with creations',
};

/** The step with what to do about it, where that is not said yet and something can be done. */
export function advised(step: PreflightStep): PreflightStep {
  return step.outcome === 'note' && step.remedy === null
    ? { ...step, remedy: advice[step.name] ?? null }
    : step;
}
