import type { Level } from '../verdict/requirement.ts';
import type { Effort } from '../verdict/run-event.ts';
import type { Blame, Undecided } from './trial.ts';

/**
 * What a self-check says of the suite: `proven` where nothing was accused falsely, missed or blamed elsewhere,
 * `refuted` where something was, `none` where it could not be made to its end.
 */
export type SelfCheckVerdict = 'proven' | 'refuted' | 'none';

/** `self-check.json`. */
export interface SelfCheckReport {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly run: {
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly durationMs: number;
    readonly seed: number;
    readonly effort: Effort;
    /** Whether every fault that the selected requirements have was tried, and not chosen ones only. */
    readonly allFaults: boolean;
    /** The requirement ids that were decided. */
    readonly selected: readonly string[];
    readonly command: string;
  };
  readonly verdict: SelfCheckVerdict;
  /** Why it ended before its end, or `null`. */
  readonly interrupted: string | null;
  readonly totals: SelfCheckTotals;
  readonly faults: readonly FaultResult[];
  readonly conforming: readonly ConformingResult[];
  /** The requirements that were decided, in the catalogue's order: a column of the matrix each. */
  readonly requirements: readonly CheckResult[];
}

/** How many of each. */
export interface SelfCheckTotals {
  readonly faults: number;
  /** Faults of which the requirement that each was made for was named. */
  readonly caught: number;
  /** Those among them of which every violated requirement was named. */
  readonly caughtWhole: number;
  /** Faults with a requirement that they violate and that was not named. */
  readonly missed: number;
  /** Faults for which a requirement was blamed that they don't violate. */
  readonly strays: number;
  readonly conforming: number;
  /** Unusual services that were not accused of anything. */
  readonly cleared: number;
  /** Trials that could not be made, or whose run had a fault of the suite itself. */
  readonly failed: number;
  /** Trials that were not made any more. */
  readonly left: number;
  readonly requests: number;
}

/** One cell of the matrix, fault by requirement. */
export interface MatrixCell {
  readonly requirement: string;
  /**
   * `caught` where it should be, `missed` there, `also` where that is no wonder (the same deviation by another
   * name), `stray` where the fault does not violate it.
   */
  readonly outcome: 'caught' | 'missed' | 'also' | 'stray';
  /** What the run said: its finding, or why it could not tell. */
  readonly said: string;
}

/** What became of one fault. */
export interface FaultResult {
  readonly name: string;
  readonly description: string;
  /** The requirement that it was made for. */
  readonly requirement: string;
  readonly level: Level;
  /** `failed` where the trial could not be made, `left` where it was not made any more. */
  readonly outcome: 'caught' | 'missed' | 'failed' | 'left';
  readonly cells: readonly MatrixCell[];
  readonly errors: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
  /** Runs that were made: more than one where the first left something that was due unseen. */
  readonly tries: number;
  /** The folder with its run's report, relative to this one, where something is wrong. */
  readonly folder: string | null;
  /** The command line that makes its trial again. */
  readonly again: string;
}

/** What became of one variant or mixture: in a run of its own, or in one more that measured the plan limits. */
export interface ConformingResult {
  readonly kind: 'variant' | 'mixture';
  readonly name: string;
  readonly outcome: 'cleared' | 'accused' | 'failed' | 'left';
  readonly accused: readonly Blame[];
  /** For an accused mixture the fewest of its variants that are accused of the same, where that was looked for. */
  readonly smallest: string | null;
  readonly undecided: readonly Undecided[];
  readonly errors: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
  readonly folder: string | null;
  readonly again: string;
}

/** What one requirement's check is good for. */
export interface CheckResult {
  readonly requirement: string;
  readonly level: Level;
  /** Faults that were made for it. */
  readonly made: number;
  /** Those of them that it was named for. */
  readonly caught: number;
  /** Faults that it sees, made for it or not. */
  readonly seen: number;
  /** Faults that it alone sees: without it they would go through. */
  readonly alone: number;
}
