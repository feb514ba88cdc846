import { setFlagsFromString } from 'node:v8';
import type { HtmlAssets } from '../../report/html/page-assets.ts';
import type { LoadOptions } from '../../runner/load-options.ts';
import { givenSettings } from '../given-settings.ts';
import { inReportFolder } from '../in-report-folder.ts';
import { loadCommandLine } from '../load-command-line.ts';
import { showLoadProgress } from '../load-progress.ts';
import { type LoadSettings, readLoadSettings } from '../load-settings.ts';
import { makeAndReport } from '../make-and-report.ts';
import type { Invocation } from '../option-table.ts';
import type { Program } from '../program.ts';
import { canRedraw } from '../terminal.ts';
import { readWaiverSettings } from '../waivers/waiver-settings.ts';

/**
 * `load`: sustained load, every response still verified. Returns the exit status.
 *
 * @throws {UsageError} for whatever is wrong with what was given, before anything is sent.
 */
export async function loadCommand(invocation: Invocation, program: Program): Promise<number> {
  const { currentFolder } = program;
  const settings = await givenSettings(invocation, program);
  const load = {
    ...readLoadSettings(settings),
    ...(await readWaiverSettings(settings, currentFolder)),
  };
  if (!load.reference) {
    const { refuseKeyInAddress } = await import('../key-in-address.ts');
    refuseKeyInAddress(load.baseUrl, 'base URL', [load.apiKey]);
  }
  const command = loadCommandLine(load, settings);
  return inReportFolder(load.reportDir, load.seed, program, (reportDir) =>
    loadTarget(load, { ...load, reportDir, command }, program),
  );
}

async function loadTarget(
  { reference, minuteMs, dayMs, htmlAssets }: LoadSettings,
  options: LoadOptions,
  program: Program,
): Promise<number> {
  if (!reference) {
    program.crash.secrets.add(options.apiKey);
    return loadAndReport(options, htmlAssets, program);
  }
  const { startReferenceProcess } = await import('../started-reference.ts');
  const { baseUrl, apiKey, close } = await startReferenceProcess({ minuteMs, dayMs });
  program.crash.secrets.add(apiKey);
  try {
    return await loadAndReport({ ...options, baseUrl, apiKey }, htmlAssets, program);
  } finally {
    close();
  }
}

async function loadAndReport(
  options: LoadOptions,
  htmlAssets: HtmlAssets,
  program: Program,
): Promise<number> {
  const { messages, environment } = program;
  // To collect all garbage stops the generator for many milliseconds: here it may grow before that is done.
  setFlagsFromString('--heap-growing-percent=300');
  const { runLoad } = await import('../../runner/run-load.ts');
  const progress = showLoadProgress(messages, canRedraw(messages, environment));
  const make = (signal: AbortSignal) => runLoad(options, progress, signal);
  const secrets = [{ value: options.apiKey, shownAs: '$ANIMAL_STORE_API_KEY' }];
  return makeAndReport(make, { folder: options.reportDir, htmlAssets }, progress, secrets, program);
}
