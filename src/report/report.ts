import type { Delivery } from '../exchange/delivery.ts';
import type { Exchange, Operation } from '../exchange/exchange.ts';
import type { OperationTraffic } from '../exchange/operation-traffic.ts';
import type { AcrossRecord } from '../verdict/across-record.ts';
import type { RelatedExchange } from '../verdict/finding.ts';
import type { Waiver } from '../verdict/known-failures.ts';
import type { LoadRecord } from '../verdict/load-record.ts';
import type { PlanLimitRecord } from '../verdict/plan-limit-record.ts';
import type { Level, RequirementVerdict } from '../verdict/requirement.ts';
import type { CaseCount, PreflightStep, RunHeader } from '../verdict/run-event.ts';
import type { WaiverOutcome } from '../waivers/waiver-cover.ts';

/** The verdict on the service. */
export type RunVerdict = 'conformant' | 'non-conformant' | 'none';

/** `report.json`, with the schema `schemas/report.schema.json`. Contains no secret. */
export interface Report {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: { readonly baseUrl: string };
  readonly run: ReportRun;
  readonly verdict: RunVerdict;
  /** Why the run was interrupted, or `null`. */
  readonly interrupted: string | null;
  readonly internalErrors: readonly InternalError[];
  readonly preflight: readonly PreflightStep[];
  readonly counts: Readonly<Record<Level, VerdictCounts>>;
  /** All requirements of the catalogue, in its order. */
  readonly requirements: readonly ReportRequirement[];
  readonly waits: { readonly count: number; readonly totalMs: number };
  /** The animals that the run created. The interface can't delete them. */
  readonly createdAnimals: readonly CreatedAnimal[];
  /** The exchanges that findings, evidence and observations cite, by number. */
  readonly exchanges: readonly ReportExchange[];
  /** The measured plan limits, one entry per key. */
  readonly planLimits: readonly PlanLimitRecord[];
  /** The result of a sustained load, in the report of one. */
  readonly load: LoadRecord | null;
  /** Facts about the version of the service, from header fields. */
  readonly service: { readonly headers: readonly ServiceHeader[] };
  /** The traffic of each check and the requirements that it is evidence for, in the order of the run. */
  readonly checks: readonly ReportCheck[];
  /** Violated requirements that likely have one cause. */
  readonly causes: readonly Cause[];
  /** The waivers of the run, in the order of their file, with their state. */
  readonly waivers: readonly ReportWaiver[];
  /** The catalogue version of the run: later requirements can't fail it. */
  readonly catalogue: number;
  /** The baseline of the run, or `null`. */
  readonly baseline: ReportBaseline | null;
  /** The decided share of the selected requirements; `null` of a load and of recorded traffic. */
  readonly coverage: ReportCoverage | null;
  /** Transport losses. */
  readonly delivery: ReportDelivery;
  /** The facts that outlived a command, such as a restart or a deployment; `null` without `--across` and `--after`. */
  readonly across: AcrossRecord | null;
  /**
   * All requests by operation and status, without those of quota keys, of which a run records a part. Of a load they are
   * in `load.traffic`.
   */
  readonly traffic: readonly OperationTraffic[];
}

/** A part of the interface that every conformant run must decide. */
export type CorePart = 'authentication' | 'list' | 'create' | 'get' | 'error bodies';

/** The number of selected MUST requirements that were decided. */
export interface ReportCoverage {
  /** Selected MUST requirements; all of the catalogue with `--require-complete`. */
  readonly required: number;
  readonly decided: number;
  /** The minimum share that must be decided, 0 to 1. */
  readonly minDecided: number;
  /** The selected core parts, and whether a complete response decided a MUST requirement of each. */
  readonly core: readonly { readonly part: CorePart; readonly decided: boolean }[];
  /** Why the share does not suffice for a verdict, or `null`. */
  readonly shortfall: string | null;
}

/** Requests without a complete response, and retried requests. */
export type ReportDelivery = Delivery;

/** An earlier run and the changes since then, as requirement ids. */
export interface ReportBaseline {
  /** Its file or folder, as passed. */
  readonly source: string;
  /** Its start, ISO 8601 in UTC. */
  readonly startedAt: string;
  /** Its target, if different from that of this run. */
  readonly target?: string;
  /** Passed in the baseline, violated now. */
  readonly broke: readonly string[];
  /** Undecided in the baseline, violated now. */
  readonly newlyTested: readonly string[];
  /** Decided in the baseline, not selected now. */
  readonly leftOut: readonly string[];
  /** Violated in the baseline and now; they do not fail this run. */
  readonly failedBefore: readonly string[];
  /** Violated in the baseline, passed now. */
  readonly fixed: readonly string[];
  /** Violated in the baseline, selected but undecided now. */
  readonly undecided: readonly string[];
}

