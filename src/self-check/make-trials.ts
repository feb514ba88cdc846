import { existsSync, renameSync, rmSync } from 'node:fs';
import { isWorthALook, type OrderedTrial } from './judge-trials.ts';
import { ordersTogether, partOf, sharedOrder } from './shared-trial.ts';
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

/**
 * Runs batches of trials in this order, concurrently in processes that are reused. The faults of a batch share one
 * service. Those that its run does not decide, because others hide them, share a service with each other at the end;
 * those that are undecided then are tried alone.
 */
export async function makeTrials(
  batches: readonly (readonly TrialOrder[])[],
  settings: TrialSettings,
): Promise<void> {
  const { workers, atOnce, yields, signal, onTrial } = settings;
  const processes = Array.from({ length: Math.min(workers, batches.length) }, () => new TrialWorker(yields));
  const waiting = batches.values();
  const hidden: TrialOrder[] = [];
  const again: (readonly TrialOrder[])[] = [];
  const isAgain = new Set<TrialOrder>();
  const take = (): readonly TrialOrder[] | undefined => {
    const next = waiting.next();
    if (next.done !== true) {
      return next.value;
    }
    const found = hidden.splice(0);
    for (const order of found) {
      isAgain.add(order);
    }
    again.push(...ordersTogether(found));
    return again.shift();
  };
  const workOff = async (process: TrialWorker): Promise<void> => {
    for (let batch = take(); batch !== undefined && !signal.aborted; batch = take()) {
      const parts = await madeTogether(batch, process);
      for (const order of batch) {
        const part = parts.get(order);
        if (part === undefined && batch.length > 1 && !isAgain.has(order)) {
          hidden.push(order);
          continue;
        }
        const trial = part ?? (await madeUntilEnough(order, process, settings));
        if (trial === null || signal.aborted) {
          return;
        }
        onTrial(trial, order);
      }
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

/** The trials that one run decides on a service with all faults of a batch. */
async function madeTogether(
  [first, ...others]: readonly TrialOrder[],
  process: TrialWorker,
): Promise<ReadonlyMap<TrialOrder, Trial>> {
  const parts = new Map<TrialOrder, Trial>();
  if (first === undefined || others.length === 0) {
    return parts;
  }
  const shared = sharedOrder([first, ...others]);
  const trial = await process.make(shared);
  rmSync(shared.folder, { recursive: true, force: true });
  for (const order of [first, ...others]) {
    const part = partOf(order, shared, trial);
    if (part !== null) {
      // The cost of the one run counts once.
      parts.set(order, parts.size === 0 ? part : { ...part, requests: 0, durationMs: 0 });
    }
  }
  return parts;
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
  if (!isWorthALook(soFar)) {
    rmSync(folder, { recursive: true, force: true });
  }
}
