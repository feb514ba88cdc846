/**
 * The package as a library: verifies a service from a program of your own. The command line is the usual way;
 * everything of the package that is not exported here is its inside and may change with any version.
 *
 * @module
 */

export {
  type ReferenceImplementationOptions,
  type RunningImplementation,
  /** Starts the bundled, conforming implementation, on a free port of this machine unless told otherwise. */
  startReferenceImplementation,
} from '../reference-impl/index.ts';
export {
  /** The requirement catalogue, in the order in which reports list it. */
  requirements,
} from '../suites/requirements.ts';
export type { ConformanceConfig, ConformanceSettings, Duration, KeyReference } from './conformance-config.ts';
export { defineConfig } from './define-config.ts';
export type { Exchange } from './exchange/exchange.ts';
export { OptionsError } from './library/options-error.ts';
export { verify } from './library/verify.ts';
export type { VerifyListener, VerifyOptions } from './library/verify-options.ts';
export type {
  Report,
  ReportExchange,
  ReportFinding,
  ReportRequirement,
  RunVerdict,
} from './report/report.ts';
export { FolderShared } from './runner/folder-shared.ts';
export type { PlanLimitProgress } from './runner/plan-limit-progress.ts';
export type { Plan, PlanLimit, QuotaKey, RunOptions } from './runner/run-options.ts';
export type { Level, Requirement, RequirementVerdict } from './verdict/requirement.ts';
export type { Effort, RunEvent } from './verdict/run-event.ts';
export type { Waiver } from './verdict/waiver.ts';
