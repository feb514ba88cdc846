import { type CheckCost, checkCosts } from '../../suites/costs.ts';
import { passages } from '../../suites/passages.ts';
import { requirements } from '../../suites/requirements.ts';
import type { RunOptions } from './run-options.ts';

/** What one requirement's check sends, at most, where the service is conforming and not slow to list. */
export interface PlannedCheck {
  /** A requirement's id, the name of a passage that serves several, or `preflight`. */
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
  const chosen = (id: string): boolean => options.selected.includes(id);
  const names = [
    'preflight',
    ...Object.entries(passages).flatMap(([name, serves]) => (serves.some(chosen) ? [name] : [])),
    ...requirements.map(({ id }) => id).filter(chosen),
  ];
  const checks = names.map((name) => {
    const [requests, creations] = costOf(name, options);
    return { requirement: name, requests, creations };
  });
  const requests = checks.reduce((sum, check) => sum + check.requests, 0);
  return {
    checks,
    requests: options.maxRequests === null ? requests : Math.min(requests, options.maxRequests),
    creations: checks.reduce((sum, check) => sum + check.creations, 0),
  };
}

function costOf(name: string, { effort, readOnly, revokedKey }: RunOptions): CheckCost {
  const cost = checkCosts[name]?.[effort];
  const leftOut = (readOnly && (cost?.[1] ?? 0) > 0) || (name === 'auth/revoked-key' && revokedKey === null);
  return cost === undefined || leftOut ? [0, 0] : cost;
}
