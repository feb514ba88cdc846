import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeNamedFolder, removeEarlierRun } from '../cli/report-folder.ts';
import type { Report } from '../report/report.ts';
import { exitStatus } from '../report/verdict-sentence.ts';
import type { VerifyListener } from '../runner/verify.ts';
import { readVerifyOptions } from './read-verify-options.ts';
import { runInThread } from './run-in-thread.ts';
import type { VerifyOptions } from './verify-options.ts';
import { rethrowInWordsOfLibrary } from './words-of-library.ts';

/** The report of a run, with the exit status of the command for it: 0 conformant, 1 not conformant, 3 no verdict. */
export interface VerifyResult extends Report {
  readonly exitStatus: 0 | 1 | 3;
}

/**
 * Verifies one implementation: preflight, the checks of the requirements that are selected, and the limits of the plans
 * whose keys were given.
 *
 * Resolves with the report also where the run was interrupted, ran out of its time or never got past its preflight:
 * `report.verdict` is `none` then, or `report.interrupted` says why. Nothing that the service does makes it reject.
 * Nothing is printed, the process is not ended and its exit status stays what it is. Several runs may be made at once,
 * each in a thread of its own.
 *
 * @param options the address and the key, and whatever is to be other than by default
 * @param listener receives every event; the same as `options.onEvent`
 * @param signal ends the run before its end; the same as `options.signal`
 * @throws {OptionsError} for an option that is wrong or missing; nothing was sent then.
 * @throws {FolderShared} where another run used `options.reportDir` at the same time.
 * @throws whatever the listener throws.
 *
 * @example
 * ```ts
 * import { verify } from 'animal-store-conformance';
 *
 * const report = await verify({ baseUrl: 'http://localhost:8080/v1', apiKey: process.env.STAGING_KEY ?? '' });
 * process.exitCode = report.exitStatus;
 * for (const { id, findings } of report.requirements.filter(({ verdict }) => verdict === 'failed')) {
 *   console.log(id, findings[0]?.message);
 * }
 * ```
 */
export async function verify(
  options: VerifyOptions,
  listener?: VerifyListener,
  signal?: AbortSignal,
): Promise<VerifyResult> {
  const report = await verified(options, listener, signal);
  return { ...report, exitStatus: exitStatus(report) };
}

async function verified(
  options: VerifyOptions,
  listener: VerifyListener | undefined,
  signal: AbortSignal | undefined,
): Promise<Report> {
  const { run, reportDir } = await readVerifyOptions(options);
  const receiver = listener ?? options.onEvent ?? null;
  const stop = signal ?? options.signal ?? null;
  if (reportDir === null) {
    const folder = mkdtempSync(join(tmpdir(), 'animal-store-conformance-'));
    try {
      return await runInThread({ options: { ...run, reportDir: folder }, writes: false }, receiver, stop);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const folder = ownFolder(reportDir);
  return runInThread({ options: { ...run, reportDir: folder }, writes: true }, receiver, stop);
}

/** @throws {OptionsError} where the folder can't be made or written. */
function ownFolder(reportDir: string): string {
  try {
    const folder = makeNamedFolder(reportDir, process.cwd());
    removeEarlierRun(folder);
    return folder;
  } catch (error) {
    return rethrowInWordsOfLibrary(error);
  }
}
