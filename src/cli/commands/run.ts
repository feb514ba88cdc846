import type { HtmlAssets } from '../../report/html/page-assets.ts';
import type { RunOptions } from '../../runner/run-options.ts';
import { readConfigFile } from '../config-file.ts';
import { fileOptions } from '../file-options.ts';
import { makeAndReport } from '../make-and-report.ts';
import type { Invocation } from '../option-table.ts';
import type { Program } from '../program.ts';
import { showProgress } from '../progress.ts';
import { repeatCommand } from '../repeat-command.ts';
import { linkLatest, makeNamedFolder, makeOwnFolder, removeEarlierRun } from '../report-folder.ts';
import { type RunSettings, readRunSettings } from '../run-settings.ts';
import { Settings } from '../settings.ts';
import { canRedraw } from '../terminal.ts';
import { readWaiverSettings } from '../waivers/waiver-settings.ts';

/**
 * `run`: verifies an implementation. Returns the exit status.
 *
 * @throws {UsageError} for whatever is wrong with what was given, before anything is sent.
 */
export async function runCommand(invocation: Invocation, program: Program): Promise<number> {
  const { environment, currentFolder } = program;
  const configPath = invocation.options.get('config')?.[0];
  const file = readConfigFile(configPath, currentFolder, fileOptions);
  const settings = new Settings(invocation, environment, file);
  const given = new Set(invocation.options.keys());
  const run = {
    ...readRunSettings(settings, invocation.positional === undefined ? given : given.add('base-url')),
    ...(await readWaiverSettings(settings, currentFolder)),
  };
  if (run.target.kind === 'service') {
    const { baseUrl, apiKey } = run.target;
    const { refuseKeyInAddress } = await import('../key-in-address.ts');
    refuseKeyInAddress(baseUrl, 'base URL', [apiKey, ...run.quotaKeys.map(({ key }) => key)]);
  }
  const command = repeatCommand(run, settings);
  if (run.dryRun) {
    const { printPlan } = await import('../dry-run.ts');
    const isReference = run.target.kind === 'reference';
    const options = runOptions(run, '', command);
    const planLimits = isReference
      ? (await import('../reference-target.ts')).referenceLimits
      : run.planLimits;
    printPlan({ ...options, planLimits }, isReference, program.output);
    return 0;
  }
  const folder =
    run.reportDir === null
      ? makeOwnFolder(currentFolder, new Date(), run.seed)
      : makeNamedFolder(run.reportDir, currentFolder);
  removeEarlierRun(folder);
  program.crash.folder = folder;
  const status = await verifyTarget(run, runOptions(run, folder, command), program);
  if (run.reportDir === null) {
    linkLatest(folder);
  }
  return status;
}

function runOptions(run: RunSettings, reportDir: string, command: string): RunOptions {
  const { target, dryRun: _, htmlAssets: __, ...options } = run;
  const { baseUrl, apiKey } = target.kind === 'service' ? target : { baseUrl: '', apiKey: '' };
  return { ...options, baseUrl, apiKey, reportDir, command };
}

async function verifyTarget(run: RunSettings, options: RunOptions, program: Program): Promise<number> {
  const quotaKeys = options.quotaKeys.map(({ key }) => key);
  for (const key of [options.apiKey, options.revokedKey ?? '', ...quotaKeys]) {
    program.crash.secrets.add(key);
  }
  if (run.target.kind === 'service') {
    return verifyAndReport(options, run.htmlAssets, program);
  }
  const { startReferenceTarget } = await import('../reference-target.ts');
  const reference = await startReferenceTarget(options);
  try {
    return await verifyAndReport(reference.options, run.htmlAssets, program);
  } finally {
    await reference.close();
  }
}

async function verifyAndReport(
  options: RunOptions,
  htmlAssets: HtmlAssets,
  program: Program,
): Promise<number> {
  const { messages, environment } = program;
  const { verify } = await import('../../runner/verify.ts');
  const { runSecrets } = await import('../../runner/open-target.ts');
  const progress = showProgress(messages, canRedraw(messages, environment), options.selected);
  const make = (signal: AbortSignal) => verify(options, progress.see, signal);
  return makeAndReport(
    make,
    { folder: options.reportDir, htmlAssets },
    progress,
    runSecrets(options),
    program,
  );
}
