import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { judge, type Mismatch, type ReportedRun } from './judge.ts';
import { finish, start } from './processes.ts';
import { amplePlan, keys, startService } from './service.ts';
import { fieldTrials, type Subject } from './subject.ts';
import { inTemporaryFolder } from './temporary-folder.ts';

/** What became of a subject. */
export interface Trial {
  readonly mismatches: readonly Mismatch[];
  /** The verdict of the last report. */
  readonly verdict: string;
  readonly requests: number;
  readonly durationMs: number;
  /** Runs that were made. */
  readonly attempts: number;
}

const command = join(fieldTrials, '..', 'dist', 'src', 'cli', 'main.js');
const maxBuildMs = 900_000;
const maxRunMs = 300_000;
/** A busy machine may leave a measurement undecided, and a race may not show: such runs are made again. */
const maxAttempts = 3;

/** Commands that a subject needs and that are not on PATH. */
export function missingCommands({ needs }: Subject): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return needs.filter((name) => !folders.some((folder) => isExecutable(join(folder, name))));
}

/**
 * Builds a subject, starts it, runs the suite against it and compares the report with the truth. What is falsely
 * reported in any run counts; where all that differs is missed or undecided, the run is made again.
 */
export async function makeTrial(subject: Subject): Promise<Trial> {
  try {
    await build(subject);
    let trial = await attempt(subject, 1);
    while (trial.attempts < maxAttempts && trial.mismatches.length > 0 && trial.mismatches.every(mayChange)) {
      trial = await attempt(subject, trial.attempts + 1);
    }
    return trial;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const mismatches: Mismatch[] = [{ kind: 'not run', about: 'run', said }];
    return { mismatches, verdict: 'none', requests: 0, durationMs: 0, attempts: 0 };
  }
}

function mayChange({ kind }: Mismatch): boolean {
  return kind === 'missed' || kind === 'undecided';
}

async function build({ build: line, folder }: Subject): Promise<void> {
  if (line === null) {
    return;
  }
  const { status, output } = await finish(start('sh', ['-c', line], { cwd: folder }), maxBuildMs);
  if (status !== 0) {
    throw new Error(`the build ended with status ${status}\n${output}`);
  }
}

function attempt(subject: Subject, attempts: number): Promise<Trial> {
  return inTemporaryFolder(async (folder) => {
    const service = await startService(subject, folder);
    try {
      const report = await reportOn(subject, service.baseUrl, folder);
      const { requests, durationMs } = report.run;
      return {
        mismatches: judge(subject.truth, report),
        verdict: report.verdict,
        requests,
        durationMs,
        attempts,
      };
    } finally {
      await service.stop();
    }
  });
}

/** What the built command says of a service. */
async function reportOn(subject: Subject, baseUrl: string, folder: string): Promise<ReportedRun> {
  const reportFolder = join(folder, 'report');
  const run = start(
    process.execPath,
    [command, 'run', baseUrl, '--output', 'quiet', '--report-dir', reportFolder, ...optionsOf(subject)],
    { cwd: folder, env: { ...process.env, ...environmentOf(subject) } },
  );
  const { status, output } = await finish(run, maxRunMs);
  if (status !== 0 && status !== 1 && status !== 3) {
    throw new Error(`the run ended with status ${status}\n${output}`);
  }
  return JSON.parse(readFileSync(join(reportFolder, 'report.json'), 'utf8'));
}

function optionsOf({ minute, run }: Subject): string[] {
  return [
    ...['--plan', amplePlan, '--revoked-key', keys.revoked, '--seed', '7', '--skip', 'quota/day-limit'],
    ...(minute === null ? ['--skip', 'quota/*'] : ['--minute', minute]),
    ...run,
  ];
}

function environmentOf({ minute, plan }: Subject): NodeJS.ProcessEnv {
  return {
    ANIMAL_STORE_API_KEY: keys.ample,
    ...(minute === null
      ? {}
      : { ANIMAL_STORE_QUOTA_KEYS: keys.measured.map((key) => `${plan}=${key}`).join(',') }),
  };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
