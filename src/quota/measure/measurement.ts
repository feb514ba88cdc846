import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import type { QuotaJudgement } from '../judgement.ts';
import type { BurstLedger, Phase } from '../quota-wire.ts';

/** The progress of measuring one plan. Reported during a run, but not recorded. */
export interface PlanLimitProgress {
  readonly type: 'measuring';
  /** As a sentence begins: `Free`. */
  readonly plan: string;
  /** The current activity: `waiting: Retry-After`. */
  readonly doing: string;
  /** The requests of the whole measurement so far, by result. */
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
  /** About how long it still takes, in ms. */
  readonly leftMs: number;
}

/** Called a few times per second, and whenever the activity changes. */
export type MeasurementListener = (progress: Omit<PlanLimitProgress, 'type' | 'plan'>) => void;

export interface MeasuredBurst extends BurstLedger {
  readonly key: number;
  readonly phase: Phase;
}

export interface PlanMeasurement {
  readonly judgement: QuotaJudgement;
  /** One for each key of the plan that was used. */
  readonly records: readonly PlanLimitRecord[];
  readonly ledgers: readonly MeasuredBurst[];
  /** Why it ended early, as thrown by the wire (`RunStopped`), or `null`. */
  readonly stopped: Error | null;
  /** Why it could not be made or completed; `null` if it was, or was stopped. */
  readonly problem: MeasurementProblem | null;
  /** Keys of the plan that are refused (401, 403) from their first request on, while another one is served. */
  readonly refusedKeys: readonly number[];
}

/**
 * Why a measurement can't go on. `refused`: the key is none, while another one is served. `not-served`: its first
 * request returned an error. `web-page`: something in front of the service answers in its place. `silent`: the service
 * has stopped answering. `place`: a further one took no part in a burst.
 */
export interface MeasurementProblem {
  readonly kind: 'refused' | 'not-served' | 'web-page' | 'silent' | 'place';
  /** N of `quota-key-N`, or 0. */
  readonly key: number;
  /** The status of the last response; 0 if there was none. */
  readonly status: number;
  /** N of the Nth `--place`, if one is the problem. */
  readonly place?: number;
}

/** Ends a measurement; the results until then count. */
export class MeasurementEnded extends Error {
  readonly problem: MeasurementProblem;

  constructor(problem: MeasurementProblem) {
    super(`quota-key-${problem.key}: ${problem.kind}, returned ${problem.status}`);
    this.name = 'MeasurementEnded';
    this.problem = problem;
  }
}
