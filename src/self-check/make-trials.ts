import { existsSync, renameSync, rmSync } from 'node:fs';
import { complaintsOfTrial, type OrderedTrial } from './judge-trials.ts';
import { type Trial, type TrialOrder, together } from './trial.ts';
import { TrialWorker } from './trial-worker.ts';

export interface TrialSettings {
  /** Processes side by side. */
  readonly workers: number;
  /** Trials that one process makes at once. */
  readonly atOnce: number;
  /** Whether the processes run at a lower priority than those of other trials. */
  readonly yields: boolean;
  /** The ways in which a trial is made, one after another until it is enough; those of one list side by side. */
  readonly triesOf: (order: TrialOrder) => readonly (readonly TrialOrder[])[];
  readonly isEnough: (order: TrialOrder, trial: Trial) => boolean;
  /** Ends them all; those that were not over are lost. */
  readonly signal: AbortSignal;
  readonly onTrial: (trial: Trial, order: TrialOrder) => void;
}

/** Runs trials in this order, concurrently in processes that are reused. */
export async function makeTrials(orders: readonly TrialOrder[], settings: TrialSettings): Promise<void> {
  const { workers, atOnce, yields, signal, onTrial } = settings;
  const processes = Array.from({ length: Math.min(workers, orders.length) }, () => new TrialWorker(yields));
  const waiting = orders.values();
  const workOff = async (process: TrialWorker): Promise<void> => {
    for (const order of waiting) {
      const trial = signal.aborted ? null : await madeUntilEnough(order, process, settings);
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
    await Promise.all(lanes.map((process) => workOff(process)));
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
  for (const attempts of triesOf(order)) {
    if (signal.aborted) {
      break;
    }
    const trials = await Promise.all(attempts.map((attempt) => process.make(attempt)));
    const soFar: Trial = [...(made === null ? [] : [made]), ...trials].reduce(together);
    made = soFar;
    keepOneReport(attempts, { order, trial: soFar });
    if (isEnough(order, soFar)) {
      break;
    }
  }
  return made;
}

/** A trial that is not worth a look leaves no folder. */
function keepOneReport(attempts: readonly TrialOrder[], soFar: OrderedTrial): void {
  const { folder } = soFar.order;
  for (const { folder: other } of attempts) {
    if (other !== folder && existsSync(other)) {
      rmSync(folder, { recursive: true, force: true });
      renameSync(other, folder);
    }
  }
  if (complaintsOfTrial(soFar).length === 0) {
    rmSync(folder, { recursive: true, force: true });
  }
}
