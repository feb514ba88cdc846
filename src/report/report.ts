import type { DeliveryCounts } from '../exchange/delivery-tally.ts';
import type { Exchange, Operation } from '../exchange/exchange.ts';
import type { RelatedExchange } from '../verdict/finding.ts';
import type { LoadRecord } from '../verdict/load-record.ts';
import type { PlanLimitRecord } from '../verdict/plan-limit-record.ts';
import type { Reach } from '../verdict/reach.ts';
import type { Level, RequirementVerdict } from '../verdict/requirement.ts';
import type { Effort, PreflightStep, RunArguments, RunBudget, SentVarieties } from '../verdict/run-event.ts';
import type { Waiver } from '../verdict/waiver.ts';
import type { WaiverOutcome } from '../waivers/waiver-outcome.ts';

/** What a run says of the service as a whole. */
export type RunVerdict = 'conformant' | 'non-conformant' | 'none';

/** `report.json`, published as `schemas/report.schema.json`. Holds no secret. */
export interface Report {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly target: { readonly baseUrl: string };
  readonly run: ReportRun;
  readonly verdict: RunVerdict;
  /** Why the run ended before its end, or `null`. */
  readonly interrupted: string | null;
  readonly internalErrors: readonly InternalError[];
  readonly preflight: readonly PreflightStep[];
  readonly counts: Readonly<Record<Level, VerdictCounts>>;
  /** Every requirement of the catalogue, in its order. */
  readonly requirements: readonly ReportRequirement[];
  readonly waits: { readonly count: number; readonly totalMs: number };
  /** Animals that the run created: the interface has no deletion. */
  readonly leftBehind: readonly LeftBehindAnimal[];
  /** The exchanges that a finding, evidence or an observation cites, by their number. */
  readonly exchanges: readonly ReportExchange[];
  /** The plan limits that were measured, one entry a key. */
  readonly planLimits: readonly PlanLimitRecord[];
  /** What a sustained load brought, where this is the report of one. */
  readonly load: LoadRecord | null;
  /** What answers say of the service's version, from their header fields. */
  readonly service: { readonly headers: readonly ServiceHeader[] };
  /** What was sent for which requirement, and which requirements it speaks of, in the order of the run. */
  readonly checks: readonly ReportCheck[];
  /** Violated requirements that likely have one cause. */
  readonly causes: readonly Cause[];
  /** The failures that were known, in the order of their file, and what the run says of each. */
  readonly waivers: readonly ReportWaiver[];
  /** The version of the catalogue that the run keeps to: what came later can't fail it. */
  readonly catalogue: number;
  /** The earlier run that this one was compared with, or `null`. */
  readonly baseline: ReportBaseline | null;
  /** How much was decided of what the options leave in; `null` in reports of earlier versions. */
  readonly coverage: ReportCoverage | null;
  /** What the transport lost. */
  readonly delivery: ReportDelivery;
}

/** A part of the interface without which nothing is called conformant. */
export type CorePart = 'authentication' | 'list' | 'create' | 'get' | 'error bodies';

/** How many of the MUST requirements that the options leave in were decided. */
export interface ReportCoverage {
  /** MUST requirements that the options leave in; all of the catalogue with `--require-complete`. */
  readonly required: number;
  readonly decided: number;
  /** The share of them that has to be decided, 0 to 1. */
  readonly minDecided: number;
  /** The core parts that the options leave in, and whether a whole response decided a MUST requirement of each. */
  readonly core: readonly { readonly part: CorePart; readonly decided: boolean }[];
  /** Why that is too little for a verdict, or `null` where it is enough. */
  readonly shortfall: string | null;
}

/** Requests that brought no whole response, and requests that were sent again by themselves. */
export interface ReportDelivery {
  /** Exchanges that brought no whole response. */
  readonly unreadable: number;
  /** The operations of which something is counted; `null` stands for other methods and paths. */
  readonly byOperation: readonly ({ readonly operation: Operation | null } & DeliveryCounts)[];
}

/** An earlier run, and what became of the requirements that it violates, by their ids. */
export interface ReportBaseline {
  /** Its file or folder, as it was named. */
  readonly source: string;
  /** When it started, ISO 8601 in UTC. */
  readonly startedAt: string;
  /** Its target, where that was another one than that of this run. */
  readonly target?: string;
  /** They held there, and are violated. */
  readonly broke: readonly string[];
  /** That run did not decide them, and they are violated. */
  readonly newlyTested: readonly string[];
  /** They were decided there, and this run was not asked to. */
  readonly leftOut: readonly string[];
  /** Violated still, and not failing this run by that. */
  readonly failedBefore: readonly string[];
  /** They hold now. */
  readonly fixed: readonly string[];
  /** This run was asked to decide them, and could not. */
  readonly undecided: readonly string[];
}

/** What makes a violated requirement `waived`. */
export type WaivedBy = 'waivers' | 'baseline' | 'catalogue';

/** A waiver and what came of it. */
export interface ReportWaiver extends Waiver, WaiverOutcome {}

