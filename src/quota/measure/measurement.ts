import type { PlanLimitRecord } from '../../verdict/plan-limit-record.ts';
import type { QuotaJudgement } from '../judgement.ts';
import type { BurstLedger } from '../quota-wire.ts';
import type { Phase } from '../timeline.ts';
import type { MeasurementProblem } from './measurement-ended.ts';

/** How far a measurement is. */
export interface MeasurementProgress {
  readonly plan: string;
  /** N of `quota-key-N`, or 0. */
  readonly key: number;
  readonly phase: Phase;
  /** Requests of the whole measurement so far, and how they were answered. */
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
  /** By the timeline's clock, in ms. */
  readonly expectedEndMs: number;
}

/** Told at the beginning of a phase, and after every request and burst. */
export interface MeasurementListener {
  progress(progress: MeasurementProgress): void;
}

/** A burst that was sent. */
export interface MeasuredBurst extends BurstLedger {
  readonly key: number;
  readonly phase: Phase;
}

/** What the measurement of one plan came to. */
export interface PlanMeasurement {
  readonly judgement: QuotaJudgement;
  /** One for each key of the plan that was used. */
  readonly records: readonly PlanLimitRecord[];
  readonly ledgers: readonly MeasuredBurst[];
  /** Why it ended early, as thrown by the wire (`RunStopped`); `null` where it came to its end. */
  readonly stopped: Error | null;
  /** Why it could not be made, or not to its end; `null` where it could, or was stopped. */
  readonly problem: MeasurementProblem | null;
  /** Keys of the plan that are refused (401, 403) from their first request on, while another one is served. */
  readonly refusedKeys: readonly number[];
}
