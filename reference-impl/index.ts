export { faultNamed, faults, startFaultyImplementation } from './faults/catalogue.ts';
export type { Fault } from './faults/fault.ts';
export type { Clock, Parts } from './parts.ts';
export {
  defaultKeys,
  defaultPlanLimits,
  defaultRevokedKey,
  type IssuedKey,
  type Plan,
  type PlanLimit,
  plans,
} from './plans.ts';
export {
  type ReferenceImplementationOptions,
  type RunningImplementation,
  startReferenceImplementation,
} from './server.ts';
export { startVariant, variantNamed, variants } from './variants/catalogue.ts';
export type { Variant } from './variants/variant.ts';
