/**
 * The package as a library, to verify a service from your own program. Everything that is not exported here is internal
 * and may change in any version.
 *
 * @module
 */

export {
  type Clock,
  type NewPet,
  type PetStatus,
  type ReferenceImplementationOptions,
  type RunningImplementation,
  /** Starts the bundled conforming implementation, by default on a free port of this machine. */
  startReferenceImplementation,
} from '../reference-impl/index.ts';
export {
  /** The newest version of the catalogue. */
  catalogueVersion,
  type RequirementId,
  /** The requirement catalogue, in the order in which reports list it. */
  requirements,
} from '../suites/requirements.ts';
export type { GivenWaiver } from './cli/configuration/read-waivers.ts';
export type { StatedLimit } from './cli/options/service-values.ts';
export type { DeliveryCounts } from './exchange/delivery.ts';
export type {
  CredentialLabel,
  Exchange,
  ExchangeFailure,
  FailureCode,
  HeaderList,
  Operation,
  RecordedRequest,
  RecordedResponse,
  UnsolicitedBytes,
} from './exchange/exchange.ts';
export type { DurationCounts, OperationTraffic } from './exchange/operation-traffic.ts';
export type { Duration } from './library/program-settings.ts';
export { type VerifyResult, verify } from './library/verify.ts';
export { OptionsError, type VerifyOptions } from './library/verify-options.ts';
export type { PlanLimitProgress } from './quota/measure/measurement.ts';
export type { HtmlAssets } from './report/html/page-assets.ts';
export type * from './report/report.ts';
export { FolderShared } from './run/record-run.ts';
export type { Plan, PlanLimit, QuotaKey } from './suite/run-options.ts';
export type {
  Address,
  CarriedHeader,
  ClientCertificate,
  Transport,
  TunnelProxy,
} from './target/transport.ts';
export type * from './verdict/across-record.ts';
export type { Finding, RelatedExchange } from './verdict/finding.ts';
export type { Baseline, BaselineViolation, Waiver } from './verdict/known-failures.ts';
export type * from './verdict/load-record.ts';
export type * from './verdict/plan-limit-record.ts';
export type { Level, Requirement, RequirementVerdict } from './verdict/requirement.ts';
export type * from './verdict/run-event.ts';
export type { Reach } from './verdict/run-event.ts';
export type { VerifyListener } from './verify/verify.ts';
export type { WaiverOutcome, WaiverState } from './waivers/waiver-cover.ts';