/** The reason why a violated requirement is `waived`. */
export type WaivedBy = 'waivers' | 'baseline' | 'catalogue';

/** A waiver and its state. */
export interface ReportWaiver extends Waiver, WaiverOutcome {}

/** Facts of the run. */
export interface ReportRun
  extends Omit<RunHeader, 'tool' | 'baseUrl' | 'minDecided' | 'waivers' | 'baseline' | 'catalogue'> {
  /** ISO 8601. */
  readonly finishedAt: string;
  /** Requests sent. */
  readonly requests: number;
  readonly durationMs: number;
  /** How many of the hand-written cases of its checks the run has sent; absent if it has ended before. */
  readonly cases?: CaseCount;
  /** The number of places in the written files where a key, or a part of one, was masked. */
  readonly maskedSecrets?: number;
}

/** The number of requirements by verdict. */
export type VerdictCounts = Readonly<Record<RequirementVerdict, number>>;

/** One requirement of the catalogue and its result. */
export interface ReportRequirement {
  readonly id: string;
  /** The part of the id before the slash. */
  readonly group: string;
  readonly level: Level;
  readonly statement: string;
  readonly section: string;
  /** The catalogue version that introduced it. */
  readonly since: number;
  readonly verdict: RequirementVerdict;
  /** For `skipped`, `inconclusive` and `waived`. */
  readonly reason?: string;
  /** For `waived`: if absent, waivers. */
  readonly waivedBy?: WaivedBy;
  /** For `observed`. */
  readonly observation?: string;
  /** The number of hand-written cases that the check left out at this effort; absent if 0, or if the run sent further cases. */
  readonly casesLeftOut?: number;
  readonly evidence: Evidence;
  readonly findings: readonly ReportFinding[];
}

/** The exchanges that support a verdict. */
export interface Evidence {
  readonly count: number;
  /** The numbers of the first ones. */
  readonly exchanges: readonly number[];
}

/** One kind of violation of a requirement, with all its occurrences. */
export interface ReportFinding {
  readonly kind: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** The number of exchanges that show it. */
  readonly count: number;
  /** The numbers of some of them, the counterexample first, which the other members describe. */
  readonly exchanges: readonly number[];
  readonly related: readonly RelatedExchange[];
  /** The number of the earliest exchange that shows it. */
  readonly first: number;
  /** The number of exchanges by operation. */
  readonly operations: readonly OperationCount[];
  /** Present if only some of the requests identical to the counterexample show it. */
  readonly sameRequests?: SameRequests;
  /**
   * The number of requests in flight with the counterexample, itself included, if all that show it were sent at the same time as
   * others.
   */
  readonly atOnce?: number;
  /** The index in `waivers` of the waiver that covers it; absent without one. */
  readonly waiver?: number;
  /** The command that sends the counterexample; `null` if it was not recorded, or was not sent alone. */
  readonly curl: string | null;
  /** The command that runs the checks that show it. */
  readonly rerun: string;
  /** The ids of these checks' requirements. */
  readonly checks: readonly string[];
}

/** Requests identical to a counterexample, and the number of them that show the finding. */
export interface SameRequests {
  readonly sent: number;
  readonly showing: number;
}

/** The number of exchanges of one operation; `null`: outside the interface. */
export interface OperationCount {
  readonly operation: Operation | null;
  readonly exchanges: number;
}

/** A header field with the version of the service or of a gateway. */
export interface ServiceHeader {
  readonly name: string;
  /** The first different values. */
  readonly values: readonly string[];
}

/** The traffic of one check, of a scenario, or of the preflight. */
export interface ReportCheck {
  /** The id of the requirement, or a name. */
  readonly id: string;
  /** The number of exchanges. */
  readonly exchanges: number;
  /** How long they took together, in ms. */
  readonly durationMs: number;
  /** The requirements that these exchanges are evidence for, in the order of the catalogue. */
  readonly requirements: readonly { readonly id: string; readonly exchanges: number }[];
}

/** Violated requirements that likely have one cause: at least two. */
export interface Cause {
  /** The common cause in one sentence. */
  readonly text: string;
  readonly requirements: readonly string[];
}

/** An internal error of the suite, never a fault of the service. */
export interface InternalError {
  readonly requirement: string | null;
  readonly message: string;
}

/** An animal that the run created. */
export interface CreatedAnimal {
  /** An int64 in decimal digits. */
  readonly id: string;
  readonly name: string;
}

/** An exchange in a report; very long responses are truncated. */
export interface ReportExchange extends Exchange {
  /** The number of characters omitted from the end of the response body. */
  readonly bodyCut: number;
}

/** Exchanges by their numbers. */
export type ReportExchanges = ReadonlyMap<number, ReportExchange>;
