export type { Clock, Parts } from './parts.ts';
export type { IssuedKey, Plan, PlanLimit } from './plans.ts';
export { defaultKeys, defaultPlanLimits, defaultRevokedKey, plans } from './plans.ts';
export {
  type ReferenceImplementationOptions,
  type RunningImplementation,
  startReferenceImplementation,
} from './server.ts';
