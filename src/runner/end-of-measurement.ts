import type { MeasurementProblem, PlanMeasurement } from '../quota/measure/measurement.ts';
import { RunStopped } from '../target/target.ts';
import type { Undecided } from './plan-verdicts.ts';

/** Why a measurement is incomplete, and what would change that; `null` if it is complete. */
export function endOfMeasurement({
  problem,
  stopped,
}: Pick<PlanMeasurement, 'problem' | 'stopped'>): Undecided | null {
  if (problem !== null) {
    return { outcome: 'inconclusive', reason: problemText(problem) };
  }
  if (stopped === null) {
    return null;
  }
  const isBudget = stopped instanceof RunStopped && stopped.reason !== 'interrupted';
  return {
    outcome: isBudget ? 'skipped' : 'inconclusive',
    reason: isBudget ? stopReasons[stopped.reason] : 'the measurement was interrupted: run again',
  };
}

const stopReasons = {
  'max-requests': 'the run reached its request limit (--max-requests)',
  'max-time': 'the run reached its time limit (--max-time)',
  allowance: 'the quota of the key is used up',
} as const;

function problemText({ kind, key, status }: MeasurementProblem): string {
  const name = keyName(key);
  switch (kind) {
    case 'refused':
      return `${name} is refused with ${status}: pass a key of this environment with \`--quota-key\``;
    case 'not-served':
      return `the first request of ${name} returned ${status}: run again when it is served`;
    case 'web-page':
      return `${name} gets a web page with status ${status}, which no operation returns: check any gateway or proxy in front of the service`;
    case 'silent':
      return `the service stopped responding: the last requests of ${name} got no response; run again, or allow more time with \`--timeout\``;
  }
}

/**
 * Why there is no verdict despite other results: a rejected key, or a service that stopped responding; otherwise
 * `null`.
 */
export function hindranceOf(
  measurements: readonly Pick<PlanMeasurement, 'problem' | 'refusedKeys'>[],
): string | null {
  const refused = measurements
    .flatMap(({ refusedKeys }) => refusedKeys)
    .sort((left, right) => left - right)
    .map(keyName);
  if (refused.length > 0) {
    const verb = refused.length === 1 ? 'is' : 'are';
    return `${refused.join(' and ')} ${verb} refused, while the key of the run is served: pass one of this environment with \`--quota-key\``;
  }
  const silent = measurements.find(({ problem }) => problem?.kind === 'silent')?.problem;
  return silent === null || silent === undefined ? null : problemText(silent);
}

/** As the user gave them, counted from 1 over all plans. */
function keyName(key: number): string {
  return key === 0 ? 'the key of the run' : `quota key ${key}`;
}