/** Members that a report of an earlier version may not have. */
type AddedMember =
  | 'planLimits'
  | 'load'
  | 'service'
  | 'checks'
  | 'causes'
  | 'waivers'
  | 'catalogue'
  | 'baseline'
  | 'coverage'
  | 'delivery';

/** A report as it was written, perhaps by an earlier version. */
export type WrittenReport = Omit<Report, AddedMember> & Partial<Pick<Report, AddedMember>>;

/** Facts of the run. */
export interface ReportRun {
  /** ISO 8601 times. */
  readonly startedAt: string;
  readonly finishedAt: string;
  readonly seed: number;
  readonly effort: Effort;
  /** Requests that were sent. */
  readonly requests: number;
  readonly durationMs: number;
  /** What every animal of this run carries in its name. */
  readonly tag: string;
  readonly command: string;
  /** The arguments of that command; absent of recorded traffic. */
  readonly argv?: RunArguments;
  readonly failOn: 'must' | 'should';
  /** Where it is no run of the suites: a sustained load, or traffic that was recorded elsewhere and judged. */
  readonly kind?: 'load' | 'judge';
  /** Whether it created nothing. */
  readonly readOnly?: boolean;
  /** How the service was reached, where it was not simply connected to. */
  readonly reach?: Reach;
  /** What the run allowed itself at most. */
  readonly budget?: RunBudget;
  /** How many further cases the run sent; absent if none of their requirements was selected. */
  readonly varieties?: SentVarieties;
  /** In how many places of its artifacts a key, or a piece of one, was masked after they were written. */
  readonly maskedSecrets?: number;
  /** The ids that the run was asked to decide. */
  readonly selected: readonly string[];
}

/** How many requirements have which verdict. */
export type VerdictCounts = Readonly<Record<RequirementVerdict, number>>;

/** One row of the catalogue and what the run says of it. */
export interface ReportRequirement {
  readonly id: string;
  /** The part of the id before the slash. */
  readonly group: string;
  readonly level: Level;
  readonly statement: string;
  readonly section: string;
  /** The version of the catalogue that it came with; reports of version 0.1.0 don't have it, and it was 1. */
  readonly since?: number;
  readonly verdict: RequirementVerdict;
  /** For `skipped`, `inconclusive` and `waived`. */
  readonly reason?: string;
  /** For `waived`: waivers, unless it says otherwise. */
  readonly waivedBy?: WaivedBy;
  /** For `observed`. */
  readonly observation?: string;
  /** The number of hand-written cases that the check left out at this effort; absent if 0, or if the run sent further cases. */
  readonly casesLeftOut?: number;
  readonly evidence: Evidence;
  readonly findings: readonly ReportFinding[];
}

/** The exchanges that a verdict stands on. */
export interface Evidence {
  readonly count: number;
  /** The numbers of the first few. */
  readonly exchanges: readonly number[];
}

/** One way in which the service violates a requirement, however often it was seen. */
export interface ReportFinding {
  readonly kind: string;
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** In how many exchanges it was seen. */
  readonly count: number;
  /** The numbers of some of them, the smallest example first: the other members speak of that one. */
  readonly exchanges: readonly number[];
  readonly related: readonly RelatedExchange[];
  /** The number of the earliest exchange that shows it; a report of an earlier version does not have it. */
  readonly first?: number;
  /** In which operations it was seen, and how often; a report of an earlier version does not have it. */
  readonly operations?: readonly OperationCount[];
  /** Where a waiver covers it, the index of that in the report's `waivers`. */
  readonly waiver?: number;
  /** The command that sends the smallest example again, or `null` where its exchange is not on record. */
  readonly curl: string | null;
  /** The command that runs the checks that show it. */
  readonly rerun: string;
  /** The ids of these checks' requirements. */
  readonly checks: readonly string[];
}

/** How many exchanges were of one operation, or of none of the interface's (`null`). */
export interface OperationCount {
  readonly operation: Operation | null;
  readonly exchanges: number;
}

/** A header field that tells the version of the service or of what stands in front of it. */
export interface ServiceHeader {
  readonly name: string;
  /** Different values, the first few. */
  readonly values: readonly string[];
}

/** The traffic of one check: of one requirement, of several at once, or of the preflight. */
export interface ReportCheck {
  /** The id of its requirement, or a name. */
  readonly id: string;
  /** How many exchanges it made. */
  readonly exchanges: number;
  /** The requirements for which some of these are evidence, in the catalogue's order. */
  readonly requirements: readonly { readonly id: string; readonly exchanges: number }[];
}

/** Violated requirements that likely have one cause: at least two. */
export interface Cause {
  /** What they have in common, in one sentence. */
  readonly text: string;
  readonly requirements: readonly string[];
}

/** A fault of the suite itself, never of the service. */
export interface InternalError {
  readonly requirement: string | null;
  readonly message: string;
}

/** An animal that the run left in the service. */
export interface LeftBehindAnimal {
  /** An int64 in decimal digits. */
  readonly id: string;
  readonly name: string;
}

/** An exchange as a report keeps it: very long answers are cut. */
export interface ReportExchange extends Exchange {
  /** How many characters were cut from the end of the response's body. */
  readonly bodyCut: number;
}
