import type { Report } from '../report/report.ts';
import type { PlanLimitProgress } from '../runner/plan-progress.ts';
import type { RunOptions } from '../runner/run-options.ts';
import type { RunEvent } from '../verdict/run-event.ts';

/** What the thread of a run is given. */
export interface ThreadInput {
  readonly options: RunOptions;
  /** Whether the reports are written. */
  readonly writes: boolean;
  /** Whether there is a listener for the events. */
  readonly listens: boolean;
  /** Whether the run was stopped before it began. */
  readonly isStopped: boolean;
}

/** What it says. */
export type ThreadMessage =
  | { readonly kind: 'event'; readonly event: RunEvent | PlanLimitProgress }
  | { readonly kind: 'report'; readonly report: Report }
  | { readonly kind: 'error'; readonly name: string; readonly message: string; readonly stack: string };
