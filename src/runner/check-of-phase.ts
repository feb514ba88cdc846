import type { RequirementId } from '../../suites/requirements.ts';
import type { Phase } from '../quota/timeline.ts';

const checks: Readonly<Record<Phase, RequirementId>> = {
  calibrate: 'quota/fully-granted',
  burst: 'quota/never-exceeded',
  trickle: 'quota/window-kind',
  settle: 'quota/limit-enforced',
  neighbour: 'quota/isolated-between-keys',
  retry: 'quota/retry-after-honest',
  spend: 'quota/fully-granted',
  renew: 'quota/fully-granted',
  reset: 'quota/reset-honest',
  count: 'quota/what-counts',
  effect: 'quota/refused-without-effect',
  'one-at-a-time': 'quota/never-exceeded',
  'one-operation': 'quota/shared-across-operations',
  day: 'quota/day-limit',
  ban: 'quota/ban',
};

/** The requirement for which, first of all, a request of this phase is sent. */
export function checkOfPhase(phase: Phase): RequirementId {
  return checks[phase];
}
