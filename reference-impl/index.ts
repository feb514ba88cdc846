export { faultNamed, faults } from './faults/catalogue.ts';
export { type Fault, needsMeasurement } from './faults/fault.ts';
export type { Clock, Decoration, Parts } from './parts.ts';
export type { NewPet, PetStatus } from './pet.ts';
export {
  defaultKeys,
  defaultPlanLimits,
  defaultRevokedKey,
} from './plans.ts';
export {
  type ReferenceImplementationOptions,
  type RunningImplementation,
  startReferenceImplementation,
} from './server.ts';
export { variants } from './variants/catalogue.ts';
export { limiterNames } from './variants/mixing.ts';
export { canBeMixed, mixtureOf, namesInMixture } from './variants/mixture.ts';
export type { Variant } from './variants/variant.ts';
