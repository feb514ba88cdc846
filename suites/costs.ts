import type { Effort } from '../src/verdict/run-event.ts';

/** What one check sends at an effort. */
export interface CheckCost {
  readonly requests: number;
  readonly creations: number;
}

/** What every check sends, by requirement id; checks that judge the traffic of others send nothing of their own. */
export const checkCosts: Readonly<Record<string, Readonly<Record<Effort, CheckCost>>>> = {};
