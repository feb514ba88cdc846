import type { TrialOrder } from './subject.ts';
import type { Trial } from './trial.ts';

/** What a worker process is asked for. */
export interface TrialRequest {
  readonly number: number;
  readonly order: TrialOrder;
}

/** What a worker process answers. */
export interface TrialAnswer {
  readonly number: number;
  readonly trial: Trial;
  /** The memory that the process takes, in bytes. */
  readonly memory: number;
}
