import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lastRedactor } from '../cli/keys/last-redactor.ts';
import { artifactNames, makeNamedFolder, removeEarlierRun } from '../cli/report-files/report-folder.ts';
import { journalPath } from '../journal/journal.ts';
import type { Report } from '../report/report.ts';
import { exitStatus } from '../report/verdict-sentence.ts';
import type { Redactor } from '../secrets/redaction.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { type VerifyListener, verify as verifyService } from '../verify/verify.ts';
import { readVerifyOptions } from './read-verify-options.ts';
import { rethrowInWordsOfLibrary, type VerifyOptions } from './verify-options.ts';

/** The report of a run, and the exit status of the command: 0 conformant, 1 not conformant, 3 no verdict. */
export interface VerifyResult extends Report {
  readonly exitStatus: 0 | 1 | 3;
}

/**
 * Verifies one implementation: preflight, checks of the selected requirements, and the limits of the plans whose keys
 * were passed.
 *
 * Also resolves with a report if the run was interrupted, reached its time limit or failed its preflight: then
 * `report.verdict` is `none`, or `report.interrupted` has the reason. No behaviour of the service makes it reject. It
 * prints nothing, and neither ends the process nor changes its exit status. Several runs may be active at once.
 *
 * @param options the base URL and the key, and any other options
 * @param listener receives every event; the same as `options.onEvent`
 * @param signal ends the run early; the same as `options.signal`
 * @throws {OptionsError} if an option is wrong or missing; nothing was sent.
 * @throws {FolderShared} if another run used `options.reportDir` at the same time.
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
  const { onEvent = null, signal: given = null } = options;
  const stated = { ...options, onEvent: listener ?? onEvent, signal: signal ?? given };
  const { run, reportDir } = await readVerifyOptions(stated);
  const receiver = stated.onEvent ?? ((): void => undefined);
  const stop = stated.signal;
  const folder =
    reportDir === null ? mkdtempSync(join(tmpdir(), 'animal-store-conformance-')) : ownFolder(reportDir);
  try {
    const withFolder = { ...run, reportDir: folder };
    const report = await verifyUntilThrown(withFolder, receiver, stop);
    const redactor = lastRedactor(withFolder);
    return maskedReport(reportDir === null ? report : await written(report, folder, redactor), redactor);
  } finally {
    if (reportDir === null) {
      rmSync(folder, { recursive: true });
    }
  }
}

/** Ends the run as soon as the listener throws. @throws whatever the listener throws. */
async function verifyUntilThrown(
  options: RunOptions,
  listener: VerifyListener,
  signal: AbortSignal | null,
): Promise<Report> {
  const ending = new AbortController();
  let thrown: { readonly error: unknown } | null = null;
  const see: VerifyListener = (event) => {
    try {
      if (thrown === null) {
        listener(event);
      }
    } catch (error) {
      thrown = { error };
      ending.abort();
    }
  };
  const stop = signal === null ? ending.signal : AbortSignal.any([signal, ending.signal]);
  const report = await verifyService(options, see, stop);
  rethrow(thrown);
  return report;
}

/** @throws what a listener has thrown, if it has. */
function rethrow(thrown: { readonly error: unknown } | null): void {
  if (thrown !== null) {
    throw thrown.error;
  }
}

async function written(report: Report, folder: string, redactor: Redactor): Promise<Report> {
  const { writeReport } = await import('../cli/report-files/write-report.ts');
  return writeReport({ report, journal: journalPath(folder), folder }, artifactNames, redactor);
}

function maskedReport(report: Report, redactor: Redactor): Report {
  const { text, count } = redactor.redactionOfAll(JSON.stringify(report));
  return count === 0 ? report : JSON.parse(text);
}

/** @throws {OptionsError} if the folder can't be created or written. */
function ownFolder(reportDir: string): string {
  try {
    const folder = makeNamedFolder(reportDir, process.cwd());
    removeEarlierRun(folder);
    return folder;
  } catch (error) {
    return rethrowInWordsOfLibrary(error);
  }
}
