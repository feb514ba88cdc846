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
  /** Why it is incomplete; `null` if it is complete. */
  readonly ended: MeasurementEnd | null;
  /** Keys of the plan that are refused (401, 403) from their first request on, while another one is served. */
  readonly refusedKeys: readonly number[];
}

/** Why a requirement was not decided: skipped, or measured without result. */
export interface Undecided {
  readonly outcome: 'skipped' | 'inconclusive';
  /** The cause and the fix. */
  readonly reason: string;
  /** Skipped because the run may not send or take more: it counts as undecided. */
  readonly budget?: true;
}

/** Why a measurement is incomplete. */
export interface MeasurementEnd extends Undecided {
  /** Whether the service stopped responding. */
  readonly isSilent: boolean;
}

/** Ends a measurement; the results until then count. Its message is the reason. */
export class MeasurementEnded extends Error {
  override readonly name = 'MeasurementEnded';
  readonly isSilent: boolean;

  constructor(reason: string, isSilent = false) {
    super(reason);
    this.isSilent = isSilent;
  }
}

/** Ends a measurement during which the service stopped responding. */
export function fallenSilent(key: number): MeasurementEnded {
  return new MeasurementEnded(
    `the service stopped responding: the last requests of ${keyName(key)} got no response; run again, or allow more time with \`--timeout\``,
    true,
  );
}

/** In the order of the user, counted from 1 over all plans; 0 is the key of the run. */
export function keyName(key: number): string {
  return key === 0 ? 'the key of the run' : `quota key ${key}`;
}
