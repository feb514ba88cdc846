import type { RunEvent } from '../verdict/run-event.ts';
import type { PlanLimitProgress } from './plan-limit-progress.ts';

/** Told every event of a run as it happens, and how far a measurement of plan limits is. */
export type VerifyListener = (event: RunEvent | PlanLimitProgress) => void;
