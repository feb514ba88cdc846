import type { Effort } from '../verdict/run-event.ts';

/**
 * The verdict of a self-check on the suite: `proven` without false positives, missed or misattributed faults,
 * `refuted` with any, `none` if it could not be completed.
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
    /** The allowance of the key of every functional run, or `null` for what its fault needs. */
    readonly allowance: 'ordinary' | 'ample' | null;
    /** The requirement ids that were decided. */
    readonly selected: readonly string[];
    readonly command: string;
  };
  readonly verdict: SelfCheckVerdict;
  /** Why it was interrupted, or `null`. */
  readonly interrupted: string | null;
  readonly totals: SelfCheckTotals;
  readonly faults: readonly SubjectResult[];
  readonly conforming: readonly SubjectResult[];
}

/** How many of each. */
export interface SelfCheckTotals {
  readonly faults: number;
  /** Faults whose targeted requirement was reported. */
  readonly caught: number;
  /** Those of them whose violated requirements were all reported. */
  readonly caughtWhole: number;
  /** Faults with a violated requirement that was not reported. */
  readonly missed: number;
  /** Faults for which a requirement was reported that they don't violate. */
  readonly misattributed: number;
  readonly conforming: number;
  /** Variants and mixtures without any finding. */
  readonly cleared: number;
  /** Trials that could not be run, or whose run had an internal error. */
  readonly failed: number;
  /** Trials that were not started before the self-check ended. */
  readonly left: number;
  readonly requests: number;
}

/** One cell of the matrix, fault by requirement. */
export interface MatrixCell {
  readonly requirement: string;
  /**
   * `caught` or `missed` for a violated requirement, `also` for one that covers the same deviation by another name,
   * `misattributed` for one that the fault does not violate.
   */
  readonly outcome: 'caught' | 'missed' | 'also' | 'misattributed';
  /** The run's finding, or why the run could not decide. */
  readonly said: string;
}

/** The outcome of one service: with a fault, or one or several variants, over all of its trials. */
export interface SubjectResult {
  readonly kind: 'fault' | 'variant' | 'mixture';
  readonly name: string;
  /** The requirement that a fault targets; `null` for a conforming service. */
  readonly requirement: string | null;
  /**
   * Of a fault `caught` or `missed`, of a conforming service `cleared` or `flagged`; `failed` if a trial could not be
   * run, `left` if one was not started.
   */
  readonly outcome: 'caught' | 'missed' | 'cleared' | 'flagged' | 'failed' | 'left';
  /** Of a conforming service, what was reported: it violates nothing. */
  readonly cells: readonly MatrixCell[];
  readonly errors: readonly string[];
  readonly requests: number;
  readonly durationMs: number;
  /** The number of runs: more than one if the first missed a violated requirement. */
  readonly tries: number;
  /** The folder with the report of a run, relative to this one, if a trial shows a shortcoming. */
  readonly folder: string | null;
  /** The command line that repeats its trials. */
  readonly again: string;
}
