import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageVersion } from '../package-root.ts';
import { cellsOf, complaintsOfTrial, foldTrials, levelOf, type OrderedTrial } from './judge-trials.ts';
import { makeTrials } from './make-trials.ts';
import { folderOfRuns, orderTrials, triesOf } from './order-trials.ts';
import type { SelfCheckReport, SubjectResult } from './self-check-report.ts';
import type { SelfCheckOptions, Trial, TrialOrder } from './trial.ts';

export interface SelfCheckProgress {
  /** The trial that ended most recently; `null` before the first one ends. */
  readonly newest: OrderedTrial | null;
  readonly done: number;
  readonly total: number;
}

/** The number of concurrent functional trials in each process: while one waits, another one works. */
const functionalAtOnce = 4;

/** The number of concurrent trials in each process that measure plan limits: they mostly wait. */
const measuredAtOnce = 8;

/**
 * Runs the suite, as shipped, on seeded faults and conforming variants. Every shortcoming is a bug of the suite or of
 * a catalogue. The reports of runs with a shortcoming are kept below `options.reportDir/self-check-runs`.
 *
 * @param command the command line that repeats the self-check
 * @param listener receives the number of trials, and each trial as it ends
 * @param signal ends the self-check; the report has the results so far
 */
export async function runSelfCheck(
  options: SelfCheckOptions,
  command: string,
  listener: (progress: SelfCheckProgress) => void,
  signal: AbortSignal,
): Promise<SelfCheckReport> {
  const startedAt = new Date();
  const startedAtMs = performance.now();
  const { functional, measured } = orderTrials(options);
  const orders = [...functional, ...measured];
  const made = new Map<TrialOrder, Trial>();
  const onTrial = (trial: Trial, order: TrialOrder): void => {
    made.set(order, trial);
    listener({ newest: { order, trial }, done: made.size, total: orders.length });
  };
  listener({ newest: null, done: 0, total: orders.length });
  const { workers } = options;
  const settings = { workers, triesOf, isEnough: isDecided, signal, onTrial };
  // Measuring trials mostly wait, so they run concurrently with the others and get the processor first.
  await Promise.all([
    makeTrials(measured, { ...settings, atOnce: measuredAtOnce, yields: false }),
    makeTrials(functional, { ...settings, atOnce: functionalAtOnce, yields: true }),
  ]);
  const trials = orders.map((order) => ({ order, trial: made.get(order) ?? null }));
  removeUnfinished(trials, options.reportDir);
  const interrupted = signal.aborted ? 'interrupted by the user' : null;
  const folded = foldTrials(trials, interrupted);
  const { seed, effort, allowance, selected } = options;
  const durationMs = Math.round(performance.now() - startedAtMs);
  const withFolder = (row: SubjectResult) => ({ ...row, folder: kept(row.name, trials, options.reportDir) });
  return {
    schemaVersion: 1,
    tool: { name: 'animal-store-conformance', version: packageVersion() },
    run: {
      startedAt: startedAt.toISOString(),
      finishedAt: new Date(startedAt.getTime() + durationMs).toISOString(),
      durationMs,
      seed,
      effort,
      allowance,
      selected,
      command,
    },
    ...folded,
    faults: folded.faults.map(withFolder),
    conforming: folded.conforming.map(withFolder),
  };
}

/** Whether every MUST requirement that a fault violates was reported. */
function isDecided(order: TrialOrder, trial: Trial): boolean {
  return (
    order.subject.kind !== 'fault' ||
    trial.errors.length > 0 ||
    cellsOf(order, trial).every(
      ({ outcome, requirement }) => outcome !== 'missed' || levelOf(requirement) !== 'MUST',
    )
  );
}

function removeUnfinished(trials: readonly OrderedTrial[], reportDir: string): void {
  for (const { order, trial } of trials) {
    if (trial === null) {
      rmSync(order.folder, { recursive: true, force: true });
    }
  }
  const runs = join(reportDir, folderOfRuns);
  if (existsSync(runs) && readdirSync(runs).length === 0) {
    rmSync(runs, { recursive: true });
  }
}

function kept(name: string, trials: readonly OrderedTrial[], reportDir: string): string | null {
  const bad = trials.find(
    (trial) => trial.order.subject.name === name && complaintsOfTrial(trial).length > 0,
  );
  // A trial that ended with an internal error may have no folder.
  return bad === undefined || !existsSync(bad.order.folder)
    ? null
    : relative(reportDir, bad.order.folder).replaceAll('\\', '/');
}
