import { join, relative } from 'node:path';
import type { RunOptions } from '../../runner/run-options.ts';
import { readConfigFile } from '../config-file.ts';
import { fileOptions } from '../file-options.ts';
import { onInterruption } from '../interruption.ts';
import type { Invocation } from '../option-table.ts';
import type { Program } from '../program.ts';
import { type Progress, showProgress } from '../progress.ts';
import { repeatCommand } from '../repeat-command.ts';
import { linkLatest, makeNamedFolder, makeOwnFolder, removeEarlierRun } from '../report-folder.ts';
import { type RunSettings, readRunSettings } from '../run-settings.ts';
import { Settings } from '../settings.ts';
import { canRedraw } from '../terminal.ts';
import { toolName } from '../tool-version.ts';

const interruptionGraceMs = 10_000;

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
  const run = readRunSettings(settings, invocation.positional === undefined ? given : given.add('base-url'));
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
  const { target, dryRun: _, ...options } = run;
  const { baseUrl, apiKey } = target.kind === 'service' ? target : { baseUrl: '', apiKey: '' };
  return { ...options, baseUrl, apiKey, reportDir, command };
}

async function verifyTarget(run: RunSettings, options: RunOptions, program: Program): Promise<number> {
  const quotaKeys = options.quotaKeys.map(({ key }) => key);
  for (const key of [options.apiKey, options.revokedKey ?? '', ...quotaKeys]) {
    program.crash.secrets.add(key);
  }
  if (run.target.kind === 'service') {
    return verifyAndReport(options, program);
  }
  const { startReferenceTarget } = await import('../reference-target.ts');
  const reference = await startReferenceTarget(options);
  try {
    return await verifyAndReport(reference.options, program);
  } finally {
    await reference.close();
  }
}

async function verifyAndReport(options: RunOptions, program: Program): Promise<number> {
  const { messages, output } = program;
  const { verify } = await import('../../runner/verify.ts');
  const controller = new AbortController();
  const progress = showProgress(messages, canRedraw(messages, program.environment), options.selected);
  const stopListening = interruptible(controller, progress, program);
  try {
    const report = await verify(options, progress.see, controller.signal);
    progress.end();
    const { exitStatus } = await import('../../report/exit-status.ts');
    const { writeArtifacts } = await import('../../report/write-artifacts.ts');
    const { renderTerminal } = await import('../../report/terminal.ts');
    await writeArtifacts(report, options.reportDir);
    const reportPath = join(shortPath(options.reportDir, program.currentFolder), 'index.html');
    output.write(renderTerminal(report, { columns: output.columns(), color: output.color, reportPath }));
    return exitStatus(report);
  } catch (error) {
    const { FolderShared } = await import('../../runner/folder-shared.ts');
    if (error instanceof FolderShared) {
      messages.write(`${toolName}: ${error.message}\n`);
      return 3;
    }
    throw error;
  } finally {
    stopListening();
    progress.end();
  }
}

function interruptible(controller: AbortController, progress: Progress, program: Program): () => void {
  const endAtOnce = () => {
    progress.end();
    program.exit(3);
  };
  let overdue: NodeJS.Timeout | undefined;
  const stopListening = onInterruption({
    first: () => {
      progress.note('interrupted: writing the report of what was learnt so far; Ctrl-C again ends at once');
      controller.abort();
      overdue = setTimeout(endAtOnce, interruptionGraceMs);
    },
    again: endAtOnce,
  });
  return () => {
    stopListening();
    clearTimeout(overdue);
  };
}

function shortPath(folder: string, currentFolder: string): string {
  const path = relative(currentFolder, folder);
  return path.startsWith('..') ? folder : path || '.';
}
