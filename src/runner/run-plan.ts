import { checkCosts } from '../../suites/costs.ts';
import { requirements } from '../../suites/requirements.ts';
import type { RunOptions } from './run-options.ts';

/** What one requirement's check sends, at most, where the service is conforming and not slow to list. */
export interface PlannedCheck {
  readonly requirement: string;
  readonly requests: number;
  readonly creations: number;
}

/** What a run would do. */
export interface RunPlan {
  readonly checks: readonly PlannedCheck[];
  readonly requests: number;
  readonly creations: number;
}

/** Works out what a run with these options would send; sends nothing. */
export function planRun(options: RunOptions): RunPlan {
  const checks = requirements
    .filter(({ id }) => options.selected.includes(id))
    .map(({ id }) => ({ requirement: id, ...costOf(id, options) }));
  const preflight = costOf('preflight', options);
  const sum = (name: 'requests' | 'creations'): number =>
    checks.reduce((total, check) => total + check[name], preflight[name]);
  const requests = sum('requests');
  return {
    checks,
    requests: options.maxRequests === null ? requests : Math.min(requests, options.maxRequests),
    creations: sum('creations'),
  };
}

function costOf(id: string, { effort, readOnly }: RunOptions): { requests: number; creations: number } {
  const cost = checkCosts[id]?.[effort];
  if (cost === undefined || (readOnly && cost.creations > 0)) {
    return { requests: 0, creations: 0 };
  }
  return cost;
}
