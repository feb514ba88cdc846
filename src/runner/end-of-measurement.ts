import type { PlanMeasurement } from '../quota/measure/measurement.ts';
import { RunStopped } from '../target/target.ts';
import type { Undecided } from './plan-verdicts.ts';

/** Why a measurement did not come to its end, and what would change that; `null` where it did. */
export function endOfMeasurement({
  problem,
  stopped,
}: Pick<PlanMeasurement, 'problem' | 'stopped'>): Undecided | null {
  if (problem !== null) {
    const answered = problem.status === 0 ? 'no answer came' : `it is answered ${problem.status}`;
    const refused = problem.status === 401 || problem.status === 403;
    return {
      outcome: 'inconclusive',
      reason: refused
        ? `the key quota-key-${problem.key} is refused: ${answered}; give a key of this environment with --quota-key`
        : `the first request of quota-key-${problem.key} was not served: ${answered}; run again when it is`,
    };
  }
  if (stopped === null) {
    return null;
  }
  const isBudget = stopped instanceof RunStopped && stopped.reason !== 'interrupted';
  return {
    outcome: isBudget ? 'skipped' : 'inconclusive',
    reason: isBudget
      ? stopReasons[stopped.reason]
      : 'the measurement was interrupted; run it again to its end',
  };
}

const stopReasons = {
  'max-requests': 'the requests that this run may send are used up (--max-requests)',
  'max-time': 'the time that this run may take was over before (--max-time)',
  allowance: 'the allowance of the key is used up',
} as const;
