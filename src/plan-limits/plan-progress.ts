import type { MeasurementProgress } from '../quota/measure/measurement.ts';
import { factsOf } from '../quota/quota-wire.ts';

const tellEveryMs = 250;

/** Reports the progress of measuring one plan: a few times per second, and whenever the phase changes. */
export class PlanProgress {
  readonly #plan: string;
  readonly #report: (progress: PlanLimitProgress) => void;
  readonly #now: () => number;
  #last: Omit<MeasurementProgress, 'phase'> = {
    sent: 0,
    admitted: 0,
    refused: 0,
    expectedEndMs: 0,
  };
  #doing = '';
  #reportedAtMs = Number.NEGATIVE_INFINITY;

  /**
   * @param plan as a sentence begins: `Free`
   * @param now the clock of the measurement, in ms
   */
  constructor(plan: string, report: (progress: PlanLimitProgress) => void, now: () => number) {
    this.#plan = plan;
    this.#report = report;
    this.#now = now;
  }

  readonly progress = (soFar: MeasurementProgress): void => {
    this.#last = soFar;
    const { doing, notable = false } = factsOf(soFar.phase);
    this.#do(doing, notable);
  };

  /** A wait begins, which the estimate of the last phase may not have known. */
  waiting(reason: string, durationMs: number): void {
    const expectedEndMs = Math.max(this.#last.expectedEndMs, this.#now() + durationMs);
    this.#last = { ...this.#last, expectedEndMs };
    this.#do(`waiting: ${reason}`, false);
  }

  /** The measurement has ended: reports the rest. */
  end(): void {
    this.#reportedAtMs = Number.NEGATIVE_INFINITY;
    this.#do(this.#doing, false);
  }

  #do(doing: string, isNotable: boolean): void {
    const nowMs = this.#now();
    if (doing === this.#doing && nowMs - this.#reportedAtMs < tellEveryMs) {
      return;
    }
    this.#doing = doing;
    this.#reportedAtMs = nowMs;
    const { sent, admitted, refused, expectedEndMs } = this.#last;
    const leftMs = Math.max(0, expectedEndMs - nowMs);
    this.#report({
      type: 'measuring',
      plan: this.#plan,
      doing,
      notable: isNotable,
      sent,
      admitted,
      refused,
      leftMs,
    });
  }
}

/** The progress of measuring one plan. Reported during a run, but not recorded. */
export interface PlanLimitProgress {
  readonly type: 'measuring';
  /** As a sentence begins: `Free`. */
  readonly plan: string;
  /** The current activity: `waiting out Retry-After`. */
  readonly doing: string;
  /** Whether it is something that is worth a line of a log. */
  readonly notable: boolean;
  readonly sent: number;
  readonly admitted: number;
  readonly refused: number;
  /** About how long it still takes, in ms. */
  readonly leftMs: number;
}
