import type { Exchange } from '../exchange/exchange.ts';
import type { AcrossRecord } from './across-record.ts';
import type { Finding } from './finding.ts';
import type { Baseline, Waiver } from './known-failures.ts';
import type { LoadRecord } from './load-record.ts';
import type { PlanLimitRecord } from './plan-limit-record.ts';

/** The amount of requests and examples. */
export type Effort = 'smoke' | 'normal' | 'thorough';

/** The arguments that repeat a run, by purpose, with shell expressions instead of secrets. */
export interface RunArguments {
  /** The base URL, the name of a target of the configuration file, or `--reference`. */
  readonly target: string;
  /** Needed by every command that runs some of the same checks. */
  readonly checks: readonly string[];
  /** Needed only by those that measure plan limits. */
  readonly planLimits: readonly string[];
  /** Needed only to make the whole run again. */
  readonly wholeRun: readonly string[];
}

/** Facts of a run that are known before its first request. Contains no secret. */
export interface RunHeader {
  readonly tool: { readonly name: string; readonly version: string };
  readonly baseUrl: string;
  readonly startedAt: string;
  readonly seed: number;
  readonly effort: Effort;
  /** The implementation that the run says it tests, `NAME@sha256:…`; absent if it says none. */
  readonly implementation?: string;
  /** The tag in the names of the animals of this run. */
  readonly tag: string;
  /** The command line that repeats this run, without secrets. */
  readonly command: string;
  /** The arguments of that command; absent of recorded traffic. */
  readonly argv?: RunArguments;
  /** Whether violated SHOULD requirements fail the run too. */
  readonly failOn: 'must' | 'should';
  /** The minimum share of selected MUST requirements that must be decided, 0 to 1; 0.67 if absent. */
  readonly minDecided?: number;
  /** Present for a sustained load or recorded traffic instead of a run of the suites. */
  readonly kind?: 'load' | 'judge';
  /** Present if the run is read-only. */
  readonly readOnly?: true;
  /** Waivers; absent if there are none. */
  readonly waivers?: readonly Waiver[];
  /** The baseline, whose violations do not fail this run; absent without one. */
  readonly baseline?: Baseline;
  /** The catalogue version of the run. */
  readonly catalogue: number;
  /** The connection options; absent for a direct connection. */
  readonly reach?: Reach;
  /** The bounds of the run; absent for a load and a recording. */
  readonly budget?: RunBudget;
  /** The selected requirement ids; all others are `skipped`. */
  readonly selected: readonly string[];
}

/** The bounds of a run, so that a service can't prolong it or fill the disk. */
export interface RunBudget {
  /** The maximum duration in ms. */
  readonly maxTimeMs: number;
  /** The maximum size of a response body, in bytes. */
  readonly bodyBytes: number;
  /**
   * The size of the journal and of the HAR, in bytes, beyond which only the beginning, length and digest of a body are
   * kept.
   */
  readonly recordedBytes: number;
}

/** The hand-written cases of the selected checks. */
export interface CaseCount {
  readonly sent: number;
  readonly all: number;
}

/** The steps of the preflight, in order. */
export interface PreflightStep {
  readonly name: string;
  readonly outcome: 'good' | 'note' | 'problem';
  readonly text: string;
  /** The advice for a problem. */
  readonly remedy: string | null;
}

/**
 * The events of a run. The journal has one JSON object per event and line, appended as they happen; a report is a
 * fold over them, so a killed run has one too.
 *
 * - `run-started`, `run-finished`: the first and the last one.
 * - `preflight`: a step before the first check.
 * - `check-started`, `check-finished`: the start and end of a check. Its verdict may still change, because responses to
 *   other checks are evidence too.
 * - `exchange`: a request with its response or failure.
 * - `finding`: a deviation from a requirement. `evidence`: an exchange that supports a verdict.
 * - `observation`: behaviour that the interface document leaves open.
 * - `cases`: how many of the hand-written cases of its checks the run has sent.
 * - `wait`: a pause for the allowance of the key, in ms.
 * - `animal-created`: a created animal, with its int64 id in decimal digits.
 * - `plan-limit`, `load`: the result of a plan-limit measurement or of a sustained load.
 * - `across`: what outlived the command of `--across`, or what ran between two runs; the last one counts.
 * - `internal-error`: an error of the suite.
 */
export type RunEvent =
  | { readonly type: 'run-started'; readonly header: RunHeader }
  | { readonly type: 'preflight'; readonly step: PreflightStep }
  | { readonly type: 'check-started'; readonly requirement: string }
  | {
      readonly type: 'check-finished';
      readonly requirement: string;
      /** `done`: the check is complete. A watcher's requirement is never `done` without its traffic. */
      readonly outcome: 'done' | 'skipped' | 'inconclusive';
      /** Why it was skipped or inconclusive, and what would change that. */
      readonly reason: string | null;
      /** Whether it was skipped because the run had exhausted its requests or its time. */
      readonly budget?: true;
      /** The number of hand-written cases that the check left out at this effort; absent if 0. */
      readonly casesLeftOut?: number;
    }
  | {
      readonly type: 'exchange';
      readonly exchange: Exchange;
      /** The watched requirements that this exchange is evidence for. */
      readonly touched: readonly string[];
    }
  | { readonly type: 'finding'; readonly finding: Finding }
  | { readonly type: 'evidence'; readonly requirement: string; readonly exchange: number }
  | {
      readonly type: 'observation';
      readonly requirement: string;
      readonly text: string;
      readonly exchanges: readonly number[];
    }
  | ({ readonly type: 'cases' } & CaseCount)
  | { readonly type: 'wait'; readonly reason: string; readonly durationMs: number }
  | {
      readonly type: 'animal-created';
      readonly id: string;
      readonly name: string;
      readonly exchange: number;
    }
  | { readonly type: 'plan-limit'; readonly record: PlanLimitRecord }
  | { readonly type: 'load'; readonly record: LoadRecord }
  | { readonly type: 'across'; readonly record: AcrossRecord }
  | { readonly type: 'internal-error'; readonly requirement: string | null; readonly message: string }
  | {
      readonly type: 'run-finished';
      readonly finishedAt: string;
      readonly durationMs: number;
      /** Why the run was interrupted, or `null`. */
      readonly interrupted: string | null;
    };

/** The connection options of a run, for generated commands; files by name. Contains no secret. */
export interface Reach {
  /** `http://proxy.example.com:3128`, or `$HTTPS_PROXY` if the variable contains credentials. */
  readonly proxy: string | null;
  /** Whether the environment names a proxy that is not used. */
  readonly avoidsProxy: boolean;
  readonly caFile: string | null;
  readonly clientCertificate: string | null;
  readonly clientKey: string | null;
}

/** An internal error of the suite, in the check of a requirement or elsewhere (`null`). */
export function internalError(error: unknown, requirement: string | null = null): RunEvent {
  return { type: 'internal-error', requirement, message: errorDetails(error) };
}

/** The message of an error with its stack. */
export function errorDetails(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
