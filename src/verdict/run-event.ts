import type { Exchange } from '../exchange/exchange.ts';
import type { Baseline } from './baseline.ts';
import type { Finding } from './finding.ts';
import type { LoadRecord } from './load-record.ts';
import type { PlanLimitRecord } from './plan-limit-record.ts';
import type { Reach } from './reach.ts';
import type { Waiver } from './waiver.ts';

/** How many examples a property gets. */
export type Effort = 'smoke' | 'normal' | 'thorough';

/** The arguments that make a run again, by what they are needed for. They hold no secret, but shell expressions for these. */
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

/** Facts of a run that are known before its first request. No secret stands in it. */
export interface RunHeader {
  readonly tool: { readonly name: string; readonly version: string };
  readonly baseUrl: string;
  readonly startedAt: string;
  readonly seed: number;
  readonly effort: Effort;
  /** What every animal of this run carries in its name. */
  readonly tag: string;
  /** The command line that makes this run again, secrets left out. */
  readonly command: string;
  /** The arguments of that command; absent of recorded traffic. */
  readonly argv?: RunArguments;
  /** Whether violations of SHOULD requirements fail the run too. */
  readonly failOn: 'must' | 'should';
  /** The share of the MUST requirements left in that has to be decided, 0 to 1; 0.67 where it is absent. */
  readonly minDecided?: number;
  /** Where it is no run of the suites: a sustained load, or traffic that was recorded elsewhere and judged. */
  readonly kind?: 'load' | 'judge';
  /** Whether it creates nothing; absent where it does. */
  readonly readOnly?: boolean;
  /** Failures that are known; absent where none were given. */
  readonly waivers?: readonly Waiver[];
  /** What an earlier run saw violated, which this one is not failed by; absent where none was given. */
  readonly baseline?: Baseline;
  /** The version of the catalogue that the run keeps to; absent in runs of version 0.1.0, of which it was 1. */
  readonly catalogue?: number;
  /** How the service is reached, where it is not simply connected to. */
  readonly reach?: Reach;
  /** What the run allows itself at most; absent of a load, a recording, and runs of version 0.1.0. */
  readonly budget?: RunBudget;
  /** The ids that this run was asked to decide; all others are `skipped`. */
  readonly selected: readonly string[];
}

/** What a run allows itself at most, so that a service can't make it go on or fill the disk. */
export interface RunBudget {
  /** Wall time in ms. */
  readonly maxTimeMs: number;
  /** Bytes of a response's body that are read. */
  readonly bodyBytes: number;
  /** Bytes of the journal, and of the HAR, beyond which bodies are kept as beginning, length and digest. */
  readonly recordedBytes: number;
}

/** Further cases, which a run sends if the allowance of the key is ample. */
export interface SentVarieties {
  readonly sent: number;
  readonly leftOut: number;
  /** Why the run skipped some, as the end of a sentence; `null` if it sent all. */
  readonly reason: string | null;
}

/** What the preflight learnt: one line each, in the order in which it was learnt. */
export interface PreflightStep {
  readonly name: string;
  readonly outcome: 'good' | 'note' | 'problem';
  readonly text: string;
  /** What to do about it, for a problem. */
  readonly remedy: string | null;
}

/**
 * Everything that happens in a run. The journal is these, one JSON object a line, as they happen; a report is
 * a fold over them, so a run that was killed still has one.
 *
 * - `run-started`, `run-finished`: the first and the last one.
 * - `preflight`: what was learnt before the first check.
 * - `check-started`, `check-finished`: the check of a requirement begins and ends. Its verdict may still change: other
 *   checks bring answers that speak of it too.
 * - `exchange`: a request and what came of it.
 * - `finding`: a deviation from a requirement. `evidence`: an exchange that its requirement was judged by too.
 * - `observation`: what the service does where the document is silent.
 * - `varieties`: how many further cases the run sent, and why it skipped the others.
 * - `wait`: a pause for the allowance of the key, in ms.
 * - `animal-created`: an animal that stays in the service, with its int64 id in decimal digits.
 * - `plan-limit`, `load`: what a measurement of plan limits, or a sustained load, brought.
 * - `internal-error`: a fault of the suite itself.
 */
export type RunEvent =
  | { readonly type: 'run-started'; readonly header: RunHeader }
  | { readonly type: 'preflight'; readonly step: PreflightStep }
  | { readonly type: 'check-started'; readonly requirement: string }
  | {
      readonly type: 'check-finished';
      readonly requirement: string;
      /** `done`: it could do its work. A watcher's requirement is never `done` where its traffic did not come. */
      readonly outcome: 'done' | 'skipped' | 'inconclusive';
      /** Why it was skipped or could not tell, and what would change that. */
      readonly reason: string | null;
      /** Whether it was skipped because the run had used up its requests or its time. */
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
  | ({ readonly type: 'varieties' } & SentVarieties)
  | { readonly type: 'wait'; readonly reason: string; readonly durationMs: number }
  | {
      readonly type: 'animal-created';
      readonly id: string;
      readonly name: string;
      readonly exchange: number;
    }
  | { readonly type: 'plan-limit'; readonly record: PlanLimitRecord }
  | { readonly type: 'load'; readonly record: LoadRecord }
  | { readonly type: 'internal-error'; readonly requirement: string | null; readonly message: string }
  | {
      readonly type: 'run-finished';
      readonly finishedAt: string;
      readonly durationMs: number;
      /** Why the run ended before its end, or `null`. */
      readonly interrupted: string | null;
    };
