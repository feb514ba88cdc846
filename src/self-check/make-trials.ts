import { type Trial, type TrialOrder, together } from './trial.ts';
import { TrialWorker } from './trial-worker.ts';

export interface TrialSettings {
  /** Processes side by side. */
  readonly workers: number;
  /** Trials that one process makes at once. */
  readonly atOnce: number;
  /** Whether the processes run at a lower priority than those of other trials. */
  readonly yields: boolean;
  /** The ways in which a trial is made, one after another until it is enough. */
  readonly triesOf: (order: TrialOrder) => readonly TrialOrder[];
  readonly isEnough: (order: TrialOrder, trial: Trial) => boolean;
  /** Ends them all; those that were not over are lost. */
  readonly signal: AbortSignal;
  readonly onTrial: (trial: Trial, order: TrialOrder) => void;
}

/** Runs trials in this order, concurrently in processes that are reused. */
export async function makeTrials(orders: readonly TrialOrder[], settings: TrialSettings): Promise<void> {
  const { workers, atOnce, yields, signal, onTrial } = settings;
  const processes = Array.from({ length: Math.min(workers, orders.length) }, () => new TrialWorker(yields));
  const waiting = orders[Symbol.iterator]();
  const workOff = async (process: TrialWorker): Promise<void> => {
    for (const order of waiting) {
      const trial = await madeUntilEnough(order, process, settings);
      if (trial === null || signal.aborted) {
        return;
      }
      onTrial(trial, order);
    }
  };
  const end = (): void => {
    for (const process of processes) {
      process.end();
    }
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    const lanes = Array.from({ length: atOnce }, () => processes).flat();
    await Promise.all(lanes.map(workOff));
  } finally {
    signal.removeEventListener('abort', end);
    end();
  }
}

async function madeUntilEnough(
  order: TrialOrder,
  process: TrialWorker,
  { triesOf, isEnough, signal }: TrialSettings,
): Promise<Trial | null> {
  let made: Trial | null = null;
  for (const attempt of triesOf(order)) {
    if (signal.aborted) {
      break;
    }
    const trial = await process.make(attempt);
    const soFar: Trial = made === null ? trial : together(made, trial);
    made = soFar;
    if (isEnough(order, soFar)) {
      break;
    }
  }
  return made;
}
